// The daemon's own log file, read from its end. When it is full it becomes `.1`, and another one begins.
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { openRegularFile } from "../../home/index.ts";
import { unlessAbsent } from "../../system/index.ts";

const MAX_BYTES = 256 * 1024;

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const fullLog = (path: string): string => `${path}.1`;

/** The newest lines up to an offset, those before the file began anew included. */
export const newestLines = (path: string, to: number): string[] => [
  ...readLogFrom(fullLog(path), 0),
  ...readLogFrom(path, 0, to),
];

/** The lines since the file had this size, also when it has begun anew meanwhile. */
export const linesSince = (path: string, size: number): string[] =>
  sizeOf(path) < size ? [...readLogFrom(fullLog(path), size), ...readLogFrom(path, 0)] : readLogFrom(path, size);

/** The lines after an offset, and up to another one; at most the last 256 KB of them, and none when there is no file. */
export function readLogFrom(path: string, from: number, to = Number.POSITIVE_INFINITY): string[] {
  const file = unlessAbsent(() => openRegularFile(path));
  if (file === null) return [];
  try {
    const size = Math.min(fstatSync(file).size, to);
    const start = Math.max(from, size - MAX_BYTES, 0);
    const bytes = Buffer.alloc(Math.max(0, size - start));
    const length = readSync(file, bytes, 0, bytes.length, start);
    const lines = bytes.toString("utf8", 0, length).split("\n");
    // The first one is cut off when the beginning of the file is.
    return lines.slice(start > from ? 1 : 0).filter((line) => line.trim() !== "");
  } finally {
    closeSync(file);
  }
}
