// Puts a recovered database where the damaged one was, and that beside its report. Renames only, in an order that can be taken up again
// wherever it was cut short: as long as the incident has the new database, whatever lies in its place is the old one.
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { placeOfNewFile } from "../../../home/index.ts";
import { finishedNameOf, replaceFileSync, syncDirectory, syncFile } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { NEW_FILE, workFiles } from "./recover-into.ts";
import { incidentsIn, REPORT_FILE, type RecoveryReport, readReport } from "./report.ts";

/** Called before each step that changes something, with its name; a test ends things here. */
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

/** From here on the recovery is finished, if not now, then at the next start. Returns the report as it is kept, with the file that was made. */
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
  // The side files go too: a stale WAL beside a new database would be taken for its own.
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

/** The incident whose new database was decided on and is not in its place yet. */
export function unfinishedIncident({ damaged }: Pick<RecoveryPaths, "damaged">): string | null {
  return (
    incidentsIn(damaged).find((incident) => existsSync(join(incident, NEW_FILE)) && readReport(incident) !== null) ??
    null
  );
}

/** What was left of recoveries that ended before anything was decided: only what they had made themselves. */
export function removeUndecided({ damaged }: Pick<RecoveryPaths, "damaged">): void {
  for (const incident of incidentsIn(damaged)) {
    if (readReport(incident) !== null) continue;
    const drafts = readdirSync(incident).filter((name) => finishedNameOf(name) === REPORT_FILE);
    for (const file of [...workFiles, ...drafts]) rmSync(join(incident, file), { force: true });
    if (readdirSync(incident).length === 0) rmdirSync(incident);
  }
}
