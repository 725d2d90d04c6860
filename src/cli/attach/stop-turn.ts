// Esc stops the turn that the person saw, and never the one that has just taken its place: nobody has seen that one yet.
import { type Client, ProblemError } from "../../client/index.ts";
import { nextPrompt, type SessionState } from "../../core/index.ts";
import { SEEING_MS } from "./typing.ts";

export const TOO_LATE = "not stopped: that turn has just ended; Esc again stops the next one";

const HELD = "nothing continues until you send something or release the queue";

/** When a turn was last seen to end; null when none was, or when the person has sent something since: they mean that. */
export type TurnEnd = number | null;

export const turnEnd = (before: SessionState, after: SessionState, nowMs: number): TurnEnd =>
  before.turn.open !== null && after.turn.open?.turn !== before.turn.open.turn ? nowMs : null;

export type Stop =
  /** Null for the turn that is about to begin: what waits is held, so many prompts. */
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

/** By itself, when its quota is there again: the daemon knows whether the config says so. */
const mayGoOn = ({ limit, prompt }: SessionState): boolean => limit.quota?.holds === true && !prompt.paused;

/** Resolves to what the person should know; null when it is as they wished. */
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
