// An agent as decisions see it: its title, and what it can do in each of the ways in which it can be run.
import type { Transport } from "./binding/events.ts";
import type { ModeEffects } from "./setting/mode.ts";
import type { SessionState } from "./state.ts";

/** What an agent can do. The rest of Skein looks at this and never at an agent's name. */
export interface Capabilities {
  readonly resume: boolean;
  /** A conversation can be branched off: not at all, as it stands, or also at the end of an earlier turn. */
  readonly fork: "none" | "whole" | "turn";
  readonly approvals: boolean;
  readonly interrupt: boolean;
  /** Takes words into a turn that runs. */
  readonly steer: boolean;
  /** Work in the background: the agent tells nothing of it, or what runs; or it can also be asked to end it. */
  readonly tasks: "untold" | "told" | "stoppable";
  /** Kinds of files that can go with a prompt, as media types or their beginnings (`image/`); see `takesFile`. Empty = none. */
  readonly files: readonly string[];
  /** Modes that can be set, each with what it really does here. What can't be honoured is not in it. */
  readonly modes: ModeEffects;
  /** Whether the model can be set. */
  readonly models: boolean;
  /** It lists commands of its own, and takes one in the place of a prompt. */
  readonly commands: boolean;
}

/** One of the ways in which an agent can be run. */
export interface AgentWay {
  readonly transport: Transport;
  readonly capabilities: Capabilities;
  /** A new process without a mode works in the agent's own, whatever mode earlier processes of the conversation had. */
  readonly forgetsMode?: boolean;
}

export interface Agent {
  readonly title: string;
  /** How its next process is run. */
  readonly transport: Transport;
  readonly ways: readonly AgentWay[];
}

/** How its next process is run. */
export const nextWay = (agent: Agent): AgentWay | null => wayOf(agent, agent.transport);

/** How its process is run; if none lives, how the next one will be. Null if that way no longer exists. */
export const currentWay = (agent: Agent, { binding }: SessionState): AgentWay | null =>
  wayOf(agent, binding.run?.transport ?? agent.transport);

/** A way that no longer exists is replaced by one that has as many processes: one for each prompt, or one for all. */
function wayOf({ ways }: Agent, transport: Transport): AgentWay | null {
  const isSimilar = (way: AgentWay): boolean => (way.transport === "oneshot") === (transport === "oneshot");
  return ways.find((way) => way.transport === transport) ?? ways.find(isSimilar) ?? null;
}

/** For an agent that takes any file, if only as a path to read. */
export const ANY_FILE = "*/*";

/** `kinds` are media types, or their beginnings. */
export const takesFile = (kinds: readonly string[], mediaType: string): boolean =>
  kinds.some((kind) => kind === ANY_FILE || mediaType.startsWith(kind));
