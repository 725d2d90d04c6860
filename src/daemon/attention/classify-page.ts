// A page of the log: what in it calls a person, what calls the user's commands, and what asks nothing of anybody any more.
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

/** The only ones that can call anybody: most of a log is words, which are not even looked into. */
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

/** What is older was for a person who was there then, and what claims to be of a later time was not now; it is still listed. */
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

/** It came in a file, and called people where it happened; or it says that the file has come. */
const isImported = ({ lifecycle }: SessionState, { seq, type, data }: KnownEvent): boolean =>
  seq <= lifecycle.importedSeq || (type === "session_end" && data.reason === "imported");

function readEvent(line: string): KnownEvent | null {
  try {
    return understand(JSON.parse(line) as Event);
  } catch {
    return null;
  }
}
