// Which events people are notified of.
import type { KnownEvent } from "../event.ts";
import { nextPrompt } from "../prompt/queue.ts";
import type { SessionState } from "../state.ts";
import { type Waiting, waitingFor } from "./waiting.ts";

export interface Attention extends Waiting {
  /** Since when it waits. */
  at: string;
}

/** After a shorter wait the user is probably still looking. */
const LONG_TURN_MS = 60_000;

/**
 * What an event needs from a person, if it still does: `state` is the session's at the event or later. An event needs at most one
 * thing, and always the same one.
 */
export function attentionOf(state: SessionState, event: KnownEvent): Attention | null {
  const waiting = waitingFor(event.session, state).find(({ seq }) => seq === event.seq);
  if (!waiting) return null;
  const attention = { ...waiting, at: event.at };
  if (waiting.kind !== "finished") return attention;
  // With more to do the agent continues: only the last of its turns causes a notification.
  const goesOn = nextPrompt(state, event.at) !== null && !state.binding.halted;
  return waitedMs(event) > LONG_TURN_MS && !goesOn ? attention : null;
}

/** How long someone may have waited for it. A task whose end wakes the agent is not the end: the following turn has one. */
function waitedMs({ type, data }: KnownEvent): number {
  if (type === "turn_end") return data.workedMs ?? data.durationMs ?? 0;
  return type === "task_end" && !data.wakes ? (data.workedMs ?? 0) : 0;
}
