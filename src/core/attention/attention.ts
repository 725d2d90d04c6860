// Which events are worth calling a person for.
import type { KnownEvent } from "../event.ts";
import { nextPrompt } from "../prompt/queue.ts";
import type { SessionState } from "../state.ts";
import { type Waiting, waitingFor } from "./waiting.ts";

export interface Attention extends Waiting {
  /** When it began to wait. */
  at: string;
}

/** Who waited less than this is probably still looking. */
const LONG_TURN_MS = 60_000;

/**
 * What an event asks of a person, as far as it still does: `state` is the session's at the event or at any time after it. An event asks for
 * one thing at most, and for the same whenever it is looked at.
 */
export function attentionOf(state: SessionState, event: KnownEvent): Attention | null {
  const waiting = waitingFor(event.session, state).find(({ seq }) => seq === event.seq);
  if (!waiting) return null;
  const attention = { ...waiting, at: event.at };
  if (waiting.kind !== "finished") return attention;
  // With more to do the agent goes on by itself: the last of its turns is worth a call.
  const goesOn = nextPrompt(state, event.at) !== null && !state.binding.halted;
  return waitedMs(event) > LONG_TURN_MS && !goesOn ? attention : null;
}

/** For how long somebody may have waited for it. A task whose end wakes the agent is not the end: the turn that follows has one. */
function waitedMs({ type, data }: KnownEvent): number {
  if (type === "turn_end") return data.workedMs ?? data.durationMs ?? 0;
  return type === "task_end" && !data.wakes ? (data.workedMs ?? 0) : 0;
}
