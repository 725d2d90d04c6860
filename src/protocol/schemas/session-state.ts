// A session's state, folded from its log: the schema of the core's `SessionState` and its parts.
import * as z from "zod";
import type { SessionState } from "../../core/index.ts";
import { bindingState, limitState, settingState, usageState } from "./binding-state.ts";
import { permissionState } from "./permission-state.ts";
import { promptState } from "./prompt-state.ts";
import { workspaceRef } from "./references.ts";
import { messageState, taskState, toolCallState, turnState } from "./turn-state.ts";

/** The activity and cost of the session that it is a copy of, up to the event `seq` here. */
export const copied = z
  .object({ session: z.string(), seq: z.number(), turns: z.number(), usage: usageState })
  .meta({ id: "Copied" });

const arrangementState: z.ZodType<SessionState["arrangement"]> = z
  .object({
    pinned: z.boolean(),
    snooze: z
      .object({
        until: z.string().nullable().describe("Null = until it needs somebody, or has a result."),
        seq: z.number().describe("What happened before this event does not end it."),
      })
      .nullable(),
    unreadSeq: z.number().nullable().describe("The event that marked it as unread."),
    position: z.string().nullable().describe("In the person's own order; null = by its age."),
  })
  .meta({ id: "ArrangementState" });

const externalId = z.object({
  system: z.string(),
  id: z.string(),
  agent: z.string().optional(),
  conversation: z.string().optional(),
  parent: z.string().optional(),
  taken: z.object({ records: z.number(), last: z.string().nullable(), waiting: z.array(z.string()) }),
});

const lifecycleState: z.ZodType<SessionState["lifecycle"]> = z
  .object({
    phase: z.enum(["absent", "ended", "open"]),
    agent: z.string(),
    workspace: workspaceRef.nullable(),
    name: z.string().nullable(),
    fork: z
      .object({
        session: z.string(),
        seq: z.number().describe("The last event that it shares with that session."),
        turn: z.string().nullable().describe("The last turn that it shares; null when there was none."),
      })
      .nullable()
      .describe("The base of a fork; null for other sessions."),
    after: z.string().nullable().describe("The session that `clear` replaced with this one."),
    copyOf: copied
      .nullable()
      .describe("The part that was imported from a session with another id; null if there is none."),
    external: externalId.nullable().describe("Where it comes from, if another program recorded it."),
    archived: z
      .object({
        seq: z.number(),
      })
      .nullable(),
    trashed: z
      .object({
        batch: z.string(),
        until: z.string(),
        seq: z.number(),
      })
      .nullable(),
    selectedAt: z.string().nullable().describe("When it was last made the active session of its workspace."),
    createdAt: z.string().nullable(),
    lastActiveAt: z.string().nullable().describe("The last time a person did something here."),
    activityAt: z.string().nullable().describe("The last activity of anyone here, its agent included."),
    updatedAt: z.string().nullable(),
    updatedSeq: z
      .number()
      .describe("The newest event that is more than a look at the session, or its place in a list."),
    acknowledgedSeq: z.number(),
    importedSeq: z.number().describe("Everything before this event came in a file; 0 when nothing did."),
    ended: z
      .object({
        reason: z.string(),
        seq: z.number(),
      })
      .nullable(),
    failure: z
      .object({
        code: z.string(),
        message: z.string(),
        seq: z.number(),
      })
      .nullable()
      .describe("The newest failure that no later turn has healed."),
  })
  .meta({ id: "LifecycleState" });

export const sessionState: z.ZodType<SessionState> = z
  .object({
    version: z.number(),
    head: z.number().describe("The seq of the newest event in it."),
    lifecycle: lifecycleState,
    prompt: promptState,
    turn: turnState,
    message: messageState,
    toolCall: toolCallState,
    task: taskState,
    permission: permissionState,
    binding: bindingState,
    usage: usageState,
    setting: settingState,
    limit: limitState,
    arrangement: arrangementState,
  })
  .meta({ id: "SessionState" });
