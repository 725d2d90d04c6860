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

/** As many of the bytes as an open file takes now: at least one, but 0 when its reader is slow and somebody made the pipe non-blocking. Waits then, without spinning. */
export function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    if (!isCode(error, "EAGAIN")) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    return 0;
  }
}
