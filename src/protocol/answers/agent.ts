// Answers about agents and their processes.
import type { ModeEffects, Transport } from "../../core/index.ts";

/** What an agent can do, as its driver declares it. */
export interface AgentCapabilities {
  resume: boolean;
  fork: "none" | "whole" | "turn";
  approvals: boolean;
  interrupt: boolean;
  steer: boolean;
  /** Of its work in the background: nothing is told, what runs is, or that can also be ended by itself. */
  tasks: "untold" | "told" | "stoppable";
  /** Media types of files that can go with a prompt, or their beginnings. */
  files: readonly string[];
  /** Modes that can be set, each with its effective level. */
  modes: ModeEffects;
  models: boolean;
  /** It takes commands of its own in the place of a prompt. */
  commands: boolean;
}

/** `GET /v1/agents/{id}`: an agent as it is installed where the caller, or the daemon, looks for it. */
export interface AgentDetail {
  id: string;
  title: string;
  icon?: string;
  installed: boolean;
  path: string | null;
  version: string | null;
  /** The command that makes it available; null when it is. */
  install: string | null;
  /** Works in sessions whose creator names none. */
  isDefault: boolean;
  /** In words, and never more than that something is there: no key is read. */
  login: { state: "in" | "out" | "unknown" | "none needed"; evidence: string; hint: string | null };
  /** Names that can be set as the model; null when nobody knows them. */
  models: readonly string[] | null;
  /** How it is talked to now. */
  transport: Transport;
  /** As it is talked to now; `modes` is what each mode really means. */
  capabilities: AgentCapabilities;
  /** Every way in which it can be talked to. */
  ways: { transport: Transport; capabilities: AgentCapabilities }[];
  /** What could not be found out, and why. */
  troubles: readonly string[];
}

/** `GET /v1/agents`, `POST /v1/agents/inspect`: those that are installed first. */
export interface AgentList {
  items: AgentDetail[];
}

/** `GET /v1/processes`: what the agents that live now take. */
export interface ProcessList {
  items: {
    session: string;
    run: string;
    pids: number[];
    /** Memory of them all. */
    bytes: number;
  }[];
}
