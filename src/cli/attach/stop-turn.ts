// Esc stops the turn that the person saw, never one that has just replaced it.
import { type Client, ProblemError } from "../../client/index.ts";
import { nextPrompt, type SessionState } from "../../core/index.ts";
import { SEEING_MS } from "./typing.ts";

export const TOO_LATE = "not stopped: that turn has just ended; Esc again stops the next one";

const HELD = "nothing continues until you send something or release the queue";

/** When a turn was last seen to end; null if none was, or if the person has sent something since, which they mean to stop. */
export type TurnEnd = number | null;

export const turnEnd = (before: SessionState, after: SessionState, nowMs: number): TurnEnd =>
  before.turn.open !== null && after.turn.open?.turn !== before.turn.open.turn ? nowMs : null;

export type Stop =
  /** Null for the turn that is about to begin; then the queue is held, with this many prompts. */
  | { readonly kind: "stop"; readonly turn: string | null; readonly prompts: number }
  | { readonly kind: "too_late" }
  | { readonly kind: "nothing" };

export function stopFor(state: SessionState | null, endedAtMs: TurnEnd, nowMs: number): Stop {
  if (state === null) return { kind: "nothing" };
  const { open } = state.turn;
  const begins = nextPrompt(state, new Date(nowMs).toISOString()) !== null || mayGoOn(state);
  if (open === null && !begins) return { kind: "nothing" };
  if (endedAtMs !== null && nowMs - endedAtMs < SEEING_MS) return { kind: "too_late" };
  return { kind: "stop", turn: open?.turn ?? null, prompts: state.prompt.queue.length };
}

/** The session would resume when its quota is back. The daemon knows whether the config allows that. */
const mayGoOn = ({ limit, prompt }: SessionState): boolean => limit.quota?.holds === true && !prompt.paused;

/** Resolves to a notice for the person; null if the turn was stopped. */
export async function stopTurn(
  client: Client,
  session: string,
  { turn, prompts }: Extract<Stop, { kind: "stop" }>,
): Promise<string | null> {
  try {
    const { outcome } = await client.interrupt(session, turn === null ? {} : { turn });
    return outcome.state === "held" && prompts === 0 ? HELD : null;
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : null;
    if (turn === null && code === "turn_not_running") return null;
    if (turn !== null && (code === "turn_mismatch" || code === "turn_not_running")) return TOO_LATE;
    throw error;
  }
}
