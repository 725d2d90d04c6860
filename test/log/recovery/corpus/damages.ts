// Kinds of damage to the files of a log. Each is drawn from a seed, so that it can be had again.
import type { randomFrom } from "../../../torture/random.ts";
import type { LogFiles } from "./logs.ts";

type Random = ReturnType<typeof randomFrom>;

export interface DamageContext {
  log: LogFiles;
  random: Random;
  /** Pages by what they hold, in the database file. */
  pages: {
    all: number[];
    events: number[];
    interior: number[];
    sessions: number[];
    receipts: number[];
    free: number[];
  };
}

interface DamageKind {
  name: string;
  /** Which file it changes; a log without it is left out. Default: the database. */
  file?: "-wal";
  /** Also removes the copy of the first page. */
  isWithoutCopy?: boolean;
  /** How often it is drawn, compared with others. */
  weight?: number;
}

/** Changes the file's bytes in place. */
interface Ruin extends DamageKind {
  ruin(bytes: Buffer, context: DamageContext): void;
}

/** Gives other bytes for the file; null removes it. */
interface Replacement extends DamageKind {
  replace(bytes: Buffer, context: DamageContext): Buffer | null;
}

export type Damage = Ruin | Replacement;

export const PAGE = 4096;
const FRAME = PAGE + 24;
const WAL_HEADER = 32;

const at = (page: number): number => (page - 1) * PAGE;
const randomBytes = (length: number, random: Random): Buffer =>
  Buffer.from(Uint8Array.from({ length }, () => random.below(256)));
const flip = (bytes: Buffer, offset: number, random: Random): void => {
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random.below(8));
};
const zero = (bytes: Buffer, pages: readonly number[]): void => {
  for (const page of pages) bytes.fill(0, at(page), at(page) + PAGE);
};

interface Record {
  start: number;
  end: number;
}

/** Where one of the rows on these pages is, in the file. */
function recordOf(bytes: Buffer, pages: readonly number[], random: Random): Record {
  const page = random.pick(pages);
  const count = bytes.readUInt16BE(at(page) + 3);
  const start = at(page) + bytes.readUInt16BE(at(page) + 8 + random.below(count) * 2);
  const [high = 0, low = 0] = bytes.subarray(start);
  const length = high < 128 ? high : (high & 127) * 128 + low;
  return { start, end: Math.min(start + length + 4, at(page) + PAGE) };
}

function swap(bytes: Buffer, one: number, other: number): void {
  const kept = Buffer.from(bytes.subarray(at(one), at(one) + PAGE));
  bytes.copyWithin(at(one), at(other), at(other) + PAGE);
  kept.copy(bytes, at(other));
}

export const damages: readonly Damage[] = [
  {
    name: "one flipped bit",
    ruin: (bytes, { random }) => flip(bytes, random.below(bytes.length), random),
  },
  {
    name: "twenty flipped bits",
    ruin(bytes, { random }) {
      for (let n = 0; n < 20; n++) flip(bytes, random.below(bytes.length), random);
    },
  },
  {
    name: "flipped bits in the numbers of three events",
    weight: 3,
    ruin(bytes, { random, pages }) {
      // The length, the commit, the record's header, session and seq.
      for (let n = 0; n < 3; n++) flip(bytes, recordOf(bytes, pages.events, random).start + random.below(18), random);
    },
  },
  {
    name: "flipped bits in the hashes of three events",
    ruin(bytes, { random, pages }) {
      for (let n = 0; n < 3; n++) flip(bytes, recordOf(bytes, pages.events, random).end - 1 - random.below(32), random);
    },
  },
  {
    name: "a flipped bit in a row of the list of sessions",
    weight: 6,
    ruin(bytes, { random, pages }) {
      const { start, end } = recordOf(bytes, pages.sessions, random);
      flip(bytes, start + random.below(Math.min(260, end - start)), random);
    },
  },
  {
    name: "flipped bits in rows of the list of sessions and of events",
    weight: 3,
    ruin(bytes, { random, pages }) {
      for (let n = 0; n < 2; n++)
        flip(bytes, recordOf(bytes, pages.sessions, random).start + random.below(160), random);
      for (let n = 0; n < 4; n++) flip(bytes, recordOf(bytes, pages.events, random).start + random.below(18), random);
    },
  },
  { name: "zeroed pages", ruin: (bytes, { random, pages }) => zero(bytes, random.sample(pages.all, 3)) },
  {
    name: "pages of noise",
    ruin(bytes, { random, pages }) {
      for (const page of random.sample(pages.all, 3)) randomBytes(PAGE, random).copy(bytes, at(page));
    },
  },
  {
    name: "swapped pages",
    ruin(bytes, { random, pages }) {
      const [one = 1, other = 1] = random.sample(pages.all, 2);
      swap(bytes, one, other);
    },
  },
  {
    name: "a page written over another",
    ruin(bytes, { random, pages }) {
      const [one = 1, other = 1] = random.sample(pages.all, 2);
      bytes.copyWithin(at(one), at(other), at(other) + PAGE);
    },
  },
  {
    name: "broken interior pages",
    ruin(bytes, { random, pages }) {
      const page = random.pick(pages.interior.length > 0 ? pages.interior : pages.all);
      if (random.chance(0.5)) zero(bytes, [page]);
      else for (let n = 0; n < 8; n++) flip(bytes, at(page) + (page === 1 ? 100 : 0) + random.below(64), random);
    },
  },
  {
    name: "a lost freelist",
    ruin(bytes, { random, pages }) {
      for (const page of pages.free) randomBytes(PAGE, random).copy(bytes, at(page));
      bytes.writeUInt32BE(random.below(pages.all.length * 2), 32);
      bytes.writeUInt32BE(random.below(pages.all.length), 36);
    },
  },
  {
    name: "a truncated tail",
    replace: (bytes, { random }) => bytes.subarray(0, PAGE + random.below(bytes.length - PAGE)),
  },
  { name: "a zeroed first page", ruin: (bytes) => zero(bytes, [1]) },
  { name: "a zeroed first page without its copy", isWithoutCopy: true, ruin: (bytes) => zero(bytes, [1]) },
  {
    name: "zeroed pages of the list of sessions",
    ruin: (bytes, { pages }) => zero(bytes, pages.sessions),
  },
  {
    name: "zeroed pages of the list of sessions and of the first events",
    ruin: (bytes, { random, pages }) =>
      zero(bytes, [...pages.sessions, pages.events[0] ?? 2, random.pick(pages.events)]),
  },
  {
    name: "zeroed pages of the list of sessions and of receipts",
    ruin: (bytes, { random, pages }) =>
      zero(bytes, [...pages.sessions, ...random.sample(pages.receipts, 2), random.pick(pages.events)]),
  },
  { name: "an older file", replace: (_, { log }) => Buffer.from(log.older.get("skein.db") ?? Buffer.alloc(0)) },
  { name: "an empty file", replace: () => Buffer.alloc(0) },
  { name: "a removed write-ahead log", file: "-wal", replace: () => null },
  {
    name: "a truncated write-ahead log",
    file: "-wal",
    replace: (bytes, { random }) => bytes.subarray(0, random.below(bytes.length)),
  },
  {
    name: "a flipped bit in the write-ahead log",
    file: "-wal",
    ruin: (bytes, { random }) => flip(bytes, random.below(bytes.length), random),
  },
  {
    name: "a write-ahead log without its header",
    file: "-wal",
    ruin: (bytes, { random }) => randomBytes(WAL_HEADER, random).copy(bytes),
  },
  {
    name: "old and new frames mixed in the write-ahead log",
    file: "-wal",
    ruin(bytes, { random }) {
      const frames = Math.floor((bytes.length - WAL_HEADER) / FRAME);
      for (let n = 0; n < 3; n++) {
        const [from, to] = [random.below(frames), random.below(frames)].map((frame) => WAL_HEADER + frame * FRAME);
        bytes.copyWithin(to ?? 0, from ?? 0, (from ?? 0) + FRAME);
      }
    },
  },
  {
    name: "an older write-ahead log",
    file: "-wal",
    replace: (_, { log }) => Buffer.from(log.older.get("skein.db-wal") ?? Buffer.alloc(0)),
  },
];
