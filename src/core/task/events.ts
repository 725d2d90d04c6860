// Background tasks: work of an agent beside its turns and after them. Each starts once and ends once.
import * as z from "zod";

/** A subagent, a command, or anything else; kinds of newer versions are read as `other`. */
const taskKind = z.enum(["subagent", "command", "other"]).catch("other");
export type TaskKind = z.infer<typeof taskKind>;

const taskOutcome = z
  .enum([
    "completed",
    "failed",
    /** Someone ended it, or the agent's process is gone. */
    "stopped",
    /** It ended, and the agent did not report how. */
    "unknown",
  ])
  .catch("unknown");
export type TaskOutcome = z.infer<typeof taskOutcome>;

export const taskEvents = {
  task_start: z.object({
    taskId: z.string(),
    kind: taskKind,
    title: z.string(),
    toolCallId: z.string().optional().describe("The tool call that started it, if the agent reports it."),
  }),
  task_end: z.object({
    taskId: z.string(),
    outcome: taskOutcome,
    summary: z.string().optional().describe("A short result, in the agent's words."),
    wakes: z.boolean().optional().describe("The agent is about to start a turn because of it."),
    workedMs: z.number().optional().describe("How long the agent has worked since the prompt that caused it."),
  }),
  task_stop: z
    .object({ state: z.enum(["requested", "sent"]) })
    .describe("A person wants all tasks to end (`requested`); the agent was told (`sent`)."),
};
