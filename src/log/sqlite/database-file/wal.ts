// Reads a write-ahead log (WAL): the committed copies of pages, and the other ones.
// The format is SQLite's: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
import { closeSync, fstatSync } from "node:fs";
import { openFile, type Reading, readAt } from "./pages.ts";

export interface Wal {
  /** The database's size after the last commit in it; 0 when it has none. */
  readonly pageCount: number;
  /** The newest committed copy of a page, or null. */
  newest(page: number): Buffer | null;
  strays(): Iterable<Buffer>;
  close(): void;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

const none: Wal = { pageCount: 0, newest: () => null, strays: () => [], close: () => {} };

export function readWal(path: string, pageSize: number, reading: Reading): Wal {
  const file = openFile(path);
  if (file === null) return none;
  try {
    return walIn(file, pageSize, reading);
  } catch (fault) {
    closeSync(file);
    throw fault;
  }
}

function walIn(file: number, pageSize: number, reading: Reading): Wal {
  const header = readAt(file, { offset: 0, length: HEADER_BYTES }, reading);
  const { newest, pageCount } = committedFrames(file, { header, pageSize, reading });
  const read = (frame: number): Buffer | null =>
    readAt(file, { offset: offsetOf(frame, pageSize) + FRAME_HEADER_BYTES, length: pageSize }, reading);
  return {
    pageCount,
    newest(page) {
      const frame = newest.get(page);
      return frame === undefined ? null : read(frame);
    },
    *strays() {
      const used = new Set(newest.values());
      const frames = Math.floor((fstatSync(file).size - HEADER_BYTES) / (FRAME_HEADER_BYTES + pageSize));
      for (let frame = frames - 1; frame >= 0; frame--) {
        const page = used.has(frame) ? null : read(frame);
        if (page) yield page;
      }
    },
    close: () => closeSync(file),
  };
}

const offsetOf = (frame: number, pageSize: number): number => HEADER_BYTES + frame * (FRAME_HEADER_BYTES + pageSize);

/** The frames that SQLite would read: up to the last commit before the first damaged or stale frame. None if the header is damaged. */
function committedFrames(
  file: number,
  { header, pageSize, reading }: { header: Buffer | null; pageSize: number; reading: Reading },
) {
  const newest = new Map<number, number>();
  let pageCount = 0;
  // The last bit is the byte order of the checksums.
  if (!header || header.readUInt32BE(0) >>> 1 !== MAGIC >>> 1 || header.readUInt32BE(8) !== pageSize)
    return { newest, pageCount };
  const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
  let sums = checksum(header.subarray(0, 24), { isBigEndian, start: [0, 0] });
  if (!sumsMatch(sums, header, 24)) return { newest, pageCount };
  const pending: [page: number, frame: number][] = [];
  for (let frame = 0; ; frame++) {
    const at = { offset: offsetOf(frame, pageSize), length: FRAME_HEADER_BYTES + pageSize };
    const bytes = readAt(file, at, reading);
    if (!bytes?.subarray(8, 16).equals(header.subarray(16, 24))) break;
    sums = checksum(bytes.subarray(0, 8), { isBigEndian, start: sums });
    sums = checksum(bytes.subarray(FRAME_HEADER_BYTES), { isBigEndian, start: sums });
    if (!sumsMatch(sums, bytes, 16)) break;
    pending.push([bytes.readUInt32BE(0), frame]);
    const sizeAfterCommit = bytes.readUInt32BE(4);
    if (sizeAfterCommit === 0) continue;
    pageCount = sizeAfterCommit;
    for (const [page, at] of pending.splice(0)) newest.set(page, at);
  }
  return { newest, pageCount };
}

type Sums = [number, number];

const sumsMatch = ([first, second]: Sums, bytes: Buffer, offset: number): boolean =>
  bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;

function checksum(bytes: Buffer, { isBigEndian, start }: { isBigEndian: boolean; start: Sums }): Sums {
  let [first, second] = start;
  for (let at = 0; at < bytes.length; at += 8) {
    const one = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const other = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    first = (first + one + second) >>> 0;
    second = (second + other + first) >>> 0;
  }
  return [first, second];
}
