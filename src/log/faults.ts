// Why a log refuses a change: the faults common to all implementations.
import { SkeinError } from "../core/index.ts";
import type { PreparedChange } from "./prepare-change.ts";
import { shelfNumbers } from "./shelf.ts";

const RECEIPT_CONFLICT = "receipt_conflict";

/** The command was carried out already, perhaps in another session. */
export const isReceiptConflict = (error: unknown): boolean =>
  error instanceof SkeinError && error.code === RECEIPT_CONFLICT;

interface StoredFacts {
  /** Null if there is no such session yet. */
  head: number | null;
  /** Whether a fork's base event exists. */
  hasBase: boolean;
  isAnswered: boolean;
  hasBlob: (hash: string) => boolean;
  /** Null if there is no such session yet. */
  shelf: number | null;
}

/** Why the log must refuse this change in its current state, or null. */
export function faultOf(change: PreparedChange, stored: StoredFacts): SkeinError | null {
  const { session, base, events, row, snapshot, receipt, references, blobs } = change;
  const isArriving = row.shelf === shelfNumbers.arriving;
  if (stored.shelf === shelfNumbers.purged)
    return new SkeinError("session_gone", `Session ${session} was deleted for good; nothing can be written to it.`);
  if (isArriving && stored.shelf !== null && stored.shelf !== shelfNumbers.arriving)
    return new SkeinError("invalid_change", `Session ${session} exists already; only a new session can be imported.`);
  if (base && stored.head !== null) {
    const message = `Session ${session} exists already; only a new session can be a fork.`;
    return new SkeinError("invalid_change", message);
  }
  if (base && !stored.hasBase) {
    const message = `Session ${session} can't be a fork of session ${base.session} at event ${base.seq}: there is no such event.`;
    return new SkeinError("invalid_change", message);
  }
  const head = stored.head ?? base?.seq ?? 0;
  const misplaced = events.find(({ seq }, index) => seq !== head + 1 + index);
  if (misplaced) {
    const expected = head + 1 + events.indexOf(misplaced);
    const message = `Session ${session} expects event ${expected} next but got ${misplaced.seq}: something else writes to it.`;
    return new SkeinError("seq_conflict", message);
  }
  if (receipt && stored.isAnswered) {
    const message = `Command ${receipt.command} has its recorded answer already: it must not be carried out again.`;
    return new SkeinError(RECEIPT_CONFLICT, message);
  }
  if (snapshot && snapshot.seq > head + events.length) {
    const message = `A snapshot of session ${session} at event ${snapshot.seq} is ahead of its log: it would hide events.`;
    return new SkeinError("invalid_change", message);
  }
  const missing = references.find(({ hash }) => !blobs.some((blob) => blob.hash === hash) && !stored.hasBlob(hash));
  if (missing && !isArriving) {
    const message = `Event ${missing.seq} of session ${session} refers to the blob ${missing.hash}, which is not in the log.`;
    return new SkeinError("blob_missing", message);
  }
  return null;
}

export const logClosed = (): SkeinError =>
  new SkeinError("log_closed", "The session log is closed; nothing more is written to it.");
