// Failures of the disk or the database, with messages that say what to do.
import { dirname } from "node:path";
import { SkeinError } from "../../core/index.ts";
import { codeOf, isCode, messageOf } from "../../system/index.ts";

interface Trouble {
  what: string;
  remedy: string;
}

const full: Trouble = { what: "the disk is full", remedy: "Free some space" };
const readOnly: Trouble = { what: "the disk is read-only", remedy: "Make it writable" };
const refused: Trouble = {
  what: "Skein may not write there",
  remedy: "Give the file and its directory back to the user who runs Skein",
};
const failing: Trouble = { what: "the disk reported an error", remedy: "Check the disk" };
const gone: Trouble = { what: "the directory is gone", remedy: "Restore it" };

/** SQLite's primary result codes. */
const IO_ERROR = 10;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

const ofSqlite: Readonly<Record<number, Trouble>> = {
  5: { what: "another process holds the database", remedy: "Close the other program" },
  8: { what: "the database is read-only", remedy: "Make the file and its directory writable" },
  [IO_ERROR]: failing,
  [CORRUPT]: { what: "the database is damaged", remedy: "It is repaired from its backups and what can be read" },
  13: full,
  14: { what: "the database can't be opened", remedy: "Check that its directory exists and is writable" },
  [NOT_A_DATABASE]: { what: "the file is not a database", remedy: "It is repaired from its backups" },
};

/** By the system's name of the error. */
const ofSystem: Readonly<Record<string, Trouble>> = {
  ENOSPC: {
    what: "the disk is full, or has no room for another file",
    remedy: "Free some space, or delete some files",
  },
  EDQUOT: { what: "the disk quota is used up", remedy: "Free some space" },
  EROFS: readOnly,
  EACCES: refused,
  EPERM: refused,
  EIO: failing,
  ENOENT: gone,
  EMFILE: {
    what: "this process has too many files open",
    remedy: "Close some clients, or raise the limit of open files",
  },
};

const unknown: Trouble = { what: "the database failed", remedy: "Check the disk and the file" };

export interface Failure {
  action: "open" | "read" | "write";
  path: string;
  cause: unknown;
}

const BY_ITSELF = "and everything continues automatically";
const WITH_A_DAEMON = "then start the daemon again";

/** Why a database could not be opened, for repeated attempts. */
export function whileTrying(fault: SkeinError): SkeinError {
  const { code, message, cause } = fault;
  const isOurs = message.includes(": can't open ") && message.endsWith(`${WITH_A_DAEMON}.`);
  return isOurs ? new SkeinError(code, message.replace(WITH_A_DAEMON, BY_ITSELF), { cause }) : fault;
}

/** A fault that already has a message is unchanged. */
export function storageFailed({ action, path, cause }: Failure): SkeinError {
  if (cause instanceof SkeinError) return cause;
  const { what, remedy } = ofSqlite[primaryCode(cause)] ?? ofSystem[codeOf(cause) ?? ""] ?? unknown;
  const detail = messageOf(cause);
  const next = action === "open" ? WITH_A_DAEMON : BY_ITSELF;
  const isDamaged = [CORRUPT, NOT_A_DATABASE].includes(primaryCode(cause));
  const safe = action === "open" || isDamaged ? "" : " Nothing that was acknowledged is lost.";
  // What was lost is unknown before the repair.
  const missing = action !== "open" && isDamaged ? " Then skein daemon status lists what is missing." : "";
  const message = `${what} on ${dirname(path)}: can't ${action} ${path} (${detail}).${safe} ${remedy}, ${next}.${missing}`;
  return new SkeinError("storage_failed", message, { cause });
}

/** Whether people can fix the system's reason. */
export const isDiskTrouble = (fault: unknown): boolean => Object.hasOwn(ofSystem, codeOf(fault) ?? "");

export const isBusy = (fault: unknown): boolean => primaryCode(fault) === 5;

const DAMAGED = "log_damaged";

/** The data read is not the data written; `place` names the event that shows it. */
export const damaged = (detail: string, place?: EventPlace): SkeinError =>
  new SkeinError(
    DAMAGED,
    `The session log is damaged: ${detail}. It is repaired from its backups and what can be read.`,
    { cause: place },
  );

/** The findings of SQLite's own check. */
export const damagedBySqlite = (found: string): SkeinError =>
  new SkeinError(DAMAGED, damaged(`SQLite finds: ${found}`).message, {
    cause: Object.assign(new Error(found), { errcode: CORRUPT }),
  });

export interface EventPlace {
  session: string;
  seq: number;
}

/** The event that shows the damage; null if SQLite itself found it. */
export const damagedEventOf = (fault: unknown): EventPlace | null =>
  fault instanceof SkeinError && fault.code === DAMAGED && !(fault.cause instanceof Error)
    ? ((fault.cause as EventPlace | undefined) ?? null)
    : null;

/** A check found damage that a second one did not confirm. */
export function falseAlarm(fault: unknown): SkeinError {
  const place = damagedEventOf(fault);
  const what = place ? `event ${place.seq} of session ${place.session}` : String(fault);
  const message = `A read of the session log reported damage (${what}) that a second read did not find. Nothing was changed. Try again; if it happens again, check everything: skein daemon recover --dry-run.`;
  return new SkeinError("false_alarm", message, { cause: fault });
}

/** Whether the data on disk is corrupt: retrying does not help, repairing does. */
export const isDamage = (fault: unknown): boolean => {
  if (fault instanceof SkeinError && fault.code === DAMAGED) return true;
  return isSaidBySqlite(fault);
};

/** Damage that only SQLite reports. It reports the same for a disk that does not answer. */
export const isSaidBySqlite = (fault: unknown): boolean => {
  const cause = fault instanceof SkeinError ? fault.cause : fault;
  return [CORRUPT, NOT_A_DATABASE].includes(primaryCode(cause));
};

/** Whether the disk did not answer: that says nothing about what is on it. */
export const isUnanswered = (fault: unknown): boolean => {
  const cause = fault instanceof SkeinError ? fault.cause : fault;
  return isCode(cause, "EIO") || primaryCode(cause) === IO_ERROR;
};

function primaryCode(fault: unknown): number {
  if (!(fault instanceof Error) || !("errcode" in fault) || typeof fault.errcode !== "number") return 0;
  return fault.errcode & 0xff;
}
