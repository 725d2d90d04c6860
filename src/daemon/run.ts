// The daemon as a process: one per home directory, started silently, ended by a signal or by `skein daemon stop`.
import { createRegistry } from "../agents/index.ts";
import { background, type Limits } from "../core/index.ts";
import { defaultConfig, openConfig } from "../home/config.ts";
import { type Config, pathsOf, VERSION } from "../home/index.ts";
import { acquireDaemonLock, openSqliteLog, placeOf, readWitness, startMaintenance } from "../log/index.ts";
import type { Clock } from "../session/index.ts";
import { startDaemon } from "./daemon.ts";
import { endUnrecorded } from "./end-unrecorded.ts";
import { openJournal } from "./journal.ts";
import { keeperWith } from "./keeper.ts";
import { makeOwnHome, warnOfHome } from "./prepare-home.ts";
import { placesOf, recoveredAt, tellRecovery } from "./recoveries.ts";

const clock: Clock = {
  now: () => new Date().toISOString(),
  monotonicMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Runs until it is told to end. When another daemon holds this home, it ends at once: that one answers. */
export async function runDaemon({ endsAgents = false }: { endsAgents?: boolean } = {}): Promise<void> {
  const paths = makeOwnHome(pathsOf(process.env));
  const lock = acquireDaemonLock({ path: paths.lock });
  if (!lock) return;
  const journal = openJournal(paths.daemonLog, clock.now);
  warnOfHome(paths, journal);
  process.on("uncaughtExceptionMonitor", (error) => journal.error("the daemon failed", error));
  try {
    const config = openConfig(paths.config);
    const limits = openLimits(config, (error) => journal.error("config.toml can't be used", error));
    const atStart = limits();
    const { minFreeMb, silenceMinutes } = atStart;
    const openedAt = clock.now();
    const witnessed = { testimony: readWitness(paths.database) };
    const log = openSqliteLog({
      path: paths.database,
      lock: placeOf(paths.lock),
      isThreaded: true,
      minFreeBytes: minFreeMb * 1024 * 1024,
      now: clock.now,
    });
    const registry = createRegistry({
      programs: import.meta.dirname,
      tools: () => config().tools,
      agents: () => config().agents,
    });
    tellRecovery({ paths, journal, since: openedAt });
    const maintenance = startMaintenance(placesOf(paths), {
      now: clock.now,
      after: clock.after,
      lastCommit: log.lastCommit,
      made: ({ name, reason, events }) => journal.info("backed up", { name, reason, events }),
      failed: (fault) => journal.error("the log could not be backed up", fault),
      damaged: (fault) => log.repair(fault),
    });
    const daemon = await startDaemon({
      paths,
      log,
      registry,
      keeper: keeperWith({ home: paths.home, limits }),
      clock,
      journal,
      maintenance,
      config,
      pendingKeys: () => pendingKeys(atStart, limits()),
      silenceLimitMs: silenceMinutes * 60_000,
      limits: () => sessionLimits(limits()),
      runningSessions: () => limits().runningSessions,
      liveProcesses: () => limits().liveProcesses,
      endsAgents,
      witnessed,
      isRecovered: (recoveredAt({ paths, journal }) ?? "") >= openedAt,
    });
    journal.info("started", { version: VERSION, pid: process.pid, node: process.version });
    // Why it failed is in the journal already.
    const end = (): void => background(daemon.drain("keep"), () => {});
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
    process.on("SIGHUP", () => {});
    await daemon.ended;
    await maintenance.stop();
    journal.info("ended");
  } catch (error) {
    if (endsAgents) await endUnrecorded(paths);
    throw error;
  } finally {
    lock.release();
  }
}

/** Of those that count only from a daemon's start on. */
const pendingKeys = (atStart: Config["limits"], now: Config["limits"]): string[] => [
  ...(now.silenceMinutes === atStart.silenceMinutes ? [] : ["limits.silence_minutes"]),
  ...(now.minFreeMb === atStart.minFreeMb ? [] : ["limits.min_free_mb"]),
];

/**
 * While config.toml can't be used, what it said last holds: running agents are looked after anyway. `report` hears of it once; whoever gives
 * the next command hears it, too.
 */
function openLimits(config: () => Config, report: (error: unknown) => void): () => Config["limits"] {
  let limits = defaultConfig.limits;
  let isReported = false;
  return () => {
    try {
      limits = config().limits;
      isReported = false;
    } catch (error) {
      if (!isReported) report(error);
      isReported = true;
    }
    return limits;
  };
}

function sessionLimits({
  turnMinutes,
  budgetUsd,
  budgetTokens,
  resumeAfterQuota,
  parkMinutes,
}: Config["limits"]): Limits {
  const orNone = (limit: number): number | null => (limit > 0 ? limit : null);
  return {
    turnMinutes: orNone(turnMinutes),
    budgetUsd: orNone(budgetUsd),
    budgetTokens: orNone(budgetTokens),
    resumeAfterQuota,
    parkMinutes: orNone(parkMinutes),
  };
}
