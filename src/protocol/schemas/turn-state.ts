// A session's state about its turns, and their messages, tools and background tasks.
import * as z from "zod";
import type { RunningTask, SessionState, TaskKind, TurnEndReason } from "../../core/index.ts";

const turnEndReason: z.ZodType<TurnEndReason> = z
  .enum(["completed", "failed", "interrupted", "limit", "refused"])
  .meta({ id: "TurnEndReason" });

const openTurn = z
  .object({
    turn: z.string(),
    promptId: z.string().nullable(),
    startedAt: z.string(),
    seq: z.number(),
    interrupt: z.enum(["none", "requested", "sent"]),
    steered: z
      .array(
        z.object({
          promptId: z.string().exactOptional(),
          title: z.string(),
          isWhole: z.boolean(),
        }),
      )
      .exactOptional()
      .describe("Steered texts that the agent has not confirmed, by their first lines; the newest ones."),
  })
  .meta({ id: "OpenTurn" });

const closedTurn = z
  .object({
    turn: z.string(),
    promptId: z.string().nullable(),
    reason: turnEndReason,
    seq: z.number(),
  })
  .meta({ id: "ClosedTurn" });

export const turnState: z.ZodType<SessionState["turn"]> = z
  .object({
    count: z.number(),
    open: openTurn.nullable(),
    last: closedTurn.nullable(),
  })
  .meta({ id: "TurnState" });

export const messageState: z.ZodType<SessionState["message"]> = z
  .object({
    last: z
      .object({
        messageId: z.string(),
        preview: z.string(),
        seq: z.number(),
      })
      .nullable()
      .describe("The newest message, cut to a preview: enough for a list."),
  })
  .meta({ id: "MessageState" });

export const toolCallState: z.ZodType<SessionState["toolCall"]> = z
  .object({
    open: z.array(
      z.object({
        toolCallId: z.string(),
        title: z.string(),
        taskId: z.string().exactOptional(),
        seq: z.number(),
      }),
    ),
  })
  .meta({ id: "ToolCallState" });

const taskKind: z.ZodType<TaskKind> = z.enum(["command", "other", "subagent"]).meta({ id: "TaskKind" });

const runningTask: z.ZodType<RunningTask> = z
  .object({
    taskId: z.string(),
    kind: taskKind,
    title: z.string(),
    toolCallId: z.string().exactOptional(),
    promptId: z.string().nullable().describe("The prompt in whose turn it started; null when there was none."),
    startedAt: z.string(),
    seq: z.number(),
  })
  .meta({ id: "RunningTask" });

export const taskState: z.ZodType<SessionState["task"]> = z
  .object({
    running: z.array(runningTask).describe("In the order in which they started."),
    beyond: z.number().describe("How many more run than those."),
    stop: z.enum(["none", "requested", "sent"]),
    turn: z
      .object({
        promptId: z.string().nullable(),
      })
      .nullable()
      .describe("The open turn."),
    since: z
      .string()
      .nullable()
      .describe(
        "Since when the agent works, in a turn or in background tasks; null = idle. Counted from the newest prompt.",
      ),
    rest: z
      .object({
        seq: z.number(),
      })
      .nullable()
      .describe("The end of the last task, if no turn was open: the agent is idle since then."),
  })
  .meta({ id: "TaskState" });
