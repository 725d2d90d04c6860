// Looks at files that must never fail.
import { readdirSync } from "node:fs";

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
