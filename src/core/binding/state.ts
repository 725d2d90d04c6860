import type { AgentCommand, AgentExitOutcome, Transport } from "./events.ts";
import type { ForkPoint } from "./fork-point.ts";

export interface BindingState {
  run: {
    run: string;
    /** starting → ready for prompts → stopping. */
    phase: "starting" | "ready" | "stopping";
    seq: number;
    transport: Transport;
    /** The newest mode and model settings that it knows. */
    settingSeq: number;
    /** The mode that it reports, if it differs from the one that is set. */
    mode?: string;
    /** When it last became ready for a prompt; null while a turn runs. */
    restsSince: string | null;
    /** It is being parked. */
    isParked: boolean;
  } | null;
  nativeId: string | null;
  /** When the conversation first got that name. */
  nativeIdAt: string | null;
  /** The program of its newest process. */
  program: string | null;
  /** Where that process stores conversations; see `nativeFileOf`. */
  nativeFiles: string | null;
  /** The agent's own record of this conversation. `*` stands for a part that only the agent knows; of several files the newest counts. */
  nativeFile: string | null;
  /** Where the conversation of a fork begins, until it has its own (`nativeId`). */
  fork: ForkPoint | null;
  /** Why the agent can't resume the conversation; null if it can. */
  unresumable: string | null;
  /** The agent has said or done something in that conversation. */
  hasSpoken: boolean;
  model: string | null;
  /** A process of the session had a stored environment: no later one gets the daemon's. */
  hasOwnEnvironment?: boolean;
  /** The agent's own commands that can be sent; null until it has listed them. */
  commands: readonly AgentCommand[] | null;
  lastExit: { outcome: AgentExitOutcome; text: string; seq: number } | null;
  /** Starts since the last turn that ended well: they reveal a crash loop. */
  startsAt: string[];
  /** Another start would fail again; the next prompt of a person retries. */
  halted: boolean;
}

export const initialBinding: BindingState = {
  run: null,
  nativeId: null,
  nativeIdAt: null,
  program: null,
  nativeFiles: null,
  nativeFile: null,
  fork: null,
  unresumable: null,
  hasSpoken: false,
  model: null,
  commands: null,
  lastExit: null,
  startsAt: [],
  halted: false,
};
