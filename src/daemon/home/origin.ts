// Detects a home that was copied, or whose log was replaced, by comparing both with the `origin` file in the home.
// - A moved directory keeps its inode; a copied or restored one does not.
// - A log from elsewhere has another epoch, or no witness.
// - A log restored in its place keeps both, but is another file, or ends before the recorded commit.
// - If the whole home was written back into the existing files, the origin file's recorded identity differs from its real one.
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

/** The identity of the directory, and what it contains. Files of older versions lack some fields. */
const Origin = Identity.extend({
  /** The epoch of the log that belongs here. */
  epoch: z.string().optional(),
  /** The identity of that log's file, which only a recovery replaces. */
  log: Identity.optional(),
  /** The last commit of the log when this was written. */
  head: z.number().optional(),
  /** The identity of the origin file itself, which is replaced whenever the log has grown. */
  itself: Identity.optional(),
  /** The log found here came from elsewhere, and its queues may not all be held yet. */
  stranger: z.object({ leavesRuns: z.boolean() }).optional(),
  /** When the log was last found to be one that may lack sessions of this home. */
  lackedSessionsAt: z.string().optional(),
});
type Origin = z.infer<typeof Origin>;

const MAX_BYTES = 4096;

/** What was known of the log before it was opened; `testimony` is null if it had no witness. `null`: a log in memory, which has none. */
export type Witnessed = { testimony: Testimony | null } | null;

interface Dependencies {
  paths: Pick<Paths, "home" | "origin" | "database">;
  journal: Journal;
  now: () => string;
  /** The epoch of the open log. */
  epoch: () => string;
  lastCommit: () => number;
  witnessed: Witnessed;
  /** The log was recovered when it was opened: its queues are held because of that. */
  isJustRecovered: boolean;
  /** Whether a recovery made this file and gave it this epoch. */
  isRecovered: (epoch: string, log: FileIdentity) => boolean;
  /** When the log was last recovered, by any process; null if never, or if no report is left. */
  recoveredAt: () => string | null;
}

export interface OpenedOrigin {
  stranger: ForeignLog | null;
  /** When the log was last found to be one that may lack sessions of this home, by this daemon or an earlier one. */
  readonly lackedSessionsAt: string | null;
  /**
   * Records this directory and the open log, up to its last commit, as the original. Until then a foreign log stays recorded as such, because
   * holding its queues already gives it a witness.
   */
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
  /** Keeps the latest time: sessions lost earlier may still come back. */
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
      // The log may have been recovered since it was opened.
      noteLack(recoveredAt());
      keep(originNow);
    },
  };
}

/** Compares everything except the file's own identity. */
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
  // Perhaps an older state of this home: then its runs belong here.
  const older = { kind: "log_replaced", leavesRuns: false } as const;
  const isOtherFile = before?.log !== undefined && origin.log !== undefined && !isSameFile(before.log, origin.log);
  if (isOtherFile && !isExcused) return older;
  const endsEarlier = origin.log !== undefined && lastCommit() < (before?.head ?? 0);
  if (endsEarlier && !(isExcused && isOtherFile)) return older;
  const isWrittenBack = before?.itself !== undefined && !isSameFile(before.itself, identityOfFile(paths.origin));
  if (isWrittenBack) return older;
  // Every Skein that writes an origin with an epoch also leaves a witness of its log. Without one the log may be an older one.
  const hadWitness = !before || before.epoch !== undefined;
  const isUnwitnessed = witnessed !== null && witnessed.testimony === null && !isJustRecovered;
  if (isUnwitnessed && hadWitness) return { kind: "log_replaced", leavesRuns: !before };
  // A home of an older Skein, in its place or copied: what began before its directory was created did not run here.
  return !before && origin.madeAt !== null ? { kind: "home_copied", madeAt: isoTime(origin.madeAt) } : null;
}

const isoTime = (nanoseconds: string): string => new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString();

/** Null also for a home of an older Skein. */
function readOrigin(path: string): Origin | null {
  try {
    return Origin.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}
