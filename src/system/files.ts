// Reads of files that must never fail, and complete writes.
import { readdirSync, realpathSync, writeSync } from "node:fs";
import { isCode } from "./errors.ts";

/** The result, or null on any error. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The names in a directory; empty if it can't be read. */
export const namesIn = (directory: string): string[] => orNull(() => readdirSync(directory)) ?? [];

/** With all links resolved; the path itself if that fails. */
export const realPathOf = (path: string): string => orNull(() => realpathSync(path)) ?? path;

const RETRY_MS = 2;

/** Writes all bytes before it returns. A file takes them at once, a pipe may not. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; ) start += writeSome(file, bytes.subarray(start));
}

/** Waits without spinning if the pipe is non-blocking and its reader is slow. */
function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    if (!isCode(error, "EAGAIN")) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    return 0;
  }
}
