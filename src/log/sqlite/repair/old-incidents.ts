// Bounds what recoveries leave behind. Files of an incident from which everything was recovered hold nothing that the log has not; those of one that
// lost something may be the only copy of it, and are for people alone to delete.
import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { messageOf } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import type { OnStep } from "./put-in-place.ts";
import { NEW_FILE } from "./recover-into.ts";
import { incidentsIn, REPORT_FILE, type RecoveryReport, readReport } from "./report.ts";

/** Besides the first: what was there before anything was ever repaired. */
const NEWEST_KEPT = 2;
/** The newest stays, whatever its size. */
const MAX_BYTES = 1024 ** 3;

/** The recovery is done: what can't be deleted stays, the process is warned of it, and the next recovery tries again. */
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

/** Of the incidents that lost nothing the first and the newest stay, as long as they are not too large together. */
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

/** What there is to be deleted by people. */
export function sizeOfIncidents({ damaged }: Pick<RecoveryPaths, "damaged">): IncidentsSize {
  const all = incidentsIn(damaged);
  return { incidents: all.length, bytes: all.reduce((sum, one) => sum + bytesOf(one), 0) };
}

function lostNothing(incident: string): boolean {
  const report = readReport(incident);
  return report !== null && !existsSync(join(incident, NEW_FILE)) && isWhole(report);
}

/** With a new epoch nobody knows how much there was. Reports of older versions lack the newer counts. */
const isWhole = ({ events, lostWithoutPlace, lostBlobs, withoutBase, newEpoch }: RecoveryReport): boolean =>
  events.lost === 0 && !lostWithoutPlace && !lostBlobs && !withoutBase?.length && !newEpoch;

/** The report goes last: as long as it is there, the next time goes on with this. */
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
