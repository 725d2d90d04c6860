// Sorts a page of the log: which events notify a person, which run the user's hooks, and which notifications are settled.
import {
  type Attention,
  attentionOf,
  detailOf,
  type Event,
  type EventType,
  type Hook,
  hookOf,
  type KnownEvent,
  notesOf,
  type SessionState,
  understand,
  waitingFor,
} from "../../core/index.ts";
import type { StoredEvent } from "../../log/index.ts";
import type { Raised } from "./bookmark.ts";

export interface Classified {
  calls: { attention: Attention; detail: string | null; notes: readonly string[] }[];
  hooks: { hook: Hook; session: string; line: string; workspace: string | null }[];
  cleared: Raised[];
}

interface Dependencies {
  /** Null when there is no such session. */
  stateOf(session: string): Promise<SessionState | null>;
  raised: readonly Raised[];
  nowMs: number;
}

/** The only event types that can notify: most of a log is text, which is not even parsed. */
const calling: readonly EventType[] = [
  "session_start",
  "session_end",
  "turn_end",
  "task_end",
  "permission",
  "error",
  "resume_failed",
  "agent_exit",
];

/** Events further than this from the current time, in the past or in the future, notify nobody; they are still listed. */
const NOW_MS = 10 * 60_000;

export async function classifyPage(events: readonly StoredEvent[], deps: Dependencies): Promise<Classified> {
  const classified: Classified = { calls: [], hooks: [], cleared: [] };
  for (const { session, type, line } of events) {
    const event = calling.some((one) => one === type) ? readEvent(line) : null;
    if (!event || Math.abs(deps.nowMs - Date.parse(event.at)) > NOW_MS) continue;
    const state = await deps.stateOf(session);
    if (!state || isImported(state, event)) continue;
    const attention = attentionOf(state, event);
    if (attention)
      classified.calls.push({ attention, detail: detailOf(state, attention), notes: notesOf(state, attention) });
    const hook = hookOf(state, event);
    if (hook) classified.hooks.push({ hook, session, line, workspace: state.lifecycle.workspace?.path ?? null });
  }
  const touched = new Set(events.map(({ session }) => session));
  for (const one of deps.raised) {
    const { id, session } = one.attention;
    if (!touched.has(session)) continue;
    const state = await deps.stateOf(session);
    const isWaiting = state !== null && waitingFor(session, state).some((waiting) => waiting.id === id);
    if (!isWaiting) classified.cleared.push(one);
  }
  return classified;
}

/** The event came with an imported file, and its people were notified where it happened; or it is the end of the import itself. */
const isImported = ({ lifecycle }: SessionState, { seq, type, data }: KnownEvent): boolean =>
  seq <= lifecycle.importedSeq || (type === "session_end" && data.reason === "imported");

function readEvent(line: string): KnownEvent | null {
  try {
    return understand(JSON.parse(line) as Event);
  } catch {
    return null;
  }
}
