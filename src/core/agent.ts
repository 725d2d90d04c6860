// What decisions know of an agent: its title, and its capabilities in each way of running it.
import type { Transport } from "./binding/events.ts";
import type { ModeEffects } from "./setting/mode.ts";
import type { SessionState } from "./state.ts";

/** What an agent can do. The rest of Skein decides by this, never by an agent's name. */
export interface Capabilities {
  readonly resume: boolean;
  /** Where a conversation can be forked: nowhere, only at its end, or also at the end of an earlier turn. */
  readonly fork: "none" | "whole" | "turn";
  readonly approvals: boolean;
  readonly interrupt: boolean;
  /** Whether text can be steered into a running turn. */
  readonly steer: boolean;
  /** Background tasks: not reported, reported, or reported and stoppable. */
  readonly tasks: "untold" | "told" | "stoppable";
  /** The files that a prompt may have: media types or their prefixes (`image/`); see `takesFile`. Empty = none. */
  readonly files: readonly string[];
  /** The modes that can be set, each with its real effect. Unsupported modes are absent. */
  readonly modes: ModeEffects;
  /** Whether the model can be set. */
  readonly models: boolean;
  /** Whether it lists commands of its own and accepts one instead of a prompt. */
  readonly commands: boolean;
}

/** One of the ways in which an agent can be run. */
export interface AgentWay {
  readonly transport: Transport;
  readonly capabilities: Capabilities;
  /** A new process that gets no mode uses the agent's default, not the mode of the conversation's earlier processes. */
  readonly forgetsMode?: boolean;
}

export interface Agent {
  readonly title: string;
  /** The transport of its next process. */
  readonly transport: Transport;
  readonly ways: readonly AgentWay[];
}

/** The way in which its next process will run. */
export const nextWay = (agent: Agent): AgentWay | null => wayOf(agent, agent.transport);

/** The way in which its process runs or, without a process, the next one will. Null if the agent has no such way. */
export const currentWay = (agent: Agent, { binding }: SessionState): AgentWay | null =>
  wayOf(agent, binding.run?.transport ?? agent.transport);

/** A missing way is replaced by a similar one: with a process per prompt, or with one long-lived process. */
function wayOf({ ways }: Agent, transport: Transport): AgentWay | null {
  const isSimilar = (way: AgentWay): boolean => (way.transport === "oneshot") === (transport === "oneshot");
  return ways.find((way) => way.transport === transport) ?? ways.find(isSimilar) ?? null;
}

/** The agent takes any file, perhaps only as a path to read. */
export const ANY_FILE = "*/*";

/** `kinds` are media types or their prefixes. */
export const takesFile = (kinds: readonly string[], mediaType: string): boolean =>
  kinds.some((kind) => kind === ANY_FILE || mediaType.startsWith(kind));
