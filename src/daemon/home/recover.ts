// `skein daemon recover`: checks the log thoroughly and, unless it should only check, repairs it. Runs as its own process, beside any daemon.
import { existsSync } from "node:fs";
import { distrustHome, pathsOf } from "../../home/index.ts";
import {
  acquireDaemonLock,
  describeRecovery,
  type Findings,
  inspectDatabase,
  prepareDatabase,
  type RecoveryReport,
} from "../../log/index.ts";
import { recoveryPathsOf } from "./recoveries.ts";

const DAMAGED = 1;
const NOTHING_YET = "nothing to do: there is no log yet";

/** Returns the exit code: 0 if nothing is wrong (any more), 1 if damage was found and not repaired, or nothing could be done. */
export function runRecover(words: readonly string[]): number {
  const [isDry, isJson] = [words.includes("--dry-run"), words.includes("--json")];
  const paths = pathsOf(process.env);
  const distrust = distrustHome(paths);
  if (distrust) return fail("home_untrusted", `Skein's home can't be used: ${distrust.problem}.`, distrust.fix, isJson);
  const places = { ...recoveryPathsOf(paths), skipsUnreadable: true };
  const now = new Date().toISOString();
  if (!existsSync(paths.home)) {
    say(isJson ? JSON.stringify({ v: 1, trouble: null, database: null, backups: [], recovery: null }) : NOTHING_YET);
    return 0;
  }
  const lock = acquireDaemonLock({ path: paths.lock });
  try {
    if (!lock && !isDry)
      return fail("daemon_running", "A daemon is running in this home.", "skein daemon stop, then try again", isJson);
    const findings = inspectDatabase(places, { now, isOpen: lock === null });
    const isToRepair = findings.trouble !== null && !isDry;
    const recovered = isToRepair ? prepareDatabase(places, { now, isDamaged: true }) : null;
    if (isJson) say(JSON.stringify({ v: 1, ...findings, recovered }));
    else for (const line of linesFor(findings, recovered)) say(line);
    return findings.trouble !== null && isDry ? DAMAGED : 0;
  } catch (fault) {
    const { code = "failed", message } = fault as { code?: string; message: string };
    return fail(code, message, null, isJson);
  } finally {
    lock?.release();
  }
}

function linesFor({ trouble, database, backups, recovery }: Findings, recovered: RecoveryReport | null): string[] {
  const state =
    trouble === null
      ? [
          database
            ? `nothing to do: ${database.events} events in ${database.sessions} ${database.sessions === 1 ? "session" : "sessions"}, all intact`
            : NOTHING_YET,
        ]
      : [`damaged: ${trouble}`];
  const generations = backups.map((backup) =>
    backup.isGood
      ? `backup ${backup.name}: good, ${backup.events} events in ${backup.sessions} sessions`
      : `backup ${backup.name}: damaged, ${backup.trouble}`,
  );
  return [...state, ...generations, ...(recovered ? recoveredLines(recovered) : recovery ? wouldLines(recovery) : [])];
}

const recoveredLines = (report: RecoveryReport): string[] => [describeRecovery(report), ...missingLines(report)];

const wouldLines = (report: RecoveryReport): string[] => [
  `a recovery would find ${report.events.found} events in ${report.sessions} sessions; ${report.events.lost} would be missing`,
  ...missingLines(report),
  "to recover: skein daemon stop, then skein daemon recover",
];

const missingLines = ({ missing }: RecoveryReport): string[] =>
  missing.map(({ session, from, to }) =>
    from === to
      ? `missing: event ${from} of session ${session}`
      : `missing: events ${from} to ${to} of session ${session}`,
  );

function fail(code: string, message: string, fix: string | null, isJson: boolean): number {
  const text = isJson
    ? JSON.stringify({ error: { code, message, hint: fix } })
    : [`error: ${message}`, ...(fix ? [`fix: ${fix}`] : [])].join("\n");
  process.stderr.write(`${text}\n`);
  return DAMAGED;
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
