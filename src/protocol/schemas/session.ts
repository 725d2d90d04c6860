// Answers about sessions and to commands on them.
import * as z from "zod";
import type { FoundBy, Limits, StatusWord, Summary } from "../../core/index.ts";
import { sessionAgent } from "./agent.ts";
import { usageState } from "./binding-state.ts";
import { copied, sessionState } from "./session-state.ts";

const statusWord: z.ZodType<StatusWord> = z
  .enum(["archived", "error", "idle", "running", "starting", "stopped", "waiting"])
  .meta({ id: "StatusWord" });

const listedSession: z.ZodType<ListedSession> = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    title: z.string().nullable().describe("The first line of the first prompt."),
    status: statusWord,
    reason: z.object({
      code: z.string(),
      text: z.string(),
      seq: z.number(),
    }),
    agent: z.string(),
    head: z.number(),
    workspace: z.object({
      id: z.string(),
      path: z.string(),
    }),
    createdAt: z.string(),
    lastActiveAt: z.string().describe("The last time a person did something in it."),
    activityAt: z
      .string()
      .exactOptional()
      .describe("The last activity of anyone in it: also when its agent began, asked or ended something, or failed."),
    updatedAt: z.string(),
    queued: z.number(),
    background: z
      .object({
        tasks: z.number(),
        since: z.string(),
      })
      .exactOptional()
      .describe("What works in the background, and since when the first of it; absent when nothing does."),
    turns: z.number(),
    lastMessage: z
      .string()
      .nullable()
      .describe(
        "The beginning of the agent's newest message, 120 characters at most: enough for a list. The events have all of it.",
      ),
    nativeId: z.string().nullable(),
    model: z.string().nullable(),
    mode: z.string().exactOptional().describe("What people have set; absent when it is the agent's default."),
    fork: z
      .object({
        session: z.string(),
        seq: z.number(),
        turn: z.string().nullable(),
      })
      .exactOptional()
      .describe("The base of a fork."),
    usage: usageState,
    copyOf: copied
      .exactOptional()
      .describe("The part that was imported from another session under a new id: it counts there, not here."),
    external: z
      .object({ system: z.string(), id: z.string() })
      .exactOptional()
      .describe("The program that recorded it, and its id there."),
    shelf: z.enum(["archived", "trash"]).exactOptional().describe("Set for one that is not in the usual lists."),
    trash: z
      .object({
        batch: z.string(),
        until: z.string(),
      })
      .exactOptional(),
    after: z.string().exactOptional().describe("The session that `clear` replaced with this one."),
    selectedAt: z
      .string()
      .exactOptional()
      .describe("When it was last made the active session of its workspace; absent when it never was."),
    pinned: z.literal(true).exactOptional(),
    snooze: z
      .object({ until: z.string().nullable() })
      .exactOptional()
      .describe("Set while it is snoozed; `until` null: until it needs somebody, or has a result."),
    unread: z.literal(true).exactOptional().describe("Something ended, or was marked, that no person has seen."),
    position: z.string().exactOptional().describe("In the person's own order; absent for its age."),
    active: z.boolean(),
  })
  .meta({ id: "ListedSession" });
export type ListedSession = Summary & { active: boolean };

export const commandAnswer = z
  .object({
    id: z.string(),
    session: z.string(),
    seq: z.number().describe("The newest event that the command made; 0 when it changed nothing."),
    outcome: z.looseObject({
      state: z.string(),
    }),
    replayed: z.boolean().exactOptional(),
  })
  .meta({ id: "CommandAnswer" });
export type CommandAnswer = z.output<typeof commandAnswer>;

export const environmentAnswer = z
  .object({
    since: z
      .string()
      .nullable()
      .describe("Since when the session has it; null if its creator sent none, so the daemon's own is used."),
    differs: z
      .array(z.string())
      .describe(
        "Variables that differ or exist on one side only, except those that describe the terminal. For a renewal: what it changed.",
      ),
    isRunning: z
      .boolean()
      .describe("A process of the agent is running, with the environment that it was started with."),
  })
  .meta({ id: "EnvironmentAnswer" });
export type EnvironmentAnswer = z.output<typeof environmentAnswer>;

export const sessionAnswer = z
  .object({
    id: z.string().describe("Of the command."),
    outcome: z.looseObject({ state: z.string() }),
    session: listedSession,
    workspace: z.object({
      id: z.string(),
      path: z.string(),
    }),
    created: z.boolean().describe("False when an existing session was opened."),
    environment: environmentAnswer
      .exactOptional()
      .describe("What changed when an existing session got the client's environment."),
    seq: z.number(),
    replayed: z.boolean().exactOptional(),
  })
  .meta({ id: "SessionAnswer" });
export type SessionAnswer = z.output<typeof sessionAnswer>;

const limits: z.ZodType<Limits> = z
  .object({
    turnMinutes: z.number().nullable(),
    budgetUsd: z.number().nullable(),
    budgetTokens: z.number().nullable(),
    resumeAfterQuota: z.boolean().describe("Continue when a vendor's quota is back."),
    parkMinutes: z
      .number()
      .nullable()
      .describe("A process that is idle for this long is ended until the next prompt; null = never."),
  })
  .meta({ id: "Limits" });

export const sessionDetail = z
  .object({
    session: listedSession,
    state: sessionState,
    epoch: z.string(),
    limits: limits.describe("What the config allows, where nothing was set for the session itself."),
    agent: sessionAgent
      .exactOptional()
      .describe("What its agent can do; absent if no agent has that name, or while the config can't be used."),
    queueLimit: z
      .number()
      .exactOptional()
      .describe("How many prompts may be queued; absent while the config can't be used."),
  })
  .meta({ id: "SessionDetail" });
export type SessionDetail = z.output<typeof sessionDetail>;

export const sessionList = z
  .object({
    items: z.array(listedSession),
    next: z.string().nullable(),
  })
  .meta({ id: "SessionList" });
export type SessionList = z.output<typeof sessionList>;

export const changeLine = z
  .union([
    z.object({ commit: z.number(), row: listedSession }),
    z.object({
      commit: z.number(),
      removed: z.string().describe("The id of a session that the filter does not let in, or that is gone."),
    }),
  ])
  .describe("A line of the stream. `commit` is the cursor that holds from this line on.")
  .meta({ id: "ChangeLine" });

const foundBy: z.ZodType<FoundBy> = z
  .enum(["elsewhere", "here", "id", "last", "name", "previous"])
  .meta({ id: "FoundBy" });

export const resolveAnswer = z
  .object({
    session: listedSession,
    by: foundBy.describe(
      "How it was found: `name`, `id`, `here` (the directory's active session), `elsewhere` (nobody named it, and it belongs to another directory: ask before something is done to it), `previous` (`-`) or `last` (`@last`).",
    ),
    isElsewhere: z.boolean().describe("It belongs to another directory than `cwd`, however it was found."),
    trashedHere: z
      .string()
      .nullable()
      .describe(
        "The id of a session in the trash that belongs to `cwd` and has the name, which only another directory's session has now: ask before something is done to that one.",
      ),
  })
  .meta({ id: "ResolveAnswer" });
export type ResolveAnswer = z.output<typeof resolveAnswer>;

export const trashList = z
  .object({
    items: z.array(listedSession),
  })
  .meta({ id: "TrashList" });
export type TrashList = z.output<typeof trashList>;

export const emptyTrashAnswer = z
  .object({
    sessions: z.number().describe("Removed completely."),
    events: z.number(),
    kept: z.number().describe("Forks need them: their part stays until the forks are gone."),
    left: z.number().describe("Still in the trash, because a process is still to end."),
  })
  .meta({ id: "EmptyTrashAnswer" });
export type EmptyTrashAnswer = z.output<typeof emptyTrashAnswer>;

export const importAnswer = z
  .object({
    session: listedSession.nullable().describe("The imported session; null for a dry run."),
    from: z.string().describe("The id that it has in the file."),
    events: z.number().describe("Events of the file."),
    unknown: z.number().describe("Events of types that only a newer version knows; they are stored unchanged."),
    blobs: z.number().describe("Long texts that came with it, or were there already."),
    missingBlobs: z
      .number()
      .describe("Long texts that are neither in the file nor in the log, so only the beginning is there."),
    left: z
      .array(
        z.object({
          what: z.enum(["conversation", "fork", "limits", "mode", "model", "name", "prompts", "questions", "rules"]),
          text: z.string(),
        }),
      )
      .describe("What the file has and does not hold here: rules, the mode, limits …"),
  })
  .meta({ id: "ImportAnswer" });
export type ImportAnswer = z.output<typeof importAnswer>;

export const verifyAnswer = z
  .object({
    session: z.string(),
    events: z.number().describe("Checked events, inherited ones included."),
    blobs: z.number().describe("Long texts that they refer to."),
    broken: z
      .object({
        seq: z.number(),
        text: z.string(),
      })
      .nullable()
      .describe("The first place where something is not as it was written; null when everything is intact."),
  })
  .meta({ id: "VerifyAnswer" });
export type VerifyAnswer = z.output<typeof verifyAnswer>;
