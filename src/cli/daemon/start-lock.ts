// Who starts the daemon when many commands need it at once. It only saves processes: the daemon's own lock decides.
import { closeSync, openSync, statSync, unlinkSync, writeSync } from "node:fs";
import { readRegularFile } from "../../home/index.ts";
import { isAlive, isCode, unlessAbsent } from "../../system/index.ts";

const STALE_MS = 15_000;

/** Returns a release function, or null while another command holds it. */
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

/** On a full disk the file has no content; its existence is the lock, for as long as a start may take. */
function writePid(file: number, pid: number): void {
  try {
    writeSync(file, String(pid));
  } catch {
    // Others can't see whether its owner lives; nothing else depends on it.
  } finally {
    closeSync(file);
  }
}

function remove(path: string): void {
  unlessAbsent(() => unlinkSync(path));
}

/** Its owner is gone, or has had more time than a start takes. A file that is being written has no pid yet. */
function isStale(path: string, nowMs: number): boolean {
  try {
    if (nowMs - statSync(path).mtimeMs > STALE_MS) return true;
    const pid = Number(readRegularFile(path, { maxBytes: 64 }));
    return pid > 0 && !isAlive(pid);
  } catch {
    return false;
  }
}
