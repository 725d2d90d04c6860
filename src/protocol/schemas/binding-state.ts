// A session's state about its agent: the process, usage, settings and limits.
import * as z from "zod";
import type { AgentCommand, AgentExitOutcome, ForkPoint, SessionState, Treatment } from "../../core/index.ts";
import { transport } from "./references.ts";

const agentCommand: z.ZodType<AgentCommand> = z
  .object({
    name: z
      .string()
      .describe("Without the slash. Some agents list `memory show` beside `memory`: the first word counts."),
    description: z.string().exactOptional(),
    hint: z.string().exactOptional().describe("What may follow it."),
    aliases: z.array(z.string()).exactOptional(),
  })
  .meta({ id: "AgentCommand" });

const agentExitOutcome: z.ZodType<AgentExitOutcome> = z
  .enum(["crashed", "exited", "lost", "rested", "stopped"])
  .meta({ id: "AgentExitOutcome" });

export const treatment: z.ZodType<Treatment> = z
  .enum(["asked", "free", "refused", "sandboxed"])
  .meta({ id: "Treatment" });

const forkPoint: z.ZodType<ForkPoint> = z
  .object({
    nativeId: z.string(),
    mark: z
      .string()
      .nullable()
      .describe("The agent's mark of the last turn that the fork has; null when it gave none."),
    nextMark: z
      .string()
      .nullable()
      .describe("The agent's mark of the first turn that the fork does not have; null when there is none yet."),
    isWhole: z.boolean().describe("The fork has the whole conversation; nothing is in progress."),
    spent: z
      .object({
        inputTokens: z.number(),
        outputTokens: z.number(),
        costUsd: z.number(),
      })
      .describe("All that the conversation has used up to there, for agents that report totals."),
  })
  .meta({ id: "ForkPoint" });

export const bindingState: z.ZodType<SessionState["binding"]> = z
  .object({
    run: z
      .object({
        run: z.string(),
        phase: z.enum(["ready", "starting", "stopping"]).describe("starting → ready for prompts → stopping."),
        seq: z.number(),
        transport: transport,
        settingSeq: z.number().describe("The newest mode and model settings that it knows."),
        mode: z.string().exactOptional().describe("The mode that it reports, if it differs from the one that is set."),
        restsSince: z.string().nullable().describe("When it last became ready for a prompt; null while a turn runs."),
        isParked: z.boolean().describe("It ends as planned."),
      })
      .nullable(),
    nativeId: z.string().nullable(),
    nativeIdAt: z.string().nullable().describe("When the conversation was first known by that name."),
    program: z.string().nullable().describe("The program of its newest process."),
    nativeFiles: z.string().nullable().describe("Where that process stores conversations; see `nativeFileOf`."),
    nativeFile: z
      .string()
      .nullable()
      .describe(
        "The agent's own record of this conversation. `*` stands for a part that only the agent knows; of several files the newest counts.",
      ),
    fork: forkPoint.nullable().describe("Where the conversation of a fork begins, until it has its own (`nativeId`)."),
    unresumable: z.string().nullable().describe("Why the agent can't resume the conversation; null if it can."),
    hasSpoken: z.boolean().describe("The agent has said or done something in that conversation."),
    model: z.string().nullable(),
    hasOwnEnvironment: z
      .boolean()
      .exactOptional()
      .describe("A process had the session's stored environment: no later one gets the daemon's."),
    commands: z
      .array(agentCommand)
      .nullable()
      .describe("Commands of the agent's own that can be sent; null as long as it has listed none."),
    lastExit: z
      .object({
        outcome: agentExitOutcome,
        text: z.string(),
        seq: z.number(),
      })
      .nullable(),
    startsAt: z.array(z.string()).describe("Starts since the last turn that ended well, to detect a crash loop."),
    halted: z.boolean().describe("Another start would fail again; the next prompt of a person retries."),
  })
  .meta({ id: "BindingState" });

export const usageState: z.ZodType<SessionState["usage"]> = z
  .object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number(),
  })
  .meta({ id: "UsageState" });

export const settingState: z.ZodType<SessionState["setting"]> = z
  .object({
    mode: z.string().nullable().describe("As set by people; null = the agent's own default."),
    model: z.string().nullable(),
    seq: z.number().describe("The seq of the newest change."),
    unsetSeq: z
      .number()
      .exactOptional()
      .describe("Where the mode was removed, if it was: an older process may still have it."),
  })
  .meta({ id: "SettingState" });

export const limitState: z.ZodType<SessionState["limit"]> = z
  .object({
    own: z
      .object({
        turnMinutes: z.number().nullable().exactOptional(),
        budgetUsd: z.number().nullable().exactOptional(),
        budgetTokens: z.number().nullable().exactOptional(),
      })
      .describe("What a person set for this session: it overrides the config."),
    quota: z
      .object({
        until: z.string().nullable(),
        text: z.string(),
        seq: z.number(),
        count: z.number().describe("How often in a row it was reached."),
        holds: z.boolean().describe("Nothing goes to the agent until that time, or until somebody sends a prompt."),
      })
      .nullable(),
    windows: z
      .array(z.object({ window: z.string(), usedPercent: z.number(), resetsAt: z.string().nullable() }))
      .describe("How much of the vendor's quotas is used, as the agent has reported it."),
    waiting: z
      .object({
        promptId: z.string(),
        text: z.string(),
        seq: z.number(),
      })
      .nullable()
      .describe("The prompt that waits until another session is idle."),
  })
  .meta({ id: "LimitState" });
