// The report of a recovery, for people and programs: what was found and what is missing. It is kept beside the damaged files.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type FileIdentity, FileRefused, readRegularFile } from "../../../home/index.ts";
import { absent, isCode } from "../../../system/index.ts";
import type { recover } from "../recovery/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";

type Recovered = ReturnType<typeof recover>;

export interface RecoveryReport extends Omit<Recovered, "epoch"> {
  at: string;
  /** What was wrong: a sentence without a full stop. */
  reason: string;
  /** The log's epoch after the recovery; reports of older versions lack it. */
  epoch?: Recovered["epoch"];
  /** The file that was put in place; reports of older versions lack it. */
  file?: FileIdentity;
  /** The directory with the files as they were found. */
  kept: string;
}

export const REPORT_FILE = "report.json";
const MAX_BYTES = 64 * 1024 * 1024;

/** The reports of all decided recoveries, newest first; the last one may still have to be put in place. */
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

/** The directories of incidents, oldest first. */
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
  // Reports of older versions lack it.
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
