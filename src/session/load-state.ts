// A session's state from its log.
import { type Event, FOLD_VERSION, initialState, reduce, type SessionState } from "../core/index.ts";
import { type Log, walkEvents } from "../log/index.ts";

interface Loaded {
  readonly state: SessionState;
  /** The seq of the snapshot that it was folded from; 0 = there was none. */
  readonly snapshotSeq: number;
}

/**
 * The state at the end of the log or at an earlier seq: the newest snapshot and the events after it. Without a snapshot the log is folded from
 * its beginning, page by page, yielding in between.
 */
export async function loadFromSnapshot(log: Log, session: string, upTo = Number.POSITIVE_INFINITY): Promise<Loaded> {
  const snapshot = log.snapshot(session);
  let state = snapshot?.version === FOLD_VERSION && snapshot.head <= upTo ? snapshot : initialState;
  const snapshotSeq = state.head;
  for await (const events of walkEvents(log, { session, after: snapshotSeq })) {
    const wanted = events.filter(({ seq }) => seq <= upTo);
    for (const { line } of wanted) state = reduce(state, JSON.parse(line) as Event);
    if (wanted.length < events.length) break;
  }
  return { state, snapshotSeq };
}

export const loadState = async (log: Log, session: string, upTo?: number): Promise<SessionState> =>
  (await loadFromSnapshot(log, session, upTo)).state;
