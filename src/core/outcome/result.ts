// What waiting for a prompt can end with.
import type { OpenPermission } from "../permission/state.ts";
import type { HeldWait } from "../prompt/wait.ts";
import type { SessionState } from "../state.ts";
import type { TurnEndReason } from "../turn/events.ts";

/** What the agent or the daemon said, and what can be done about it. */
export interface Complaint {
  readonly message: string;
  readonly hint: string | null;
}

export interface EndedTurn {
  readonly kind: "ended";
  readonly turn: string;
  readonly reason: TurnEndReason;
  readonly error: string | null;
  /** What stopped the turn, where no person did. */
  readonly limit?: Complaint;
  /** Set when it failed because nobody is logged in. */
  readonly login?: Complaint;
  readonly durationMs: number | null;
  /** The whole text of the turn's last message; null when it said nothing. */
  readonly message: string | null;
  readonly seq: number;
}

/** The agent can't go on by itself; the prompt waits. */
export interface Halted extends Complaint {
  readonly kind: "halted";
  readonly code: string | null;
  readonly seq: number;
}

/** Taken out of the queue before the agent got it. */
export interface Withdrawn {
  readonly kind: "withdrawn";
  readonly reason: string;
  readonly seq: number;
}

/** Nothing goes on until somebody answers, or does what the prompt waits for. */
export type PersonNeeded =
  /** `isQueued`: the prompt waits for the turn that asks. */
  | { readonly kind: "asks"; readonly question: OpenPermission; readonly isQueued: boolean; readonly seq: number }
  /** `nowMs` is when that was seen. */
  | { readonly kind: "waits"; readonly wait: HeldWait; readonly nowMs: number; readonly seq: number };

export type PromptResult = EndedTurn | Halted | Withdrawn | PersonNeeded;

/** Null while nothing keeps the agent from going on. `otherwise`: the message where the state has none. */
export function haltOf({ binding, lifecycle }: SessionState, seq: number, otherwise: string): Halted | null {
  if (!binding.halted) return null;
  const { code = null, message = otherwise } = lifecycle.failure ?? {};
  return { kind: "halted", code, message, hint: null, seq };
}
