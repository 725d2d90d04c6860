// The pages of a database file, with the newer copies in its WAL. They are read without SQLite, because SQLite refuses the whole file
// if single pages are unreadable. Only for files that no connection of this process has open: closing a file drops this process's locks
// on it.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { absent, isCode } from "../../../system/index.ts";
import { readWal, type Wal } from "./wal.ts";

export interface Pages {
  readonly pageSize: number;
  /** How many pages there should be; the file may have fewer. */
  readonly count: number;
  /** The page as SQLite would see it; null if it is missing or unreadable. */
  page(number: number): Buffer | null;
  /** Copies of pages in the WAL that SQLite ignores: behind a damaged frame, or replaced by a newer copy. */
  strayPages(): Iterable<Buffer>;
  /** Whether the file begins with SQLite's header. */
  readonly hasHeader: boolean;
  /** Whether every page that should be there is. */
  readonly isWhole: boolean;
  readonly bytes: number;
  close(): void;
}

export const MAGIC = Buffer.from("SQLite format 3\0");
const DEFAULT_PAGE_SIZE = 4096;

export interface Reading {
  /** Bytes that the disk can't return count as missing; otherwise they are an error. */
  skipsUnreadable: boolean;
}

/** Null when there is no such file. */
export function openPages(path: string, reading: Reading): Pages | null {
  const file = openFile(path);
  if (file === null) return null;
  try {
    return pagesIn(file, path, reading);
  } catch (fault) {
    closeSync(file);
    throw fault;
  }
}

function pagesIn(file: number, path: string, reading: Reading): Pages {
  const { size } = fstatSync(file);
  const header = readAt(file, { offset: 0, length: 100 }, reading);
  const hasHeader = header?.subarray(0, MAGIC.length).equals(MAGIC) ?? false;
  const pageSize = pageSizeOf(hasHeader ? header : null);
  // SQLite keeps the WAL beside the real file, not beside a link to it.
  const wal = readWal(`${realpathSync(path)}-wal`, pageSize, reading);
  const inFile = Math.ceil(size / pageSize);
  const wanted = wal.pageCount || (hasHeader && header ? header.readUInt32BE(28) : inFile);

  const page = (number: number): Buffer | null =>
    wal.newest(number) ?? readAt(file, { offset: (number - 1) * pageSize, length: pageSize }, reading);

  return {
    pageSize,
    count: Math.max(inFile, wal.pageCount),
    page,
    strayPages: wal.strays,
    hasHeader,
    isWhole: allThere({ wanted, wholePagesInFile: Math.floor(size / pageSize), wal }),
    bytes: size,
    close() {
      wal.close();
      closeSync(file);
    },
  };
}

/** After an interrupted checkpoint the file is too short, and the WAL has the rest. */
function allThere({ wanted, wholePagesInFile, wal }: { wanted: number; wholePagesInFile: number; wal: Wal }): boolean {
  for (let number = wholePagesInFile + 1; number <= wanted; number++) if (!wal.newest(number)) return false;
  return true;
}

function pageSizeOf(header: Buffer | null): number {
  const said = header?.readUInt16BE(16) ?? 0;
  if (said === 1) return 65_536;
  if (said >= 512 && (said & (said - 1)) === 0) return said;
  return DEFAULT_PAGE_SIZE;
}

export function openFile(path: string): number | null {
  try {
    // Opening a FIFO does not block this way; reading it fails.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (fault) {
    return absent(fault);
  }
}

/** Exactly these bytes, or null if the file does not have them all. */
export function readAt(
  file: number,
  { offset, length }: { offset: number; length: number },
  { skipsUnreadable }: Reading,
): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  try {
    while (filled < length) {
      const read = readSync(file, bytes, filled, length - filled, offset + filled);
      if (read === 0) return null;
      filled += read;
    }
  } catch (fault) {
    if (skipsUnreadable && isCode(fault, "EIO")) return null;
    throw fault;
  }
  return bytes;
}
