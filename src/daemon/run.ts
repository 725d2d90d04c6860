// The daemon as a process: one per home, started by a client, ended by a signal or by `skein daemon stop`.
import { createRegistry } from "../agents/index.ts";
import { background } from "../core/index.ts";
import { openConfig } from "../home/config.ts";
import { pathsOf, VERSION } from "../home/index.ts";
import { acquireDaemonLock, identityInDirectory, openSqliteLog, readWitness, startMaintenance } from "../log/index.ts";
import type { Clock } from "../session/index.ts";
import { callAfter } from "../system/index.ts";
import { openLimits, pendingKeys, sessionLimits } from "./config/limits.ts";
import { startDaemon } from "./daemon.ts";
import { makeOwnHome, warnOfHome } from "./home/prepare-home.ts";
import { recoveredAt, recoveryPathsOf, tellRecovery } from "./home/recoveries.ts";
import { openJournal } from "./journal.ts";
import { endUnrecorded } from "./runs/end-unrecorded.ts";
import { keeperWith } from "./runs/keeper.ts";

const clock: Clock = {
  now: () => new Date().toISOString(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => callAfter(delayMs, callback, { keepsAlive: false }),
};

/** Runs until it is told to end. If another daemon holds this home, it ends at once. */
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
      lock: identityInDirectory(paths.lock),
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
    const maintenance = startMaintenance(recoveryPathsOf(paths), {
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
    // The cause of a failure is already in the journal.
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
