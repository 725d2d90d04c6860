// Whether this home is the one that it was, or a copy of it: the file that says so is copied with it. A directory that is moved stays the same one; one that
// is copied, or restored from a backup, does not.
import { statSync } from "node:fs";
import * as z from "zod";
import { type Paths, readRegularFile, replaceFile } from "../home/index.ts";
import type { Journal } from "./journal.ts";

/** Not its device's number, which is another one after a restart of the machine. */
const Origin = z.object({
  inode: z.string(),
  /** When the directory was made, in nanoseconds; null where that can't be told. */
  madeAt: z.string().nullable(),
});
type Origin = z.infer<typeof Origin>;

const MAX_BYTES = 4096;

interface Around {
  paths: Pick<Paths, "home" | "origin">;
  journal: Journal;
}

/** `claim`: from now on this directory is the one. */
export function openOrigin({ paths, journal }: Around): { isCopy: boolean; claim(): void } {
  const now = originOf(paths.home);
  const before = readOrigin(paths.origin);
  return {
    isCopy: before !== null && !isSame(before, now),
    claim() {
      if (before && isSame(before, now) && before.madeAt === now.madeAt) return;
      try {
        replaceFile(paths.origin, JSON.stringify(now));
      } catch (error) {
        journal.error("which directory this home is can't be kept; a copy of it will not be known as one", error);
      }
    },
  };
}

function originOf(home: string): Origin {
  const { ino, birthtimeNs, ctimeNs } = statSync(home, { bigint: true });
  // Systems that don't know it say when it was changed.
  const isKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: `${ino}`, madeAt: isKnown ? `${birthtimeNs}` : null };
}

const isSame = (one: Origin, other: Origin): boolean =>
  one.inode === other.inode && (one.madeAt === null || other.madeAt === null || one.madeAt === other.madeAt);

/** A home of an older Skein has none. */
function readOrigin(path: string): Origin | null {
  try {
    return Origin.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}
