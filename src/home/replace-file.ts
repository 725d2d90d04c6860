// Puts a small file in the place of another, whole. It is made aside under a name that nobody knows beforehand: what somebody has put in the way, as a FIFO,
// is neither opened nor waited for.
import { renameSync, rmSync, writeFileSync } from "node:fs";

const NAMES = 2 ** 48;

/** The name of a file's next version. To be made exclusively (`wx`). */
export const asideOf = (path: string): string => `${path}.${Math.floor(Math.random() * NAMES)}.new`;

export function replaceFile(path: string, content: string | Uint8Array): void {
  const aside = asideOf(path);
  try {
    writeFileSync(aside, content, { flag: "wx", mode: 0o600 });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}
