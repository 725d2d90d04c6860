// Answers about the daemon: its facts, its end, its backups, its statistics.
import * as z from "zod";
import { unknownCauses } from "../../core/index.ts";

export const callerAnswer = z
  .object({
    kind: z
      .enum(["agent", "hidden", "person", "unknown"])
      .describe(
        "`hidden`: the system tells who calls, but this caller can't be found. `unknown`: the system does not tell who calls.",
      ),
    text: z.string().describe("The same for people, with the reason."),
    needsCode: z
      .boolean()
      .describe(
        "Operations for people require a code from their terminal, because the caller could be a running agent.",
      ),
    why: z.string().exactOptional().describe("Of `unknown`: why the system does not tell."),
    cause: z.enum(unknownCauses).exactOptional().describe("Of `unknown`: the same as a code; older daemons omit it."),
    session: z.string().exactOptional().describe("Of `agent`: the agent's session, if it is one of this daemon's."),
  })
  .meta({ id: "CallerAnswer" });
export type CallerAnswer = z.output<typeof callerAnswer>;

export const confirmationAnswer = z
  .object({
    terminal: z.string().describe("Where the code is shown. Send it with requests in the header `skein-confirmation`."),
    minutes: z.number().describe("How long it is valid, if it is not used before."),
  })
  .meta({ id: "ConfirmationAnswer" });
export type ConfirmationAnswer = z.output<typeof confirmationAnswer>;

export const drainAnswer = z
  .object({
    stoppedAgents: z.number(),
    keptAgents: z.number(),
    unrecordedKills: z
      .object({
        noted: z.number(),
        forgotten: z.number(),
      })
      .exactOptional()
      .describe(
        "Kills that the log could not take. `noted`: the next daemon records them; `forgotten`: it will not know of them.",
      ),
  })
  .meta({ id: "DrainAnswer" });
export type DrainAnswer = z.output<typeof drainAnswer>;

const backup = z
  .object({
    name: z.string(),
    path: z.string(),
    at: z.string(),
    bytes: z.number(),
    lastCommit: z.number().describe("The log's last commit in it."),
    isGood: z.boolean(),
    trouble: z.string().nullable().describe("What is wrong with it; null if nothing is."),
    sessions: z.number().nullable(),
    events: z.number().nullable(),
  })
  .meta({ id: "Backup" });
export type Backup = z.output<typeof backup>;

export const backupList = z
  .object({
    items: z.array(backup),
  })
  .meta({ id: "BackupList" });
export type BackupList = z.output<typeof backupList>;

export const backupAnswer = z
  .object({
    backup: backup,
  })
  .meta({ id: "BackupAnswer" });
export type BackupAnswer = z.output<typeof backupAnswer>;

const period = z
  .object({
    since: z.string(),
    sessions: z.number().describe("Sessions in which a turn began."),
    turns: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number(),
  })
  .meta({ id: "Period" });
export type Period = z.output<typeof period>;

export const statsAnswer = z
  .object({
    items: z.array(period),
    events: z.number().describe("Events in the log."),
  })
  .meta({ id: "StatsAnswer" });
export type StatsAnswer = z.output<typeof statsAnswer>;

export const usageAnswer = z
  .object({
    since: z.string().describe("The first day."),
    until: z.string().describe("The last day: today."),
    items: z
      .array(
        z.object({
          day: z.string().describe("Such as `2026-01-31`, in the time zone that was asked for."),
          agent: z.string(),
          workspace: z.object({ id: z.string(), path: z.string() }),
          turns: z.number().describe("Turns that began."),
          inputTokens: z.number(),
          outputTokens: z.number(),
          costUsd: z.number(),
        }),
      )
      .describe("Oldest day first; nothing for days without use."),
    quotas: z
      .array(
        z.object({
          agent: z.string(),
          window: z.string().describe("Which of the vendor's quotas, such as `5 hours`."),
          usedPercent: z.number(),
          resetsAt: z.string().nullable(),
          at: z.string().describe("When the agent reported it."),
          isOver: z.boolean().describe("It has been reset since, as far as the time tells."),
        }),
      )
      .describe("The newest report of each quota; agents that report none are not here."),
    unreadable: z.number().optional().describe("Sessions that could not be read and are not counted; absent if none."),
  })
  .meta({ id: "UsageAnswer" });
export type UsageAnswer = z.output<typeof usageAnswer>;

export const serverInfo = z
  .object({
    api: z.string(),
    daemon: z.object({
      version: z.string(),
      pid: z.number(),
      startedAt: z.string(),
    }),
    epoch: z.string(),
    features: z.array(z.string()).describe("Names of what this daemon can do."),
    limits: z.object({
      bodyBytes: z.number().describe("Of a request's body."),
      fileBytes: z.number().describe("Of a file that is uploaded, and of all files of a prompt together."),
      promptFiles: z.literal(20).describe("Files that go with one prompt."),
      nameCharacters: z.literal(64).describe("Of a session's name."),
      pageEvents: z.literal(1000).describe("Events in one page of a log."),
      outlineEntries: z.literal(1000).describe("Entries in the outline of a session."),
      timelinePoints: z.literal(200).describe("Events in the timeline of a session."),
      timelineMarks: z.literal(600).describe("Stretches of a timeline that have marks."),
      findCharacters: z.literal(200).describe("Of the words that are looked for in a session."),
      pageSessions: z.literal(200).describe("Sessions in one page of a list."),
      focusSeconds: z.literal(120).describe("How long a client's claim that its user looks at a session is valid."),
      remindMinutes: z.literal(1440).describe("After how many minutes at most a device is reminded of a question."),
    }),
    time: z.string(),
    recovery: z
      .object({
        at: z.string(),
        text: z.string(),
        lost: z.number(),
        kept: z.string(),
        copies: z
          .object({
            incidents: z.number(),
            bytes: z.number(),
          })
          .exactOptional()
          .describe("What this and earlier recoveries have set aside; older daemons omit it."),
      })
      .nullable()
      .describe("The newest recovery from damage; null when there never was one."),
    config: z
      .object({
        problem: z.string().nullable(),
        minFreeMegabytes: z.number(),
        pending: z
          .array(z.string())
          .exactOptional()
          .describe("Keys that this daemon read at its start and that say something else now; older daemons omit it."),
      })
      .describe("`problem`: what is wrong with config.toml; null when nothing is."),
    storage: z
      .union([
        z.object({
          kind: z.literal("writable"),
        }),
        z.object({
          kind: z.enum(["fenced", "lost", "slow"]),
          since: z.string(),
          text: z.string(),
        }),
      ])
      .describe("Whether changes can be taken; `text` says what is wrong, if anything."),
  })
  .meta({ id: "ServerInfo" });
export type ServerInfo = z.output<typeof serverInfo>;
