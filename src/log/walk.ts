// Reads a long log page by page. It yields to the event loop between two pages, so that no caller can forget to.
import { setImmediate } from "node:timers/promises";
import type { CommitPage, ListedSession, Log, SessionFilter, StoredEvent } from "./log.ts";

/** Takes a few milliseconds. */
const PAGE = { limit: 500, maxBytes: 256 * 1024 };
const SESSIONS_AT_ONCE = 200;
const VERIFIED_AT_ONCE = 1000;

export type Walk = { readonly session: string; readonly limit?: number } & (
  | { readonly after: number }
  | { readonly before: number }
);

/** A session's events in order, or (`before`) the newest page first; each page is in order. `limit`: of one page. */
export async function* walkEvents(log: Pick<Log, "read">, walk: Walk): AsyncGenerator<readonly StoredEvent[], void> {
  for (let place: Walk = walk; ; ) {
    const { events, more } = log.read({ ...PAGE, ...place });
    yield events;
    const [first, last] = [events[0], events.at(-1)];
    if (!more || !first || !last) return;
    place = "after" in place ? { ...place, after: last.seq } : { ...place, before: first.seq };
    await setImmediate();
  }
}

/** The events of all sessions after this commit. */
export async function* walkCommits(log: Pick<Log, "readCommits">, from: number): AsyncGenerator<CommitPage, void> {
  for (let after = from; ; ) {
    const page = log.readCommits({ after, ...PAGE });
    yield page;
    if (!page.more) return;
    after = page.lastCommit;
    await setImmediate();
  }
}

/** The rows of a list, in its order. */
export async function* walkSessions(
  log: Pick<Log, "sessions">,
  filter: SessionFilter = {},
): AsyncGenerator<readonly ListedSession[], void> {
  for (const page of sessionPages(log, filter)) {
    yield page;
    await setImmediate();
  }
}

/** The same, for callers that usually stop early: each page is read on demand. */
export function* sessionPages(
  log: Pick<Log, "sessions">,
  filter: SessionFilter = {},
): Generator<readonly ListedSession[], void> {
  for (let last: ListedSession | undefined; ; ) {
    const page = log.sessions({ ...filter, limit: SESSIONS_AT_ONCE, ...(last ? { after: last } : {}) });
    yield page;
    last = page.at(-1);
    if (page.length < SESSIONS_AT_ONCE) return;
  }
}

/** Checks the hash chain over the events after one, up to another. Resolves to the first seq where it breaks, or null. */
export async function findBreak(
  log: Pick<Log, "verify">,
  session: string,
  { after, head }: { after: number; head: number },
): Promise<number | null> {
  for (let from = after; from < head; from += VERIFIED_AT_ONCE) {
    const broken = log.verify(session, { after: from, limit: VERIFIED_AT_ONCE });
    if (broken !== null) return broken;
    await setImmediate();
  }
  return null;
}
