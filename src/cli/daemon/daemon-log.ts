// Reads the daemon's log file from its end. A full file becomes `.1`, and a new one begins.
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { openRegularFile } from "../../home/index.ts";
import { unlessAbsent } from "../../system/index.ts";

const MAX_BYTES = 256 * 1024;

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const fullLog = (path: string): string => `${path}.1`;

/** The newest lines up to an offset, including those of the previous file. */
export const newestLines = (path: string, to: number): string[] => [
  ...readLogFrom(fullLog(path), 0),
  ...readLogFrom(path, 0, to),
];

/** The lines since the file had this size, even if a new file has begun since then. */
export const linesSince = (path: string, size: number): string[] =>
  sizeOf(path) < size ? [...readLogFrom(fullLog(path), size), ...readLogFrom(path, 0)] : readLogFrom(path, size);

/** The lines between two offsets; at most the last 256 KB, and none if there is no file. */
export function readLogFrom(path: string, from: number, to = Number.POSITIVE_INFINITY): string[] {
  const file = unlessAbsent(() => openRegularFile(path));
  if (file === null) return [];
  try {
    const size = Math.min(fstatSync(file).size, to);
    const start = Math.max(from, size - MAX_BYTES, 0);
    const bytes = Buffer.alloc(Math.max(0, size - start));
    const length = readSync(file, bytes, 0, bytes.length, start);
    const lines = bytes.toString("utf8", 0, length).split("\n");
    // The first line is incomplete if the beginning of the file was skipped.
    return lines.slice(start > from ? 1 : 0).filter((line) => line.trim() !== "");
  } finally {
    closeSync(file);
  }
}
