// Decodes the rows in a page of a table. Anything malformed is skipped, because the page may be damaged.
// The format is SQLite's: https://www.sqlite.org/fileformat2.html#b_tree_pages
import type { Pages } from "./pages.ts";

export type Value = null | number | bigint | string | Uint8Array;

export interface RawRow {
  rowid: number;
  values: Value[];
}

export const LEAF = 0x0d;
export const INTERIOR = 0x05;

/** Page 1 begins with the database's header. */
export const startOf = (page: number): number => (page === 1 ? 100 : 0);

/** The child pages of an interior page of a table, without impossible page numbers. */
export function childrenOf(page: Buffer, { start, count }: { start: number; count: number }): number[] {
  const children = cellOffsets(page, { start, pointersAt: start + 12 }).map((cell) => page.readUInt32BE(cell));
  return [...children, page.readUInt32BE(start + 8)].filter((child) => child >= 1 && child <= count);
}

/** The rows on a leaf page of a table, without malformed ones. */
export function* rowsIn(pages: Pages, page: Buffer, start: number): Iterable<RawRow> {
  for (const cell of cellOffsets(page, { start, pointersAt: start + 8 })) {
    const row = readCell(pages, page, cell);
    if (row) yield row;
  }
}

function cellOffsets(page: Buffer, { start, pointersAt }: { start: number; pointersAt: number }): number[] {
  const count = page.readUInt16BE(start + 3);
  if (pointersAt + count * 2 > page.length) return [];
  const offsets = Array.from({ length: count }, (_, index) => page.readUInt16BE(pointersAt + index * 2));
  return offsets.filter((offset) => offset >= pointersAt + count * 2 && offset <= page.length - 4);
}

function readCell(pages: Pages, page: Buffer, cell: number): RawRow | null {
  try {
    const [payloadBytes, afterLength] = varint(page, cell);
    const [rowid, start] = varint(page, afterLength);
    const payload = payloadOf(pages, page, { start, bytes: payloadBytes });
    return payload ? { rowid, values: valuesOf(payload) } : null;
  } catch (fault) {
    if (fault instanceof RangeError) return null;
    throw fault;
  }
}

function payloadOf(pages: Pages, page: Buffer, { start, bytes }: { start: number; bytes: number }): Buffer | null {
  const { pageSize } = pages;
  const most = pageSize - 35;
  if (bytes <= most) return start + bytes <= page.length ? page.subarray(start, start + bytes) : null;
  if (bytes > pages.count * pageSize) return null;
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23;
  const fitting = least + ((bytes - least) % (pageSize - 4));
  const local = fitting <= most ? fitting : least;
  if (start + local + 4 > page.length) return null;
  const parts = [page.subarray(start, start + local)];
  let next = page.readUInt32BE(start + local);
  for (let missing = bytes - local; missing > 0; ) {
    const overflow = next >= 1 && next <= pages.count ? pages.page(next) : null;
    if (!overflow) return null;
    const part = overflow.subarray(4, 4 + Math.min(missing, pageSize - 4));
    parts.push(part);
    missing -= part.length;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function valuesOf(payload: Buffer): Value[] {
  const [headerBytes, first] = varint(payload, 0);
  if (headerBytes > payload.length) throw new RangeError("the header is longer than the record");
  const values: Value[] = [];
  let at = headerBytes;
  for (let cursor = first; cursor < headerBytes; ) {
    const [type, next] = varint(payload, cursor);
    const [value, bytes] = valueAt(payload, at, type);
    values.push(value);
    cursor = next;
    at += bytes;
  }
  if (at !== payload.length) throw new RangeError("the record is longer than its values");
  return values;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6];

function valueAt(payload: Buffer, at: number, type: number): [value: Value, bytes: number] {
  if (type === 0) return [null, 0];
  if (type <= 5) {
    const bytes = INTEGER_BYTES[type] ?? 0;
    return [payload.readIntBE(at, bytes), bytes];
  }
  if (type === 6) {
    const value = payload.readBigInt64BE(at);
    return [Number.isSafeInteger(Number(value)) ? Number(value) : value, 8];
  }
  if (type === 7) return [payload.readDoubleBE(at), 8];
  if (type === 8 || type === 9) return [type - 8, 0];
  if (type < 12) throw new RangeError("no such type");
  const bytes = Math.floor((type - 12) / 2);
  if (at + bytes > payload.length) throw new RangeError("the value is longer than the record");
  const content = payload.subarray(at, at + bytes);
  return [type % 2 === 0 ? content : content.toString("utf8"), bytes];
}

/** Larger integers than a double holds exactly are refused: no row of ours has any. */
function varint(bytes: Buffer, offset: number): [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(offset + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 128) return [safe(value), offset + index + 1];
  }
  return [safe(value * 256 + bytes.readUInt8(offset + 8)), offset + 9];
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError("the number is too large");
  return value;
}
