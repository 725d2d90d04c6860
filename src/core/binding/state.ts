import type { AgentExitOutcome } from "./events.ts";

export interface BindingState {
  run: {
    run: string;
    /** starting → ready for prompts → stopping. */
    phase: "starting" | "ready" | "stopping";
    seq: number;
    /** The newest wish for mode and model that it knows of. */
    settingSeq: number;
  } | null;
  nativeId: string | null;
  model: string | null;
  lastExit: { outcome: AgentExitOutcome; text: string; seq: number } | null;
  /** Starts since the last turn that ended well: what a crash loop is recognised by. */
  startsAt: string[];
  /** Starting it again would only fail again; the next prompt of a person tries anew. */
  halted: boolean;
}

export const initialBinding: BindingState = {
  run: null,
  nativeId: null,
  model: null,
  lastExit: null,
  startsAt: [],
  halted: false,
};
