// The daemon as a process: one per home directory, started silently, ended by a signal or by `skein daemon stop`.
import { createRegistry } from "../agents/index.ts";
import { background, type Limits } from "../core/index.ts";
import { ConfigError, defaultConfig, readConfig } from "../home/config.ts";
import { pathsOf, VERSION } from "../home/index.ts";
import { acquireDaemonLock, openSqliteLog, placeOf, readWitness, startMaintenance } from "../log/index.ts";
import type { Clock } from "../session/index.ts";
import { startDaemon } from "./daemon.ts";
import { endUnrecorded } from "./end-unrecorded.ts";
import { type Journal, openJournal } from "./journal.ts";
import { keeperWith } from "./keeper.ts";
import { makeOwnHome, warnOfHome } from "./own-home.ts";
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
    const limits = limitsOf(paths.config, journal);
    const openedAt = clock.now();
    const witnessed = { testimony: readWitness(paths.database) };
    const log = openSqliteLog({
      path: paths.database,
      lock: placeOf(paths.lock),
      isThreaded: true,
      minFreeBytes: limits.minFreeMegabytes * 1024 * 1024,
      now: clock.now,
    });
    const registry = createRegistry({
      programs: import.meta.dirname,
      tools: () => readConfig(paths.config).tools,
      agents: () => readConfig(paths.config).agents,
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
    const limitsNow = openLimits(paths.config);
    const silenceLimitMs = limits.silenceMinutes * 60_000;
    const daemon = await startDaemon({
      paths,
      log,
      registry,
      keeper: keeperWith({ home: paths.home, limits: limitsNow }),
      clock,
      journal,
      maintenance,
      silenceLimitMs,
      limits: () => sessionLimits(limitsNow()),
      runningSessions: () => limitsNow().runningSessions,
      liveProcesses: () => limitsNow().liveProcesses,
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

/** A config file that can't be used is told to whoever gives the next command; running agents are looked after anyway. */
function limitsOf(path: string, journal: Journal): typeof defaultConfig.limits {
  try {
    return readConfig(path).limits;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    journal.error("config.toml can't be used", error);
    return defaultConfig.limits;
  }
}

const LIMITS_MS = 1_000;

/** Read anew at most once a second: a person's edit counts soon, and each step asks. */
function openLimits(path: string): () => typeof defaultConfig.limits {
  let limits = defaultConfig.limits;
  let readMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readMs < LIMITS_MS) return limits;
    readMs = performance.now();
    try {
      limits = readConfig(path).limits;
    } catch {
      // What it said last goes on; whoever gives the next command hears what is wrong with it.
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
}: typeof defaultConfig.limits): Limits {
  const orNone = (limit: number): number | null => (limit > 0 ? limit : null);
  return {
    turnMinutes: orNone(turnMinutes),
    budgetUsd: orNone(budgetUsd),
    budgetTokens: orNone(budgetTokens),
    resumeAfterQuota,
    parkMinutes: orNone(parkMinutes),
  };
}
