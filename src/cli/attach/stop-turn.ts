// Esc stops the turn that the person saw, and never the one that has just taken its place: nobody has seen that one yet.
import { type Client, ProblemError } from "../../client/index.ts";
import { nextPrompt, type SessionState } from "../../core/index.ts";
import { SEEING_MS } from "./typing.ts";

export const TOO_LATE = "not stopped: that turn has just ended; Esc again stops the one that follows";

/** When a turn was last seen to end; null when none was, or when the person has sent something since: they mean that. */
export type TurnEnd = number | null;

export const turnEnd = (before: SessionState, after: SessionState, nowMs: number): TurnEnd =>
  before.turn.open !== null && after.turn.open?.turn !== before.turn.open.turn ? nowMs : null;

export type Stop =
  /** Null for the turn that is about to begin: what waits is held. */
  | { readonly kind: "stop"; readonly turn: string | null }
  | { readonly kind: "too_late" }
  | { readonly kind: "nothing" };

export function stopFor(state: SessionState | null, endedAtMs: TurnEnd, nowMs: number): Stop {
  if (state === null) return { kind: "nothing" };
  const { open } = state.turn;
  if (open === null && nextPrompt(state, new Date(nowMs).toISOString()) === null) return { kind: "nothing" };
  if (endedAtMs !== null && nowMs - endedAtMs < SEEING_MS) return { kind: "too_late" };
  return { kind: "stop", turn: open?.turn ?? null };
}

/** Resolves to what the person should know; null when it is as they wished. */
export async function stopTurn(client: Client, session: string, turn: string | null): Promise<string | null> {
  try {
    await client.interrupt(session, turn === null ? {} : { turn });
    return null;
  } catch (error) {
    const hasEnded = error instanceof ProblemError && ["turn_mismatch", "turn_not_running"].includes(error.code);
    if (turn !== null && hasEnded) return TOO_LATE;
    throw error;
  }
}
