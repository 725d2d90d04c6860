// Where the stream of the list comes from: which rows have changed is known by their ids, and each is read when it is sent. So a follower that
// reads slowly is sent the newest row once, not every one in between.
import type { Log, SessionFilter } from "../../log/index.ts";
import { changeLine, ndjsonEvent, sseEvent } from "../../protocol/index.ts";
import type { Clock, RowChanges } from "../../session/index.ts";
import type { Form } from "./output.ts";
import { pageOf } from "./page-writer.ts";
import type { Source } from "./stream.ts";

interface Rows {
  readonly log: Log;
  readonly changes: RowChanges;
  readonly clock: Clock;
  readonly filter: SessionFilter;
  readonly form: Form;
}

/** Agents at work say something many times a second; nobody reads a list that often. */
const COALESCE_MS = 200;
/** As many rows as make up the largest page. */
const ROWS_AT_ONCE = 40;

export function rowSource({ log, changes, clock, filter, form }: Rows): Source {
  /** Changed since rows were last sent. */
  const changed = new Set<string>();
  /** To be sent. When all of them are, the follower has everything up to `upTo`. */
  const due = new Set<string>();
  let upTo = 0;
  let hasBegun = false;
  let openedMs = Number.NEGATIVE_INFINITY;
  /** The follower has come to the end of what was due, and asked for more. */
  let isAtEnd = false;
  /** What has changed is due next. */
  let openLater = (): void => {};
  /** Those of which the follower knows that they are not in the list. */
  const removed = new Set<string>();

  function begin(cursor: number): void {
    hasBegun = true;
    upTo = log.lastCommit();
    for (const id of cursor === 0 ? log.sessionIds(filter) : changes.since(cursor)) due.add(id);
  }

  /** Null = the follower need not hear of it. */
  function lineOf(id: string, row: string | undefined, commit: number): string | null {
    if (row === undefined && removed.has(id)) return null;
    if (row === undefined) removed.add(id);
    else removed.delete(id);
    const line = changeLine(commit, id, row ?? null);
    return form === "sse" ? sseEvent(commit, line) : ndjsonEvent(line);
  }

  return {
    head: () => log.lastCommit(),
    // Only rows in the trash go without a commit of their own, and a daemon before this one may have removed some.
    firstSeq: () => changes.knownFrom + (filter.shelves?.includes("trash") ? 2 : 1),
    next(cursor, maxBytes) {
      if (!hasBegun) begin(cursor);
      if (due.size === 0) {
        isAtEnd = true;
        openLater();
        return { page: null, cursor: Math.max(cursor, upTo) };
      }
      const ids = firstOf(due, ROWS_AT_ONCE);
      const rows = log.fitting(ids, filter);
      const lines: string[] = [];
      let bytes = 0;
      for (const id of ids) {
        bytes += rows.get(id)?.length ?? id.length;
        if (lines.length > 0 && bytes > maxBytes) break;
        due.delete(id);
        // Who goes away in between comes back for the rest.
        const line = lineOf(id, rows.get(id), due.size === 0 ? upTo : cursor);
        if (line !== null) lines.push(line);
      }
      return {
        page: lines.length > 0 ? pageOf(lines) : null,
        cursor: due.size === 0 ? Math.max(cursor, upTo) : cursor,
      };
    },
    follow(wake, end) {
      let cancel: (() => void) | null = null;
      const open = (): void => {
        cancel = null;
        // A follower that reads more slowly than rows change would never come to the end.
        if (!isAtEnd) return;
        isAtEnd = false;
        openedMs = clock.monotonicMs();
        upTo = log.lastCommit();
        for (const id of changed) due.add(id);
        changed.clear();
        wake();
      };
      const wait = (): (() => void) => {
        const waitMs = openedMs + COALESCE_MS - clock.monotonicMs();
        if (waitMs > 0) return clock.after(waitMs, open);
        // In another turn: what was committed together is sent together.
        const turn = setImmediate(open);
        return () => clearImmediate(turn);
      };
      openLater = () => {
        if (changed.size > 0) cancel ??= wait();
      };
      const unfollow = changes.follow({
        changed(id) {
          changed.add(id);
          openLater();
        },
        lost: end,
      });
      return () => {
        cancel?.();
        unfollow();
      };
    },
  };
}

function firstOf<T>(all: ReadonlySet<T>, most: number): T[] {
  const first: T[] = [];
  for (const one of all) if (first.push(one) >= most) break;
  return first;
}
