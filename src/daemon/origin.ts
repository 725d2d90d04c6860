// Whether this home is the one that it was, with the log that it had. The file that says so is copied with it: a directory that is moved stays the same
// one; one that is copied, or restored from a backup, does not. A log that came from elsewhere has another epoch, or nobody who witnessed it; one that
// was restored in its place has both as they were, and is another file.
import { existsSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { type Paths, readRegularFile, replaceFile } from "../home/index.ts";
import type { Testimony } from "../log/index.ts";
import type { Stranger } from "../session/index.ts";
import type { Journal } from "./journal.ts";

/** Not its device's number, which is another one after a restart of the machine. */
const Place = z.object({
  inode: z.string(),
  /** When it was made, in nanoseconds; null where that can't be told. */
  madeAt: z.string().nullable(),
});
type Place = z.infer<typeof Place>;

/** The directory, and what it holds. */
const Origin = Place.extend({
  /** Of the log that belongs here; files of older versions have no word on it. */
  epoch: z.string().optional(),
  /** The file of that log, which only a recovery replaces; older versions did not keep it. */
  log: Place.optional(),
  /** The log that a daemon found here came from elsewhere, and nobody knows yet that all of its queues are held. */
  stranger: z.object({ leavesRuns: z.boolean() }).optional(),
});
type Origin = z.infer<typeof Origin>;

const MAX_BYTES = 4096;

/** What was there before the log was opened. `null`: a log in memory, which nobody witnesses. */
export type Witnessed = { testimony: Testimony | null } | null;

interface Around {
  paths: Pick<Paths, "home" | "origin" | "database">;
  journal: Journal;
  /** Of the log as it is opened now. */
  epoch: () => string;
  witnessed: Witnessed;
  /** It was recovered when it was opened: what is queued is held for that. */
  isJustRecovered: boolean;
  /** Whether a recovery gave the log this epoch. */
  isRecovered: (epoch: string) => boolean;
}

/**
 * `claim`: from now on this directory, with the log that is open, is the one. That a log is a stranger stays known until then: holding its queues
 * gives it a witness.
 */
export function openOrigin(around: Around): { stranger: Stranger | null; claim(): void } {
  const { paths, journal, epoch } = around;
  const place = placeOf(paths.home);
  const originNow = (): Origin => {
    // A log in memory has none.
    const isFile = existsSync(paths.database);
    return { ...place, epoch: epoch(), ...(isFile ? { log: placeOf(paths.database) } : {}) };
  };
  let before = readOrigin(paths.origin);
  const keep = (now: Origin): void => {
    if (before && isDeepStrictEqual(before, now)) return;
    try {
      replaceFile(paths.origin, JSON.stringify(now));
      before = now;
    } catch (error) {
      journal.error("which directory this home is can't be kept; a copy of it will not be known as one", error);
    }
  };
  const stranger = strangerIn(around, originNow(), before);
  if (stranger?.kind === "log_replaced") keep({ ...(before ?? place), stranger: { leavesRuns: stranger.leavesRuns } });
  return { stranger, claim: () => keep(originNow()) };
}

function strangerIn(
  { epoch, witnessed, isJustRecovered, isRecovered }: Around,
  place: Origin,
  before: Origin | null,
): Stranger | null {
  if (before && !isSame(before, place)) return { kind: "home_copied", madeAt: null };
  if (before?.stranger) return { kind: "log_replaced", ...before.stranger };
  const now = epoch();
  const known = before?.epoch ?? witnessed?.testimony?.epoch ?? now;
  if (known !== now && !isRecovered(now)) return { kind: "log_replaced", leavesRuns: true };
  // An older state of this home, perhaps: runs are its own.
  const isOtherFile = before?.log !== undefined && place.log !== undefined && !isSame(before.log, place.log);
  if (isOtherFile && !isRecovered(now)) return { kind: "log_replaced", leavesRuns: false };
  // Whoever wrote the log here has left a witness of it: without, it may be an older one.
  const hadWitness = !before || before.epoch !== undefined;
  const isUnwitnessed = witnessed !== null && witnessed.testimony === null && !isJustRecovered;
  if (isUnwitnessed && hadWitness) return { kind: "log_replaced", leavesRuns: !before };
  // A home of an older Skein, in its place or copied: what was done before its directory was made was not done here.
  return !before && place.madeAt !== null ? { kind: "home_copied", madeAt: isoTime(place.madeAt) } : null;
}

const isoTime = (nanoseconds: string): string => new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString();

function placeOf(path: string): Place {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  // Systems that don't know it say when it was changed.
  const isKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: `${ino}`, madeAt: isKnown ? `${birthtimeNs}` : null };
}

const isSame = (one: Place, other: Place): boolean =>
  one.inode === other.inode && (one.madeAt === null || other.madeAt === null || one.madeAt === other.madeAt);

/** A home of an older Skein has none. */
function readOrigin(path: string): Origin | null {
  try {
    return Origin.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}
