// Background tasks: what an agent has going on beside its turns, and after them. Each starts once and ends once.
import * as z from "zod";

/** An agent of the agent's own, a command, or something that only the agent has a word for; what a newer version adds is the latter. */
const taskKind = z.enum(["subagent", "command", "other"]).catch("other");
export type TaskKind = z.infer<typeof taskKind>;

const taskOutcome = z
  .enum([
    "completed",
    "failed",
    /** Somebody ended it, or the agent's process is gone. */
    "stopped",
    /** It is over, and the agent did not say how. */
    "unknown",
  ])
  .catch("unknown");
export type TaskOutcome = z.infer<typeof taskOutcome>;

export const taskEvents = {
  task_start: z.object({
    taskId: z.string(),
    kind: taskKind,
    title: z.string(),
    toolCallId: z.string().optional().describe("The call that began it, where the agent says so."),
  }),
  task_end: z.object({
    taskId: z.string(),
    outcome: taskOutcome,
    summary: z.string().optional().describe("What came of it, in the agent's words and a few of them."),
    wakes: z.boolean().optional().describe("The agent is about to begin a turn by itself, because of it."),
    workedMs: z
      .number()
      .optional()
      .describe("How long the agent has worked by now, since the prompt that it all goes back to."),
  }),
  task_stop: z
    .object({ state: z.enum(["requested", "sent"]) })
    .describe("A person wants all that run to end (`requested`); the agent was told (`sent`)."),
};
