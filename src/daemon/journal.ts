// The daemon's own log file, for a person who asks why something did not work: one JSON line per entry.
import { appendFileSync, closeSync, fstatSync, readSync, renameSync, statSync, truncateSync, writeSync } from "node:fs";
import { openRegularFile } from "../home/index.ts";
import { replaceFileSync } from "../system/index.ts";

export interface Journal {
  info(message: string, facts?: Record<string, unknown>): void;
  error(message: string, cause: unknown): void;
}

const MAX_BYTES = 5 * 1024 * 1024;
/** If another program has filled the file, only the newest part is kept. */
const MAX_KEPT_BYTES = 2 * MAX_BYTES;

/** Appends to a file that is rotated past 5 MB (the old one is `.1`). Never throws: a full disk must not end the daemon. */
export function openJournal(path: string, now: () => string): Journal {
  const write = (entry: Record<string, unknown>): void => {
    const line = `${JSON.stringify({ at: now(), ...entry })}\n`;
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) beginAnew(path);
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      sayElsewhere(line);
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

/** The home may be gone: whoever started the daemon may still read its stderr. */
function sayElsewhere(line: string): void {
  try {
    writeSync(process.stderr.fd, line);
  } catch {
    // There is no other place to write to.
  }
}

/**
 * The file is copied and truncated, not renamed, because the daemon's stdout and stderr go to the same file, and Node's last output must not
 * end up in the old one. Only without room for a copy it is renamed.
 */
function beginAnew(path: string): void {
  const full = `${path}.1`;
  try {
    replaceFileSync(full, newestLines(path), { isDurable: false });
    truncateSync(path);
  } catch {
    renameSync(path, full);
  }
}

/** The whole file, unless it is much larger than the journal ever makes it. */
function newestLines(path: string): Buffer {
  const file = openRegularFile(path);
  try {
    const { size } = fstatSync(file);
    const start = Math.max(0, size - MAX_KEPT_BYTES);
    const bytes = Buffer.alloc(size - start);
    const kept = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    return start > 0 ? kept.subarray(kept.indexOf("\n") + 1) : kept;
  } finally {
    closeSync(file);
  }
}
