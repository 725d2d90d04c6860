// Replaces the damaged database with the recovered one, and keeps the damaged one beside the report. These are only renames, and an interrupted
// sequence can be continued: as long as the new database is in the incident's directory, the file in its place is the old one.
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { placeOfNewFile } from "../../../home/index.ts";
import { finishedNameOf, replaceFileSync, syncDirectory, syncFile } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { NEW_FILE, workFiles } from "./recover-into.ts";
import { incidentsIn, REPORT_FILE, type RecoveryReport, readReport } from "./report.ts";

/** Called with the name of each step before it changes something: tests kill the process here. */
export type OnStep = (step: string) => void;

export function makeIncident({ damaged }: Pick<RecoveryPaths, "damaged">, now: string): string {
  mkdirSync(damaged, { recursive: true, mode: 0o700 });
  const name = now.replaceAll(":", "-");
  for (let n = 1; ; n++) {
    const incident = join(damaged, n === 1 ? name : `${name}-${n}`);
    if (existsSync(incident)) continue;
    mkdirSync(incident, { mode: 0o700 });
    return incident;
  }
}

/** Once this returns, the recovery will be completed, by this process or at the next start. Returns the report as stored, with the identity of the new file. */
export function recordDecision(incident: string, found: RecoveryReport, onStep: OnStep): RecoveryReport {
  onStep("sync new database");
  chmodSync(join(incident, NEW_FILE), 0o600);
  syncFile(join(incident, NEW_FILE));
  onStep("write report");
  const report = { ...found, file: placeOfNewFile(join(incident, NEW_FILE)) };
  replaceFileSync(join(incident, REPORT_FILE), `${JSON.stringify(report, null, 2)}\n`);
  syncDirectory(dirname(incident));
  return report;
}

export function putInPlace({ path }: Pick<RecoveryPaths, "path">, incident: string, onStep: OnStep): void {
  // The side files are moved too: SQLite would apply a stale WAL to the new database.
  for (const suffix of ["", "-wal", "-shm", "-journal"]) {
    const kept = join(incident, `${basename(path)}${suffix}`);
    if (!existsSync(`${path}${suffix}`)) continue;
    onStep(`set aside ${basename(path)}${suffix}`);
    renameSync(`${path}${suffix}`, kept);
  }
  syncDirectory(incident);
  syncDirectory(dirname(path));
  onStep("put in place");
  renameSync(join(incident, NEW_FILE), path);
  syncDirectory(dirname(path));
  syncDirectory(incident);
}

/** The incident that has a report, and whose new database is not in place yet. */
export function unfinishedIncident({ damaged }: Pick<RecoveryPaths, "damaged">): string | null {
  return (
    incidentsIn(damaged).find((incident) => existsSync(join(incident, NEW_FILE)) && readReport(incident) !== null) ??
    null
  );
}

/** Removes the work files of recoveries that ended before they wrote their report, and no others. */
export function removeUndecided({ damaged }: Pick<RecoveryPaths, "damaged">): void {
  for (const incident of incidentsIn(damaged)) {
    if (readReport(incident) !== null) continue;
    const drafts = readdirSync(incident).filter((name) => finishedNameOf(name) === REPORT_FILE);
    for (const file of [...workFiles, ...drafts]) rmSync(join(incident, file), { force: true });
    if (readdirSync(incident).length === 0) rmdirSync(incident);
  }
}
