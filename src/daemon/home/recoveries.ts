// What people are told of recoveries: the newest one, in the daemon's log and in its status.
import { type FileIdentity, isSameFile, type Paths } from "../../home/index.ts";
import { describeRecovery, type RecoveryPaths, readReports, sizeOfIncidents } from "../../log/index.ts";
import type { ServerInfo } from "../../protocol/index.ts";
import type { Journal } from "../journal.ts";

export const recoveryPathsOf = ({ database, backups, damaged, environments }: Paths): RecoveryPaths => ({
  path: database,
  backups,
  damaged,
  environments,
});

export function newestRecovery({ damaged }: Pick<Paths, "damaged">): ServerInfo["recovery"] {
  const [report] = readReports({ damaged });
  if (!report) return null;
  const { at, events, kept } = report;
  return { at, text: describeRecovery(report), lost: events.lost, kept, copies: sizeOfIncidents({ damaged }) };
}

interface Where {
  paths: Paths;
  journal: Journal;
}

/** Writes the newest recovery to the daemon's log, unless it is older than `since`. */
export function tellRecovery({ since = "", ...where }: Where & { since?: string }): void {
  const recovery = found(where);
  if (recovery && recovery.at >= since) where.journal.info(recovery.text, { kept: recovery.kept, lost: recovery.lost });
}

/** Whether a recovery made this file and gave it this epoch. A file that replaces it later does not count. */
export function isRecoveredAs(epoch: string, log: FileIdentity, { paths, journal }: Where): boolean {
  try {
    return readReports(paths).some(({ file, ...report }) => report.epoch === epoch && file && isSameFile(file, log));
  } catch (error) {
    journal.error(unreadable(paths), error);
    return false;
  }
}

export const recoveredAt = (where: Where): string | null => found(where)?.at ?? null;

function found({ paths, journal }: Where): ServerInfo["recovery"] {
  try {
    return newestRecovery(paths);
  } catch (error) {
    journal.error(unreadable(paths), error);
    return null;
  }
}

const unreadable = ({ damaged }: Paths): string => `the report of a recovery in ${damaged} can't be read`;
