// The possible results of waiting for a prompt.
import type { OpenPermission } from "../permission/state.ts";
import type { HeldWait } from "../prompt/wait.ts";
import type { SessionState } from "../state.ts";
import type { TurnEndReason } from "../turn/events.ts";

/** The message of the agent or the daemon, and what people can do about it. */
export interface Complaint {
  readonly message: string;
  readonly hint: string | null;
}

export interface EndedTurn {
  readonly kind: "ended";
  readonly turn: string;
  readonly reason: TurnEndReason;
  readonly error: string | null;
  /** Why the turn was stopped, if not by a person. */
  readonly limit?: Complaint;
  /** Set if it failed because nobody is logged in. */
  readonly login?: Complaint;
  readonly durationMs: number | null;
  /** The whole text of the turn's last message; null if there is none. */
  readonly message: string | null;
  readonly seq: number;
}

/** The agent can't continue by itself, and the prompt waits. */
export interface Halted extends Complaint {
  readonly kind: "halted";
  readonly code: string | null;
  readonly seq: number;
}

/** Removed from the queue before it was delivered. */
export interface Withdrawn {
  readonly kind: "withdrawn";
  readonly reason: string;
  readonly seq: number;
}

/** Nothing continues until a person answers, or does what the prompt waits for. */
export type PersonNeeded =
  /** `isQueued`: the prompt waits for the turn that asks. */
  | { readonly kind: "asks"; readonly question: OpenPermission; readonly isQueued: boolean; readonly seq: number }
  /** `nowMs` is the time of this finding. */
  | { readonly kind: "waits"; readonly wait: HeldWait; readonly nowMs: number; readonly seq: number };

export type PromptResult = EndedTurn | Halted | Withdrawn | PersonNeeded;

/** Null if nothing stops the agent. `otherwise`: the message if the state has none. */
export function haltOf({ binding, lifecycle }: SessionState, seq: number, otherwise: string): Halted | null {
  if (!binding.halted) return null;
  const { code = null, message = otherwise } = lifecycle.failure ?? {};
  return { kind: "halted", code, message, hint: null, seq };
}
