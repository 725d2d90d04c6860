// Answers about agents and their processes.
import * as z from "zod";
import type { Agent, AgentWay, Capabilities, ModeEffect, ModeEffects } from "../../core/index.ts";
import { treatment } from "./binding-state.ts";
import { transport } from "./references.ts";

const modeEffect: z.ZodType<ModeEffect> = z
  .object({
    edits: treatment.describe("Changes to files of the workspace."),
    commands: treatment,
    note: z.string().exactOptional().describe("Anything else that people should know about it."),
  })
  .meta({ id: "ModeEffect" });

const modeEffects: z.ZodType<ModeEffects> = z
  .object({
    ask: modeEffect.exactOptional(),
    auto: modeEffect.exactOptional(),
    code: modeEffect.exactOptional(),
    plan: modeEffect.exactOptional(),
  })
  .meta({ id: "ModeEffects" });

const agentCapabilities: z.ZodType<Capabilities> = z
  .object({
    resume: z.boolean(),
    fork: z.enum(["none", "turn", "whole"]),
    approvals: z.boolean(),
    interrupt: z.boolean(),
    steer: z.boolean(),
    tasks: z
      .enum(["stoppable", "told", "untold"])
      .describe(
        "What it reports about background tasks: nothing (`untold`), what runs (`told`), and whether they can be stopped (`stoppable`).",
      ),
    files: z
      .array(z.string())
      .readonly()
      .describe("Media types of files that can go with a prompt, or their beginnings."),
    modes: modeEffects.describe("Modes that can be set, each with its effective level."),
    models: z.boolean(),
    commands: z.boolean().describe("It accepts its own commands instead of a prompt."),
  })
  .meta({ id: "AgentCapabilities" });
export type AgentCapabilities = z.output<typeof agentCapabilities>;

const agentWay: z.ZodType<AgentWay> = z
  .object({
    transport: transport,
    capabilities: agentCapabilities,
    forgetsMode: z
      .boolean()
      .exactOptional()
      .describe("A new process without a mode works in the agent's own, whatever mode earlier processes had."),
  })
  .meta({ id: "AgentWay" });

/** A session's agent, as far as decisions about the session depend on it. */
export const sessionAgent: z.ZodType<Agent> = z
  .object({
    title: z.string(),
    transport: transport.describe("How its next process is run."),
    ways: z.array(agentWay).readonly().describe("Every way in which it can be talked to."),
  })
  .meta({ id: "SessionAgent" });

export const agentDetail = z
  .object({
    id: z.string(),
    title: z.string(),
    icon: z.string().exactOptional(),
    installed: z.boolean(),
    path: z.string().nullable(),
    version: z.string().nullable(),
    install: z.string().nullable().describe("The command that makes it available; null when it is."),
    isDefault: z.boolean().describe("Works in sessions whose creator names none."),
    login: z
      .object({
        state: z.enum(["in", "none needed", "out", "unknown"]),
        evidence: z.string(),
        hint: z.string().nullable(),
      })
      .describe("A description. Only the presence of a variable or file is checked; no key is read."),
    models: z.array(z.string()).readonly().nullable().describe("Model names that can be set; null if unknown."),
    transport: transport.describe("How it is talked to now."),
    capabilities: agentCapabilities.describe("With the current transport; `modes` is what each mode really does."),
    ways: z.array(agentWay).describe("Every way in which it can be talked to."),
    troubles: z.array(z.string()).readonly().describe("What could not be found out, and why."),
  })
  .meta({ id: "AgentDetail" });
export type AgentDetail = z.output<typeof agentDetail>;

export const agentList = z
  .object({
    items: z.array(agentDetail),
  })
  .meta({ id: "AgentList" });
export type AgentList = z.output<typeof agentList>;

export const processList = z
  .object({
    items: z.array(
      z.object({
        session: z.string(),
        run: z.string(),
        pids: z.array(z.number()),
        bytes: z.number().describe("Memory of them all."),
      }),
    ),
  })
  .meta({ id: "ProcessList" });
export type ProcessList = z.output<typeof processList>;
