// Reads files that somebody else may have prepared: only regular ones, only so much of them, and without ever waiting. A FIFO, a device,
// or a link to one, must neither hold up the daemon nor fill its memory.
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

/** The file is there, and is none that is read. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

interface Reading {
  readonly maxBytes: number;
  /** What the file says decides what runs: it must be ours (or root's), and nobody else may write it. */
  readonly isTrusted?: boolean;
}

/** All of it. Throws a FileRefused, or the system's own error. */
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

/** For a look that must never fail: null where it can't be read, for whatever reason. */
export const readTextOrNull = (path: string, maxBytes = 16 * 1024 * 1024): string | null =>
  orNull(() => readRegularFile(path, { maxBytes }).toString("utf8"));

/** What a person wrote, and what decides what runs: UTF-8, as anything else would be read as other words than were meant. */
export function readTrustedText(path: string, maxBytes: number): string {
  refuseLostLink(dirname(path));
  refuseLostLink(path);
  const bytes = readRegularFile(path, { maxBytes, isTrusted: true });
  if (!isUtf8(bytes)) throw new FileRefused(`${path} is not UTF-8: save it as UTF-8 text`);
  return bytes.toString("utf8");
}

/** What a person has put elsewhere and is not there now is no file that they never wrote. */
function refuseLostLink(path: string): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink && !existsSync(path))
    throw new FileRefused(`${path} is a link to a missing file: restore the file, or remove the link`);
}

/** A descriptor, to be closed by the caller. Opening does not wait either. */
export function openRegularFile(path: string): number {
  // Before it is opened: opening alone already means something to a FIFO's other end, and to some devices.
  refuseSpecial(path, statSync(path));
  const file = openSync(path, WITHOUT_WAITING);
  try {
    // Another one may have come in its place.
    refuseSpecial(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The same for a file that stays open: its handle can be closed twice. */
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

const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

function refuseSpecial(path: string, stat: Stats): void {
  if (!stat.isFile()) throw new FileRefused(`${path} is not a file, but ${kindOf(stat)}`);
}

function refuseForeign(path: string, stat: Stats): void {
  if (!isTrustedOwner(stat.uid))
    throw new FileRefused(`${path} belongs to another user (${stat.uid}) and is not used: replace it with your own`);
  if (distrustsMode(stat))
    throw new FileRefused(`others can write to ${path}, so it is not used: chmod 600 ${shellWord(path)}`);
}

/** A file may grow while it is read, and some (in /proc) don't say how long they are. */
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

/** In words, for sentences. */
export function kindOf(stat: Stats): string {
  if (stat.isFIFO()) return "a FIFO";
  if (stat.isSocket()) return "a socket";
  if (stat.isDirectory()) return "a directory";
  if (stat.isSymbolicLink()) return "a link";
  return stat.isFile() ? "a file" : "a device";
}
