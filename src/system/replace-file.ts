// Replaces a file as a whole: whoever reads it finds the old one or the new one, also after a power cut. The new one is made aside, under a name that
// nobody knows beforehand: what somebody has put in the way, as a FIFO or a link, is neither opened nor waited for.
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { lstat, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { absent } from "./errors.ts";
import { syncDirectory, syncPath } from "./sync.ts";

interface Replacing {
  /** File and name are on the disk afterwards. Without, a power cut may leave the old file, or an empty one: for what can be made again. */
  readonly isDurable?: boolean;
}

const NAMES = 2 ** 48;

const asideOf = (path: string): string => `${path}.${Math.floor(Math.random() * NAMES)}.new`;

/** The name of the file of which this is the next version, left by a process that died; null when it is none. Older versions of Skein left no number. */
export const finishedNameOf = (name: string): string | null => /^(.+?)(?:\.\d+)?\.new$/.exec(name)?.[1] ?? null;

/** What was there keeps its mode; what was not is its owner's alone. */
const modeOf = (found: Stats | null | undefined): number => (found?.isFile() ? found.mode & 0o777 : 0o600);

/** Resolves when the new one is there. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  { isDurable = true }: Replacing = {},
): Promise<void> {
  const aside = asideOf(path);
  const mode = modeOf(await lstat(path).catch(absent));
  try {
    const file = await open(aside, "wx", 0o600);
    try {
      if (mode !== 0o600) await file.chmod(mode);
      await file.writeFile(content);
      if (isDurable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  if (isDurable) await syncPath(dirname(path));
}

/** The same at once. The content may depend on the new file, which is open by then. */
export function replaceFileSync(
  path: string,
  content: string | Uint8Array | ((file: number) => string),
  { isDurable = true }: Replacing = {},
): void {
  const aside = asideOf(path);
  const mode = modeOf(lstatSync(path, { throwIfNoEntry: false }));
  try {
    const file = openSync(aside, "wx", 0o600);
    try {
      if (mode !== 0o600) fchmodSync(file, mode);
      writeFileSync(file, typeof content === "function" ? content(file) : content);
      if (isDurable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  if (isDurable) syncDirectory(dirname(path));
}
