// What a session changed.
import * as z from "zod";
import type { CheckpointFailure, FileChange } from "../../core/index.ts";

const hunk = z.object({
  oldStart: z.number().nullable().describe("From 1; 0 if there were no lines here; null if it is not known."),
  newStart: z.number().nullable(),
  heading: z.string(),
  lines: z.array(z.string()).describe('Each begins with " ", "+", "-", or "\\" for a remark about the line before it.'),
});

const fileChange: z.ZodType<FileChange> = z
  .object({
    path: z.string().describe("Relative to the repository, or to the workspace where there is none."),
    oldPath: z.string().optional(),
    status: z.enum(["added", "modified", "deleted", "renamed"]),
    kind: z.enum(["text", "binary", "submodule", "symlink"]),
    oldMode: z.string().optional().describe("Permissions that changed, as Git writes them."),
    newMode: z.string().optional(),
    added: z.number().describe("Of all of its lines, also those that are not in the hunks."),
    removed: z.number(),
    hunks: z.array(hunk),
    cut: z.literal(true).optional().describe("Lines are missing; ask for the path alone to get more of them."),
    turns: z.array(z.string()).describe("The turns that changed it."),
    isMixed: z.literal(true).optional().describe("It also changed between these turns, by somebody else."),
  })
  .meta({ id: "FileChange" });

/** Why there are no trees. */
export type NoTrees = "no_repository" | "not_recorded" | "elsewhere" | CheckpointFailure;

export type DiffNote =
  /** What follows is from the agent's tool calls. */
  | { readonly code: NoTrees }
  /** The whole session was asked for, and nothing is known of these turns. */
  | { readonly code: "turns_missing"; readonly turns: number }
  | { readonly code: "left_out"; readonly paths: readonly string[] }
  /** Other sessions worked in the same directory meanwhile. */
  | { readonly code: "others"; readonly sessions: readonly string[] };

const note: z.ZodType<DiffNote> = z.union([
  z.object({
    code: z.enum(["no_repository", "not_recorded", "elsewhere", "no_git", "too_large", "too_slow", "failed", "late"]),
  }),
  z.object({ code: z.literal("turns_missing"), turns: z.number() }),
  z.object({ code: z.literal("left_out"), paths: z.array(z.string()) }),
  z.object({ code: z.literal("others"), sessions: z.array(z.string()) }),
]);

export interface DiffTurn {
  readonly turn: string;
  readonly seq: number;
  readonly at: string;
  readonly endedAt: string | null;
  readonly text: string | null;
}

const turn: z.ZodType<DiffTurn> = z.object({
  turn: z.string(),
  seq: z.number(),
  at: z.string(),
  endedAt: z.string().nullable().describe("Null while it runs."),
  text: z.string().nullable().describe("The first words of its prompt."),
});

export const diffAnswer = z
  .object({
    source: z.enum(["git", "tools"]).describe("`tools`: only what the agent's edits show."),
    turn: z.string().nullable().describe("The turn that was asked for; null = the session since its start."),
    isLive: z.boolean().describe("A turn runs: there may be more soon."),
    files: z.array(fileChange).describe("By path, at most 1,000."),
    total: z
      .object({ files: z.number(), added: z.number(), removed: z.number() })
      .describe("Of all files, also those that are not in the list."),
    notes: z.array(note),
    turns: z.array(turn).describe("The session's newest turns, at most 200."),
    head: z.number(),
    epoch: z.string(),
  })
  .meta({ id: "DiffAnswer" });
export type DiffAnswer = z.output<typeof diffAnswer>;
