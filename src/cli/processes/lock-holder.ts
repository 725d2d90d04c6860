// The process that holds the daemon's lock, as the system reports it. The lock file itself is never opened: only SQLite may do that.
import { statSync } from "node:fs";
import { commandLineOf, descriptorsOf, readLocks, stateOf, targetOf } from "../../system/index.ts";

export interface Holder {
  /** 0: a process outside of this container. */
  readonly pid: number;
  readonly state: string | null;
  /** Program and arguments. */
  readonly words: readonly string[];
}

/** The kernel returns the table in pieces, and may omit a held lock if other locks change in between. */
const LOOKS = 4;

/** Null if nobody holds it; undefined if the system does not tell. */
export function holderOf(lock: string, readTable = readLocks): Holder | null | undefined {
  for (let look = 0; look < LOOKS; look++) {
    const table = readTable();
    if (table === null) return undefined;
    const file = statSync(lock, { throwIfNoEntry: false });
    if (!file) return null;
    const pid = pidsLocking(table, file).find(({ pid, isSameDisk }) => isSameDisk || hasOpen(pid, lock))?.pid;
    if (pid !== undefined) return { pid, state: stateOf(pid), words: commandLineOf(pid) };
  }
  return null;
}

const hasOpen = (pid: number, path: string): boolean =>
  descriptorsOf(pid).some((descriptor) => targetOf(pid, descriptor) === path);

/** `1: POSIX  ADVISORY  WRITE 3185 fe:00:2648216 1073741824 1073742335`; a line with `->` waits for the lock. */
const ROW = /^\d+: (?!->)\S+ +\S+ +WRITE +(-?\d+) ([\da-f]+):([\da-f]+):(\d+) /;

/** Some file systems (overlay, btrfs) report another device number here than for the file: the inode alone is only a hint. */
export function pidsLocking(
  table: string,
  { ino, dev }: { readonly ino: number; readonly dev: number },
): { pid: number; isSameDisk: boolean }[] {
  return table.split("\n").flatMap((line) => {
    const [, pid, major = "", minor = "", inode] = ROW.exec(line) ?? [];
    if (pid === undefined || Number(inode) !== ino) return [];
    const isSameDisk = deviceOf(Number.parseInt(major, 16), Number.parseInt(minor, 16)) === dev;
    return [{ pid: Math.max(0, Number(pid)), isSameDisk }];
  });
}

/** The format in which the system packs both into a file's `dev`. */
const deviceOf = (major: number, minor: number): number =>
  (minor & 0xff) + (major & 0xfff) * 2 ** 8 + (minor >>> 8) * 2 ** 20;
