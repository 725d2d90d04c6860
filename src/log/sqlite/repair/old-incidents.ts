// Limits the disk space of kept files. If a recovery lost nothing, the log has everything that the files of its incident have, and old ones are
// deleted. Files of an incident that lost something may be the only copy of it: only people delete them.
import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { messageOf } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import type { OnStep } from "./put-in-place.ts";
import { NEW_FILE } from "./recover-into.ts";
import { incidentsIn, REPORT_FILE, type RecoveryReport, readReport } from "./report.ts";

/** In addition to the first incident, whose files are from before any repair. */
const NEWEST_KEPT = 2;
/** The newest incident is kept whatever its size. */
const MAX_BYTES = 1024 ** 3;

/** Never throws, because the recovery is done: if files can't be deleted, it emits a process warning, and the next recovery tries again. */
export function tidyIncidents(places: Pick<RecoveryPaths, "damaged">, onStep: OnStep): void {
  const kept: unknown[] = [];
  const tryTo = (step: () => void): void => {
    try {
      step();
    } catch (fault) {
      kept.push(fault);
    }
  };
  tryTo(() => removeOldIncidents(places, (incident) => tryTo(() => remove(incident, onStep))));
  if (kept.length === 0) return;
  const [first] = kept;
  const why = messageOf(first);
  process.emitWarning(`Old files in ${places.damaged} can't be deleted: ${why}. The log itself is repaired.`);
}

/** Keeps the first and the newest of the incidents that lost nothing, as far as their total size allows. */
function removeOldIncidents({ damaged }: Pick<RecoveryPaths, "damaged">, remove: (incident: string) => void): void {
  const [first, ...others] = incidentsIn(damaged).filter(lostNothing);
  if (first === undefined) return;
  const kept = [first, ...others.slice(-NEWEST_KEPT)];
  const isOver = (): boolean => kept.length > 1 && kept.reduce((sum, one) => sum + bytesOf(one), 0) > MAX_BYTES;
  while (isOver()) remove(kept.shift() ?? "");
  for (const incident of others.slice(0, -NEWEST_KEPT)) remove(incident);
}

export interface IncidentsSize {
  incidents: number;
  bytes: number;
}

/** The size of all kept files, for people who want to delete them. */
export function sizeOfIncidents({ damaged }: Pick<RecoveryPaths, "damaged">): IncidentsSize {
  const all = incidentsIn(damaged);
  return { incidents: all.length, bytes: all.reduce((sum, one) => sum + bytesOf(one), 0) };
}

function lostNothing(incident: string): boolean {
  const report = readReport(incident);
  return report !== null && !existsSync(join(incident, NEW_FILE)) && isWhole(report);
}

/** After a new epoch it is unknown how much there was. Reports of older versions lack the newer counts. */
const isWhole = ({ events, lostWithoutPlace, lostBlobs, withoutBase, newEpoch }: RecoveryReport): boolean =>
  events.lost === 0 && !lostWithoutPlace && !lostBlobs && !withoutBase?.length && !newEpoch;

/** The report is removed last: until then an interrupted removal can be continued. */
function remove(incident: string, onStep: OnStep): void {
  onStep(`remove ${basename(incident)}`);
  const files = readdirSync(incident).filter((name) => name !== REPORT_FILE);
  for (const name of [...files, REPORT_FILE]) rmSync(join(incident, name), { recursive: true, force: true });
  rmdirSync(incident);
}

const bytesOf = (incident: string): number =>
  readdirSync(incident).reduce(
    (sum, name) => sum + (statSync(join(incident, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
