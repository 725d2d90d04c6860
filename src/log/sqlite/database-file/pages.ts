// The pages of a database file as they lie on the disk, with what its WAL says on top. Read without SQLite, because SQLite refuses
// a file as a whole where single pages are unreadable. Only for files that no connection of this process has open: closing a file drops
// this process's locks on it.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { absent, isCode } from "../../../system/index.ts";
import { readWal, type Wal } from "./wal.ts";

export interface Pages {
  readonly pageSize: number;
  /** How many there should be; the file may have fewer. */
  readonly count: number;
  /** The page as SQLite would see it; null when it can't be read or is not there. */
  page(number: number): Buffer | null;
  /** Copies of pages in the WAL that SQLite does not look at: behind a damaged frame, or overwritten by a newer copy. */
  strayPages(): Iterable<Buffer>;
  /** Whether the file begins as every database does. */
  readonly hasHeader: boolean;
  /** Whether every page that should be there is. */
  readonly isWhole: boolean;
  readonly bytes: number;
  close(): void;
}

export const MAGIC = Buffer.from("SQLite format 3\0");
const DEFAULT_PAGE_SIZE = 4096;

export interface Reading {
  /** What the disk does not give is as if it were not there; otherwise that is an error. */
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
  // SQLite keeps it beside the file itself, wherever a link to it is.
  const wal = readWal(`${realpathSync(path)}-wal`, reading);
  const hasHeader = header?.subarray(0, MAGIC.length).equals(MAGIC) ?? false;
  const pageSize = pageSizeOf(hasHeader ? header : null, wal);
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

/** A checkpoint that was cut short leaves a file that is too small, and a WAL that has the rest. */
function allThere({ wanted, wholePagesInFile, wal }: { wanted: number; wholePagesInFile: number; wal: Wal }): boolean {
  for (let number = wholePagesInFile + 1; number <= wanted; number++) if (!wal.newest(number)) return false;
  return true;
}

function pageSizeOf(header: Buffer | null, wal: Wal): number {
  const said = header?.readUInt16BE(16) ?? 0;
  if (said === 1) return 65_536;
  if (said >= 512 && (said & (said - 1)) === 0) return said;
  return wal.pageSize || DEFAULT_PAGE_SIZE;
}

export function openFile(path: string): number | null {
  try {
    // A FIFO in its place is not waited for; reading it fails.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (fault) {
    return absent(fault);
  }
}

/** Exactly these bytes, or null when they are not there. */
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
