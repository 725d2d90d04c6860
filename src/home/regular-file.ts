// Reads files that someone else may have prepared: only regular files, only up to a limit, and without blocking. A FIFO, a device, or a link
// to one must neither block the daemon nor fill its memory.
import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  promises,
  readSync,
  type Stats,
  statSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { orNull } from "../system/index.ts";
import { distrustsMode, isTrustedOwner, shellWord } from "./trusted-path.ts";

/** The file exists and is refused. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

interface Reading {
  readonly maxBytes: number;
  /** For a file that decides what runs: it must be ours or root's, and only its owner may write it. */
  readonly isTrusted?: boolean;
}

/** Reads the whole file. Throws a FileRefused, or the system's own error. */
export function readRegularFile(path: string, { maxBytes, isTrusted = false }: Reading): Buffer {
  const file = openRegularFile(path);
  try {
    const stat = fstatSync(file);
    if (isTrusted) refuseForeign(path, stat);
    if (stat.size > maxBytes) throw tooLarge(path, maxBytes);
    return readAll(file, { path, expected: stat.size, maxBytes });
  } finally {
    closeSync(file);
  }
}

/** Copies a file that may be replaced meanwhile by one that blocks, or grow. Resolves to what it was when it was opened. */
export async function copyRegularFile(from: string, to: string, maxBytes: number): Promise<Stats> {
  const source = await openRegularHandle(from);
  try {
    const found = await source.stat();
    const target = await promises.open(to, "w", 0o600);
    try {
      const chunk = Buffer.alloc(1024 * 1024);
      for (let copied = 0; ; ) {
        const { bytesRead } = await source.read(chunk, 0, chunk.length, copied);
        if (bytesRead === 0) break;
        copied += bytesRead;
        if (copied > maxBytes) throw tooLarge(from, maxBytes);
        await target.writeFile(chunk.subarray(0, bytesRead));
      }
    } finally {
      await target.close();
    }
    return found;
  } finally {
    await source.close();
  }
}

/** For reads that must never fail: null if the file can't be read for any reason. */
export const readTextOrNull = (path: string, maxBytes = 16 * 1024 * 1024): string | null =>
  orNull(() => readRegularFile(path, { maxBytes }).toString("utf8"));

/** For files that users write and that decide what runs. They must be UTF-8: other text would be misread. */
export function readTrustedText(path: string, maxBytes: number): string {
  refuseLostLink(dirname(path));
  refuseLostLink(path);
  const bytes = readRegularFile(path, { maxBytes, isTrusted: true });
  if (!isUtf8(bytes)) throw new FileRefused(`${path} is not UTF-8: save it as UTF-8 text`);
  return bytes.toString("utf8");
}

/** A dangling link is an error, not a missing file: the user has a file elsewhere that is not available now. */
function refuseLostLink(path: string): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink && !existsSync(path))
    throw new FileRefused(`${path} is a link to a missing file: restore the file, or remove the link`);
}

/** A descriptor that the caller closes. Opening does not block either. */
export function openRegularFile(path: string): number {
  // Checked before opening: opening a FIFO or a device can already have an effect.
  refuseSpecial(path, statSync(path));
  const file = openSync(path, WITHOUT_WAITING);
  try {
    // Another file may have taken its place.
    refuseSpecial(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The same as a handle, which can safely be closed twice. */
export async function openRegularHandle(path: string): Promise<FileHandle> {
  refuseSpecial(path, await promises.stat(path));
  const file = await promises.open(path, WITHOUT_WAITING);
  try {
    refuseSpecial(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The same for a file that another program wrote for this user: no link, and nobody else's. */
export async function openOwnHandle(path: string): Promise<FileHandle> {
  refuseOthers(path, await promises.lstat(path));
  const file = await promises.open(path, WITHOUT_WAITING | constants.O_NOFOLLOW);
  try {
    refuseOthers(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

function refuseSpecial(path: string, stat: Stats): void {
  if (!stat.isFile()) throw new FileRefused(`${path} is not a file, but ${kindOf(stat)}`);
}

function refuseOthers(path: string, stat: Stats): void {
  refuseSpecial(path, stat);
  if (!isTrustedOwner(stat.uid)) throw new FileRefused(`${path} belongs to another user (${stat.uid})`);
}

function refuseForeign(path: string, stat: Stats): void {
  if (!isTrustedOwner(stat.uid))
    throw new FileRefused(`${path} belongs to another user (${stat.uid}) and is not used: replace it with your own`);
  if (distrustsMode(stat))
    throw new FileRefused(`others can write to ${path}, so it is not used: chmod 600 ${shellWord(path)}`);
}

/** A file may grow while it is read, and some files (in /proc) do not report their size. */
function readAll(
  file: number,
  { path, expected, maxBytes }: { path: string; expected: number; maxBytes: number },
): Buffer {
  let bytes = Buffer.allocUnsafe(Math.min(Math.max(expected, 256) + 1, maxBytes + 1));
  let filled = 0;
  for (;;) {
    const count = readSync(file, bytes, filled, bytes.length - filled, null);
    filled += count;
    if (filled > maxBytes) throw tooLarge(path, maxBytes);
    if (count === 0) return bytes.subarray(0, filled);
    if (filled < bytes.length) continue;
    const longer = Buffer.allocUnsafe(Math.min(bytes.length * 2, maxBytes + 1));
    bytes.copy(longer);
    bytes = longer;
  }
}

const tooLarge = (path: string, maxBytes: number): FileRefused =>
  new FileRefused(`${path} is larger than ${maxBytes} bytes`);

/** The kind of file, for use in sentences. */
export function kindOf(stat: Stats): string {
  if (stat.isFIFO()) return "a FIFO";
  if (stat.isSocket()) return "a socket";
  if (stat.isDirectory()) return "a directory";
  if (stat.isSymbolicLink()) return "a link";
  return stat.isFile() ? "a file" : "a device";
}
