// Whether the person looks at this terminal: as it reports, if it does; otherwise for a while after each key.
import type { Output } from "../io.ts";

const REPORTS_ON = "\x1b[?1004h";
const REPORTS_OFF = "\x1b[?1004l";
const FOCUS_IN = "\x1b[I";
const FOCUS_OUT = "\x1b[O";
const LATELY_MS = 60_000;

export interface FocusState {
  /** The terminal's last report; null before the first, which may never come. */
  readonly reported: boolean | null;
  readonly typedMs: number;
}

/** The person who has just opened it is present. */
export const openedAt = (nowMs: number): FocusState => ({ reported: null, typedMs: nowMs });

export function afterKey({ reported }: FocusState, sequence: string, nowMs: number): FocusState {
  if (sequence === FOCUS_IN) return { reported: true, typedMs: nowMs };
  if (sequence === FOCUS_OUT) return { reported: false, typedMs: nowMs };
  // A key proves presence, whatever was reported.
  return { reported: reported === null ? null : true, typedMs: nowMs };
}

export const isLooking = ({ reported, typedMs }: FocusState, nowMs: number): boolean =>
  reported ?? nowMs - typedMs < LATELY_MS;

/** Enables the terminal's reports; returns a function that disables them. */
export function askForReports(output: Output): () => void {
  output.write(REPORTS_ON);
  return () => void output.write(REPORTS_OFF);
}
