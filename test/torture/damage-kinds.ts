// Ways to ruin a database while nobody has it open.
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Random } from "./random.ts";

export interface Damage {
  name: string;
  /** The home as a daemon left it that was killed, with a WAL; otherwise as one that ended well. */
  isKilled?: boolean;
  /** All generations are ruined with it: nothing can be promised but that it starts, and tells. */
  isTotal?: boolean;
  ruin(home: string, random: Random): void;
}

const PAGE = 4096;
const HEADER = 100;
const database = (home: string): string => join(home, "skein.db");
const wal = (home: string): string => join(home, "skein.db-wal");

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
const randomBytes = (length: number, random: Random): Buffer =>
  Buffer.from(Uint8Array.from({ length }, () => random.below(256)));

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

function flipBit(path: string, random: Random): void {
  const at = random.below(sizeOf(path));
  const byte = Buffer.alloc(1);
  const file = openSync(path, "r+");
  readSync(file, byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ (1 << random.below(8));
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

function ruinGenerations(home: string, random: Random): void {
  const backups = join(home, "backups");
  for (const name of readdirSync(backups)) overwrite(join(backups, name), 0, randomBytes(PAGE, random));
}

export const damages: readonly Damage[] = [
  {
    name: "torn within the last 4 KB",
    ruin: (home, random) => truncateSync(database(home), sizeOf(database(home)) - 1 - random.below(PAGE)),
  },
  {
    name: "cut off anywhere",
    ruin: (home, random) => truncateSync(database(home), random.below(sizeOf(database(home)))),
  },
  { name: "one bit flipped", ruin: (home, random) => flipBit(database(home), random) },
  {
    name: "four pages destroyed",
    ruin(home, random) {
      const pages = Math.floor(sizeOf(database(home)) / PAGE);
      for (let count = 0; count < 4; count++)
        overwrite(database(home), random.below(pages) * PAGE, randomBytes(PAGE, random));
    },
  },
  { name: "of no length", ruin: (home) => truncateSync(database(home), 0) },
  { name: "removed", ruin: (home) => rmSync(database(home)) },
  { name: "without its header", ruin: (home) => overwrite(database(home), 0, Buffer.alloc(HEADER)) },
  { name: "without its first page", ruin: (home, random) => overwrite(database(home), 0, randomBytes(PAGE, random)) },
  { name: "with its WAL removed", isKilled: true, ruin: (home) => rmSync(wal(home)) },
  {
    name: "with its WAL cut off anywhere",
    isKilled: true,
    ruin: (home, random) => truncateSync(wal(home), random.below(sizeOf(wal(home)))),
  },
  { name: "with one bit of its WAL flipped", isKilled: true, ruin: (home, random) => flipBit(wal(home), random) },
  {
    name: "with a strange index of its WAL",
    isKilled: true,
    ruin: (home, random) => overwrite(`${database(home)}-shm`, 0, randomBytes(PAGE, random)),
  },
  {
    name: "destroyed with all generations",
    isTotal: true,
    ruin(home, random) {
      truncateSync(database(home), 0);
      ruinGenerations(home, random);
    },
  },
];
