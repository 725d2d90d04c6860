// The open questions as a list that can change while it is read: a question keeps its number for as long as the list is open, so that a typed
// number never means another question.
import type { PermissionDetail } from "../../client/index.ts";

export interface Entry {
  readonly number: number;
  readonly question: PermissionDetail;
}

export interface InboxList {
  readonly entries: readonly Entry[];
  readonly nextNumber: number;
  /** The number of the entry that Enter opens; null if there is none. */
  readonly cursor: number | null;
}

export const emptyInbox: InboxList = { entries: [], nextNumber: 1, cursor: null };

export const keyOf = ({ session, id }: Pick<PermissionDetail, "session" | "id">): string => `${session} ${id}`;

/** The list with the current questions. New ones come last, with new numbers. */
export function updateInbox(list: InboxList, items: readonly PermissionDetail[]): InboxList {
  const waiting = new Map(items.map((question) => [keyOf(question), question]));
  const stay = list.entries.flatMap(({ number, question }) => {
    const now = waiting.get(keyOf(question));
    return now ? [{ number, question: now }] : [];
  });
  const known = new Set(stay.map(({ question }) => keyOf(question)));
  const fresh = items.filter((question) => !known.has(keyOf(question)));
  const entries = [...stay, ...fresh.map((question, index) => ({ number: list.nextNumber + index, question }))];
  return { entries, nextNumber: list.nextNumber + fresh.length, cursor: cursorIn(entries, list.cursor) };
}

/** The cursor stays on its entry, or moves to the next one. */
function cursorIn(entries: readonly Entry[], cursor: number | null): number | null {
  const next = entries.find(({ number }) => number >= (cursor ?? 0)) ?? entries.at(-1);
  return next?.number ?? null;
}

export function moveCursor(list: InboxList, step: 1 | -1): InboxList {
  const at = list.entries.findIndex(({ number }) => number === list.cursor);
  const entry = list.entries[at + step];
  return entry ? { ...list, cursor: entry.number } : list;
}

export const entryAt = (list: InboxList, number: number | null): Entry | null =>
  list.entries.find((entry) => entry.number === number) ?? null;
