// Who starts the daemon when many commands find it missing at once. Only a courtesy that saves processes: the daemon's own lock decides.
import { closeSync, openSync, statSync, unlinkSync, writeSync } from "node:fs";
import { readRegularFile } from "../../home/index.ts";
import { isAlive, isCode, unlessAbsent } from "../../system/index.ts";

const STALE_MS = 15_000;

/** Returns how to let go, or null while somebody else is at it. */
export function takeStartLock(path: string, { pid, nowMs }: { pid: number; nowMs: number }): (() => void) | null {
  const release = create(path, pid);
  if (release || !isStale(path, nowMs)) return release;
  remove(path);
  return create(path, pid);
}

function create(path: string, pid: number): (() => void) | null {
  try {
    const file = openSync(path, "wx", 0o600);
    writePid(file, pid);
    return () => remove(path);
  } catch (error) {
    if (isCode(error, "EEXIST")) return null;
    throw error;
  }
}

/** On a full disk the name alone is the lock, and stands for as long as a start may take. */
function writePid(file: number, pid: number): void {
  try {
    writeSync(file, String(pid));
  } catch {
    // Whoever waits can't see whether its maker lives; nothing else depends on it.
  } finally {
    closeSync(file);
  }
}

function remove(path: string): void {
  unlessAbsent(() => unlinkSync(path));
}

/** Its maker is gone, or has had more time than it takes. A file that is being written holds no pid yet. */
function isStale(path: string, nowMs: number): boolean {
  try {
    if (nowMs - statSync(path).mtimeMs > STALE_MS) return true;
    const pid = Number(readRegularFile(path, { maxBytes: 64 }));
    return pid > 0 && !isAlive(pid);
  } catch {
    return false;
  }
}
