// Looks at files that must never fail, and writes that end with everything written.
import { readdirSync, realpathSync, writeSync } from "node:fs";
import { isCode } from "./errors.ts";

/** What is read, or null where that can't be, for whatever reason. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** What a directory holds; nothing when it can't be read. */
export const namesIn = (directory: string): string[] => orNull(() => readdirSync(directory)) ?? [];

/** Through all links; the path itself where that can't be told. */
export const realPathOf = (path: string): string => orNull(() => realpathSync(path)) ?? path;

const RETRY_MS = 2;

/** All bytes, before the next thing happens. A file takes them at once; a pipe may not. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; ) start += writeSome(file, bytes.subarray(start));
}

/** Waits, without spinning, when the reader is slow and somebody made the pipe non-blocking. */
function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    if (!isCode(error, "EAGAIN")) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    return 0;
  }
}
