// What is known of the files before and after a turn.
import * as z from "zod";

const checkpointFailure = z.enum(["no_git", "too_large", "too_slow", "failed", "late"]);
export type CheckpointFailure = z.infer<typeof checkpointFailure>;

export const changeEvents = {
  checkpoint: z
    .object({
      turn: z.string(),
      moment: z.enum(["start", "end"]),
      tree: z
        .string()
        .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
        .nullable()
        .describe("The Git tree of the workspace's files, in Skein's own store; null if it could not be made."),
      why: checkpointFailure.optional().describe("Why there is no tree."),
      left: z.array(z.string()).optional().describe("Files that are too large to be in it; the first twenty."),
    })
    .describe("The files of the workspace, right before or after a turn. Only where there is a Git repository."),
};
