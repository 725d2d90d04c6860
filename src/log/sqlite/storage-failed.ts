// What went wrong with the disk or the database, in words that say what to do about it.
import { SkeinError } from "../../core/index.ts";

interface Trouble {
  what: string;
  remedy: string;
}

/** By SQLite's primary result code. */
const troubles: Readonly<Record<number, Trouble>> = {
  5: { what: "another process holds the database", remedy: "Close the other program" },
  8: { what: "the database is read-only", remedy: "Make the file and its directory writable" },
  10: { what: "the disk reported an error", remedy: "Check the disk" },
  11: { what: "the database is damaged", remedy: "Restore a backup" },
  13: { what: "the disk is full", remedy: "Free some space" },
  14: { what: "the database can't be opened", remedy: "Check that its directory exists and is writable" },
  26: { what: "the file is not a database", remedy: "Move it away or restore a backup" },
};

export interface Failure {
  action: "open" | "read" | "write";
  path: string;
  cause: unknown;
}

/** A fault that already has its words stays as it is. */
export function storageFailed({ action, path, cause }: Failure): SkeinError {
  if (cause instanceof SkeinError) return cause;
  const { what, remedy } = troubles[primaryCode(cause)] ?? {
    what: "the database failed",
    remedy: "Check the disk and the file",
  };
  const detail = cause instanceof Error ? cause.message : String(cause);
  const unacknowledged = action === "write" ? " Nothing that was waiting to be written has been acknowledged." : "";
  const message = `Can't ${action} ${path}: ${what} (${detail}).${unacknowledged} ${remedy}, then start the daemon again.`;
  return new SkeinError("storage_failed", message, { cause });
}

export const isBusy = (fault: unknown): boolean => primaryCode(fault) === 5;

function primaryCode(fault: unknown): number {
  if (!(fault instanceof Error) || !("errcode" in fault) || typeof fault.errcode !== "number") return 0;
  return fault.errcode & 0xff;
}
