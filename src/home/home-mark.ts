// Which home a process belongs to, for those who find it in the process table: by the directory's own number, which moving files about does not change.
import { statSync } from "node:fs";

/** Set in the environment of everything that a run starts, beside the run's own marker. */
export const HOME_VARIABLE = "SKEIN_RUN_HOME";

/** Null when there is no such directory. */
export function homeMark(home: string): string | null {
  const found = statSync(home, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}-${found.ino}` : null;
}
