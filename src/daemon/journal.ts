// The daemon's own log file, for the person who asks why something did not work: one JSON line per entry.
import { appendFileSync, copyFileSync, renameSync, statSync, truncateSync } from "node:fs";

export interface Journal {
  info(message: string, facts?: Record<string, unknown>): void;
  error(message: string, cause: unknown): void;
}

const MAX_BYTES = 5 * 1024 * 1024;

/** Writes to a file that starts anew past 5 MB (the old one stays as `.1`). Never throws: a full disk must not end the daemon. */
export function openJournal(path: string, now: () => string): Journal {
  const write = (entry: Record<string, unknown>): void => {
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) beginAnew(path);
      appendFileSync(path, `${JSON.stringify({ at: now(), ...entry })}\n`, { mode: 0o600 });
    } catch {
      // Nowhere left to say it.
    }
  };
  return {
    info: (message, facts = {}) => write({ level: "info", message, ...facts }),
    error: (message, cause) =>
      write({
        level: "error",
        message,
        cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      }),
  };
}

/**
 * The file stays the same one: the daemon's stdout and stderr go there, too, and what Node says last must not end up in the old one. Without room
 * for a copy it is renamed all the same.
 */
function beginAnew(path: string): void {
  const full = `${path}.1`;
  try {
    copyFileSync(path, full);
    truncateSync(path);
  } catch {
    renameSync(path, full);
  }
}
