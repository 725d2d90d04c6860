// Whether the person looks at this terminal: as it reports, where it does; else as long as they have typed something lately.
import type { Output } from "../io.ts";

const REPORTS_ON = "\x1b[?1004h";
const REPORTS_OFF = "\x1b[?1004l";
const FOCUS_IN = "\x1b[I";
const FOCUS_OUT = "\x1b[O";
const LATELY_MS = 60_000;

export interface FocusState {
  /** What the terminal has said; null while it has said nothing, which may be all that it ever says. */
  readonly reported: boolean | null;
  readonly typedMs: number;
}

/** Whoever has just opened it is there. */
export const openedAt = (nowMs: number): FocusState => ({ reported: null, typedMs: nowMs });

export function afterKey({ reported }: FocusState, sequence: string, nowMs: number): FocusState {
  if (sequence === FOCUS_IN) return { reported: true, typedMs: nowMs };
  if (sequence === FOCUS_OUT) return { reported: false, typedMs: nowMs };
  // Keys come from who is there, whatever was reported.
  return { reported: reported === null ? null : true, typedMs: nowMs };
}

export const isLooking = ({ reported, typedMs }: FocusState, nowMs: number): boolean =>
  reported ?? nowMs - typedMs < LATELY_MS;

/** Has the terminal report from now on; returns how to stop that. */
export function askForReports(output: Output): () => void {
  output.write(REPORTS_ON);
  return () => void output.write(REPORTS_OFF);
}
