// What a recovery found and what it could not find, for people and programs; it stays beside the files that were set aside.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type FileIdentity, FileRefused, readRegularFile } from "../../../home/index.ts";
import { absent, isCode } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";

export interface MissingEvents {
  session: string;
  from: number;
  to: number;
}

export interface RecoveryReport {
  at: string;
  /** What was wrong, as a sentence without its dot. */
  reason: string;
  /** The newest backup that something was taken from; null when none was needed or none could be read. */
  generation: string | null;
  sessions: number;
  events: {
    found: number;
    fromGeneration: number;
    /** They were there once and are nowhere now. */
    lost: number;
  };
  /** The first hundred gaps; `events.lost` counts all of them. */
  missing: MissingEvents[];
  /** Lost events of which nobody can say where they belonged: they were at the end of some session, or all of one. */
  lostWithoutPlace: number;
  /** Long texts whose beginning is all that is left of them. */
  lostBlobs: number;
  /** Forks of which nobody knows any more what they branched off from: they begin with their own events. */
  withoutBase: string[];
  /** Cursors from before are void: what they point at may be something else now. */
  newEpoch: boolean;
  /** The one that the log has since; reports of older versions have no word on it. */
  epoch?: string;
  /** The file that was put in place; reports of older versions have no word on it. */
  file?: FileIdentity;
  /** The directory with the files as they were found. */
  kept: string;
}

export const REPORT_FILE = "report.json";
export const MAX_MISSING = 100;
const MAX_BYTES = 64 * 1024 * 1024;

/** Reports of all recoveries that were finished or only have to be put in place, the newest first. */
export function readReports({ damaged }: Pick<RecoveryPaths, "damaged">): RecoveryReport[] {
  return incidentsIn(damaged)
    .reverse()
    .flatMap((incident) => readReport(incident) ?? []);
}

export function readReport(incident: string): RecoveryReport | null {
  try {
    return JSON.parse(readRegularFile(join(incident, REPORT_FILE), { maxBytes: MAX_BYTES }).toString("utf8"));
  } catch (fault) {
    const isNone = isCode(fault, "ENOENT") || fault instanceof FileRefused;
    if (isNone || fault instanceof SyntaxError) return null;
    throw fault;
  }
}

/** The directories of incidents, the oldest first. */
export function incidentsIn(damaged: string): string[] {
  try {
    return readdirSync(damaged, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(damaged, name))
      .sort();
  } catch (fault) {
    absent(fault);
    return [];
  }
}

/** One paragraph that says what happened. */
export function describeRecovery(report: RecoveryReport): string {
  const { reason, generation, sessions, events, lostWithoutPlace, newEpoch, kept } = report;
  // Reports of older versions have no word on it.
  const cutLoose = report.withoutBase?.length ?? 0;
  const forks =
    cutLoose === 0
      ? ""
      : ` ${count(cutLoose, "fork")} lost what came before: ${cutLoose === 1 ? "it begins with its" : "they begin with their"} own events.`;
  const source = generation ? ` ${events.fromGeneration} of them came from the backup ${generation}.` : "";
  const none = newEpoch
    ? " Nothing is known to be missing, but there may have been more at the ends of sessions."
    : " Nothing is missing.";
  const loss =
    events.lost === 0
      ? none
      : ` ${events.lost} ${events.lost === 1 ? "event is" : "events are"} missing${lostWithoutPlace > 0 ? `, ${lostWithoutPlace} of them from unknown ends of sessions` : ""}.`;
  return `The session log was recovered (${reason}): ${count(events.found, "event")} in ${count(sessions, "session")}.${source}${loss}${forks} The files as they were found are in ${kept}.`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
