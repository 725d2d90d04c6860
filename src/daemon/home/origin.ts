// Whether this home is the one that it was, with the log that it had. The file that says so is copied with it: a directory that is moved stays the same
// one; one that is copied, or restored from a backup, does not. A log that came from elsewhere has another epoch, or nobody who witnessed it; one that
// was restored in its place has both as they were, and is another file, or ends before the place that it had reached. Where all of the home was written
// back into the files that are there, the file that says so is not the one that it says it is.
import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import {
  type FileIdentity,
  identityOfFile,
  isSameFile,
  type Paths,
  readRegularFile,
  replaceFileKnowingItself,
} from "../../home/index.ts";
import type { Testimony } from "../../log/index.ts";
import type { ForeignLog } from "../../session/index.ts";
import type { Journal } from "../journal.ts";

const Identity = z.object({ inode: z.string(), madeAt: z.string().nullable() });

/** The directory, and what it holds. Files of older versions say less. */
const Origin = Identity.extend({
  /** Of the log that belongs here. */
  epoch: z.string().optional(),
  /** The file of that log, which only a recovery replaces. */
  log: Identity.optional(),
  /** The commit that the log had reached when this was written. */
  head: z.number().optional(),
  /** This file, which is made anew whenever the log has gone on. */
  itself: Identity.optional(),
  /** The log that a daemon found here came from elsewhere, and nobody knows yet that all of its queues are held. */
  stranger: z.object({ leavesRuns: z.boolean() }).optional(),
  /** When the log was last found to be one that may lack sessions of this home. */
  lackedSessionsAt: z.string().optional(),
});
type Origin = z.infer<typeof Origin>;

const MAX_BYTES = 4096;

/** What was there before the log was opened. `null`: a log in memory, which nobody witnesses. */
export type Witnessed = { testimony: Testimony | null } | null;

interface Dependencies {
  paths: Pick<Paths, "home" | "origin" | "database">;
  journal: Journal;
  now: () => string;
  /** Of the log as it is opened now. */
  epoch: () => string;
  lastCommit: () => number;
  witnessed: Witnessed;
  /** It was recovered when it was opened: what is queued is held for that. */
  isJustRecovered: boolean;
  /** Whether a recovery made this very file, with this epoch. */
  isRecovered: (epoch: string, log: FileIdentity) => boolean;
  /** When the log was last recovered, by whichever process; null when it never was, or nothing tells of it any more. */
  recoveredAt: () => string | null;
}

export interface OpenedOrigin {
  stranger: ForeignLog | null;
  /** When the log was last found to be one that may lack sessions of this home, by this daemon or one before it. */
  readonly lackedSessionsAt: string | null;
  /** From now on this directory, with the log that is open, as far as it got, is the one. That a log is a stranger stays known until then: holding its
   * queues gives it a witness. */
  claim(): void;
}

export function openOrigin(deps: Dependencies): OpenedOrigin {
  const { paths, journal, now, epoch, lastCommit, isJustRecovered, recoveredAt } = deps;
  const place = identityOfFile(paths.home);
  let before = readOrigin(paths.origin);
  let lackedSessionsAt = before?.lackedSessionsAt ?? null;
  const originNow = (): Origin => {
    // A log in memory has none.
    const isFile = existsSync(paths.database);
    return { ...place, epoch: epoch(), head: lastCommit(), ...(isFile ? { log: identityOfFile(paths.database) } : {}) };
  };
  /** Only later: what was lost in an earlier one may still come back. */
  const noteLack = (at: string | null): void => {
    if (at !== null && (lackedSessionsAt === null || Date.parse(at) > Date.parse(lackedSessionsAt)))
      lackedSessionsAt = at;
  };
  const keep = (make: () => Origin): void => {
    try {
      const next = { ...make(), ...(lackedSessionsAt === null ? {} : { lackedSessionsAt }) };
      if (before && sameText(before, next)) return;
      replaceFileKnowingItself(paths.origin, (itself) => JSON.stringify({ ...next, itself }));
      before = next;
    } catch (error) {
      journal.error("the home's own path can't be saved; a copy of this home will not be recognised as a copy", error);
    }
  };
  const stranger = strangerIn(deps, originNow(), before);
  const isLacking = isJustRecovered || stranger?.kind === "log_replaced";
  noteLack(isLacking ? now() : recoveredAt());
  if (stranger?.kind === "log_replaced")
    keep(() => ({ ...(before ?? place), stranger: { leavesRuns: stranger.leavesRuns } }));
  return {
    stranger,
    get lackedSessionsAt() {
      return lackedSessionsAt;
    },
    claim() {
      // It may have been recovered since it was opened.
      noteLack(recoveredAt());
      keep(originNow);
    },
  };
}

/** Whichever file says it. */
function sameText({ itself: _one, ...one }: Origin, { itself: _other, ...other }: Origin): boolean {
  return isDeepStrictEqual(one, other);
}

function strangerIn(
  { paths, epoch, lastCommit, witnessed, isJustRecovered, isRecovered }: Dependencies,
  origin: Origin,
  before: Origin | null,
): ForeignLog | null {
  if (before && !isSameFile(before, origin)) return { kind: "home_copied", madeAt: null };
  if (before?.stranger) return { kind: "log_replaced", ...before.stranger };
  const now = epoch();
  const isExcused = isJustRecovered || (origin.log !== undefined && isRecovered(now, origin.log));
  const known = before?.epoch ?? witnessed?.testimony?.epoch ?? now;
  if (known !== now && !isExcused) return { kind: "log_replaced", leavesRuns: true };
  // An older state of this home, perhaps: runs are its own.
  const older = { kind: "log_replaced", leavesRuns: false } as const;
  const isOtherFile = before?.log !== undefined && origin.log !== undefined && !isSameFile(before.log, origin.log);
  if (isOtherFile && !isExcused) return older;
  const endsEarlier = origin.log !== undefined && lastCommit() < (before?.head ?? 0);
  if (endsEarlier && !(isExcused && isOtherFile)) return older;
  const isWrittenBack = before?.itself !== undefined && !isSameFile(before.itself, identityOfFile(paths.origin));
  if (isWrittenBack) return older;
  // Whoever wrote the log here has left a witness of it: without, it may be an older one.
  const hadWitness = !before || before.epoch !== undefined;
  const isUnwitnessed = witnessed !== null && witnessed.testimony === null && !isJustRecovered;
  if (isUnwitnessed && hadWitness) return { kind: "log_replaced", leavesRuns: !before };
  // A home of an older Skein, in its place or copied: what was done before its directory was made was not done here.
  return !before && origin.madeAt !== null ? { kind: "home_copied", madeAt: isoTime(origin.madeAt) } : null;
}

const isoTime = (nanoseconds: string): string => new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString();

/** A home of an older Skein has none. */
function readOrigin(path: string): Origin | null {
  try {
    return Origin.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}
