// Names a home in the environment of its processes, by the device and inode of its directory, which stay the same when it is moved.
import { statSync } from "node:fs";

/** Null if there is no such directory. */
export function homeMark(home: string): string | null {
  const found = statSync(home, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}-${found.ino}` : null;
}
