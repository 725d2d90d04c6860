// What Linux tells of a process. Elsewhere, and of what is gone or somebody else's, nothing.
import { readdirSync, readlinkSync } from "node:fs";
import { readRegularFile } from "../../home/index.ts";

/** One letter: R, S, D (waits for a disk), T (paused), Z (ended) …; null when it can't be told. */
export function stateOf(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  // "pid (name) state …": the name may hold anything, brackets too.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[0] ?? null;
}

/** Program and arguments; empty when they can't be told. */
export const wordsOf = (pid: number): string[] =>
  (readOrNull(`/proc/${pid}/cmdline`) ?? "").replace(/\0$/, "").split("\0").filter(Boolean);

/** The file that it was started from; ends with " (deleted)" when that is gone. */
export function executableOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}

/** How many files it may have open at once, and how many it has. */
export function descriptorsOf(pid: number | "self"): { limit: number; open: number } | null {
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readOrNull(`/proc/${pid}/limits`) ?? "")?.[1];
  if (limit === undefined) return null;
  return {
    limit: limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit),
    open: namesIn(`/proc/${pid}/fd`).length,
  };
}

/** Whether it has this very file open. */
export function hasOpen(pid: number, path: string): boolean {
  return namesIn(`/proc/${pid}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) === path;
    } catch {
      return false;
    }
  });
}

const MAX_BYTES = 16 * 1024 * 1024;

export function readOrNull(path: string): string | null {
  try {
    return readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8");
  } catch {
    return null;
  }
}

export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
