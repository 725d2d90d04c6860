import type { ForkPoint } from "../lifecycle/events.ts";
import type { AgentCommand } from "./agent-command.ts";
import type { AgentExitOutcome, Transport } from "./events.ts";

export interface BindingState {
  run: {
    run: string;
    /** starting → ready for prompts → stopping. */
    phase: "starting" | "ready" | "stopping";
    seq: number;
    transport: Transport;
    /** The newest wish for mode and model that it knows of. */
    settingSeq: number;
    /** The mode that it says it works in; nothing while it does as it was told. */
    mode?: string;
    /** When it last became ready for a prompt; null while a turn runs. */
    restsSince: string | null;
    /** It ends as planned. */
    isParked: boolean;
  } | null;
  nativeId: string | null;
  /** When the conversation was first known by that name. */
  nativeIdAt: string | null;
  /** The program of its newest process. */
  program: string | null;
  /** Where that process keeps conversations; see `nativeFileOf`. */
  nativeFiles: string | null;
  /** The agent's own record of this conversation. A `*` stands for what only the agent knows; of several files the newest counts. */
  nativeFile: string | null;
  /** Where the conversation of a fork begins, as long as it has none of its own (`nativeId`). */
  fork: ForkPoint | null;
  /** Why the agent can't go on with what was said before; null when nothing is in the way. */
  unresumable: string | null;
  /** The agent has said or done something in that conversation: there is something to lose. */
  hasSpoken: boolean;
  model: string | null;
  /** A process of it had an environment that was kept for the session: no later one gets the daemon's. */
  hasOwnEnvironment?: boolean;
  /** Commands of the agent's own that can be sent; null as long as it has listed none. */
  commands: readonly AgentCommand[] | null;
  lastExit: { outcome: AgentExitOutcome; text: string; seq: number } | null;
  /** Starts since the last turn that ended well: what a crash loop is recognised by. */
  startsAt: string[];
  /** Starting it again would only fail again; the next prompt of a person tries anew. */
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
