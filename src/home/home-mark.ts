// Which home a process belongs to, for those who find it in the process table: by the directory's own number, which moving files about does not change.
import { statSync } from "node:fs";

/** Null when there is no such directory. */
export function homeMark(home: string): string | null {
  const found = statSync(home, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}-${found.ino}` : null;
}
