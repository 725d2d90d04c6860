// Replaces a file atomically: readers find the old or the new one, even after a power cut. The new file is written under an unpredictable
// name, so that a FIFO or link that someone has put in its place is neither opened nor waited for.
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
  /** File and name are on disk afterwards. Otherwise a power cut may leave the old file or an empty one: only for what can be recreated. */
  readonly isDurable?: boolean;
}

const NAMES = 2 ** 48;

const asideOf = (path: string): string => `${path}.${Math.floor(Math.random() * NAMES)}.new`;

/** The file whose next version has this name, left by a process that died; null if it is none. Older versions of Skein used no number. */
export const finishedNameOf = (name: string): string | null => /^(.+?)(?:\.\d+)?\.new$/.exec(name)?.[1] ?? null;

/** An existing file keeps its mode; a new one is only for its owner. */
const modeOf = (found: Stats | null | undefined): number => (found?.isFile() ? found.mode & 0o777 : 0o600);

/** Resolves when the new file is in place. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
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

/** The synchronous version. The content may depend on the new file, which is open by then. */
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
