// The composition root: connects log, agents, sessions and the HTTP server. Tests replace the ports and run everything else.
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Registry } from "../agents/index.ts";
import { activityOf, background, type Limits, noLimits } from "../core/index.ts";
import { openConfig } from "../home/config.ts";
import type { Config, Paths } from "../home/index.ts";
import type { Log, Maintenance } from "../log/index.ts";
import { operations } from "../protocol/index.ts";
import { type Clock, type Keeper, LiveRuns, Sessions, Slots } from "../session/index.ts";
import { readProcesses } from "../system/processes.ts";
import { Checkpoints } from "../workspace/index.ts";
import { Notifier, type Outlets, realOutlets } from "./attention/notifier.ts";
import { hookMarkerOf } from "./attention/start-command.ts";
import { queueLimitOf } from "./config/limits.ts";
import { openPolicy } from "./config/policy.ts";
import { isTrusted } from "./config/trust.ts";
import type { DaemonContext, Drain } from "./context.ts";
import { closeDaemon, drainSessions } from "./end-daemon.ts";
import { callersIn, type FindCaller } from "./gate/caller.ts";
import { Confirmations } from "./gate/confirmations.ts";
import { deviceCallersIn } from "./gate/device-caller.ts";
import { openGate } from "./gate/gate.ts";
import { openOrigin, type Witnessed } from "./home/origin.ts";
import { isRecoveredAs, recoveredAt, tellRecovery } from "./home/recoveries.ts";
import { serve } from "./http/serve.ts";
import { admitOwner } from "./http/visitor.ts";
import { collectGarbage } from "./jobs/collect-garbage.ts";
import { openElapsedTime } from "./jobs/elapsed-time.ts";
import { isOverdue, purgeTrash } from "./jobs/purge-trash.ts";
import type { Journal } from "./journal.ts";
import { handlersOf } from "./operations/index.ts";
import { openEnvironments } from "./runs/environments.ts";
import { removeLeftovers } from "./runs/leftovers.ts";
import { serverOptions } from "./server/connections.ts";
import { keepSocket } from "./server/keep-socket.ts";
import { type Door, listenOnSocket } from "./server/listen.ts";
import { oneByOne } from "./server/one-by-one.ts";
import { Streams } from "./streams/streams.ts";
import { WebServer } from "./web/web-server.ts";

export interface Parts {
  paths: Paths;
  log: Log;
  registry: Registry;
  keeper: Keeper;
  clock: Clock;
  journal: Journal;
  /** The current config.toml; throws a ConfigError while it can't be used. */
  config?: () => Config;
  /** Makes backups; null for a log in memory. */
  maintenance?: Maintenance | null;
  /** Keys of config.toml that are read only at the daemon's start and have been edited since. */
  pendingKeys?: () => string[];
  /** A run that has printed more than this is stopped. */
  spoolLimitBytes?: number;
  /** A turn without any output for this long is interrupted. */
  silenceLimitMs?: number;
  /** The limits of each session. */
  limits?: () => Limits;
  /** How many sessions may work at once; 0 = no limit. */
  runningSessions?: () => number;
  /** How many agent processes may exist at once; 0 = no limit. */
  liveProcesses?: () => number;
  /** How many idle sessions stay in memory. */
  sessionsInMemory?: number;
  /** How the user's commands and webhook are called. */
  outlets?: Outlets;
  /** Finds the caller of a request at the Unix socket. */
  findCaller?: FindCaller;
  /** Finds the caller of a request with a device's token, over TCP. */
  findDeviceCaller?: FindCaller;
  /** The directory of the page's files, if they are not where the build puts them. */
  pageDirectory?: string;
  /** This daemon only ends the agents that another one left: it does not listen, and exits when they have ended. */
  endsAgents?: boolean;
  /** What witnessed the log before it was opened (see `Witnessed`); null for a log in memory. */
  witnessed?: Witnessed;
  /** The log was recovered when it was opened. */
  isRecovered?: boolean;
}

const HELD_BECAUSE = {
  home_copied: "this home is a copy of another one: its runs are left alone, and the queues are held",
  log_replaced: "the log is not the one that this home had: the queues are held",
} as const;
const SPOOL_LIMIT_BYTES = 4_000_000_000;
/** How soon waiting sessions notice a raised `limits.running_sessions`. */
const SLOTS_LOOK_MS = 2_000;
const SILENCE_LIMIT_MS = 10 * 60_000;
const SESSIONS_IN_MEMORY = 100;

export interface Daemon {
  /** Resolves when the daemon has ended: everything is written, and the socket is removed. */
  readonly ended: Promise<void>;
  drain: Drain["begin"];
}

export async function startDaemon({
  paths,
  log,
  registry,
  keeper,
  clock,
  journal,
  config = openConfig(paths.config),
  maintenance = null,
  pendingKeys = () => [],
  spoolLimitBytes = SPOOL_LIMIT_BYTES,
  silenceLimitMs = SILENCE_LIMIT_MS,
  limits = () => noLimits,
  runningSessions = () => 0,
  liveProcesses = () => 0,
  sessionsInMemory = SESSIONS_IN_MEMORY,
  outlets = realOutlets,
  findCaller = callersIn(paths.home),
  findDeviceCaller,
  pageDirectory,
  endsAgents = false,
  witnessed = null,
  isRecovered = false,
}: Parts): Promise<Daemon> {
  for (const dir of [paths.runs, paths.environments, paths.agents]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const environments = openEnvironments(paths.environments, process.env);
  const policy = openPolicy(paths.home);
  const checkpoints = new Checkpoints({
    directory: paths.checkpoints,
    home: paths.home,
    nowMs: clock.monotonicMs,
    report: journal.error,
  });
  const sessions = new Sessions({
    log,
    registry,
    keeper,
    clock,
    newId: randomUUID,
    runDir: (run) => join(paths.runs, run),
    agentDir: (agent) => {
      const dir = join(paths.agents, agent);
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      return dir;
    },
    // `skein` in the agent must reach this home, even if HOME changes.
    environmentOf: async (session, known) => {
      const { variables, isOwn } = await environments.of(session, known);
      return { variables: { ...variables, SKEIN_HOME: paths.home }, isOwn };
    },
    spoolLimitBytes,
    silenceLimitMs,
    limits,
    queueLimit: (agent) => queueLimitOf(config(), agent),
    isTrusted: (directory) => isTrusted(directory, config),
    sessionsInMemory: () => sessionsInMemory,
    recoveredAt: () => recoveredAt({ paths, journal }),
    checkpoints,
    slots: new Slots(runningSessions, (look) => clock.after(SLOTS_LOOK_MS, look)),
    liveRuns: new LiveRuns(liveProcesses),
    policy,
    report: journal.error,
  });
  const streams = new Streams({ log, fanOut: sessions.fanOut, clock });
  const attention = new Notifier({ paths, log, sessions, streams, clock, journal, config, outlets });

  let door: Door | null = null;
  let isDraining = false;
  let drained: ReturnType<Drain["begin"]> | undefined;
  let markEnded = (): void => {};
  const ended = new Promise<void>((resolve) => {
    markEnded = resolve;
  });
  const begin: Drain["begin"] = (agents) => {
    isDraining = true;
    if (!drained) {
      drained = drainSessions(sessions, agents);
      const report = (error: unknown): void => journal.error("the daemon could not shut down cleanly", error);
      // Whatever fails here, the daemon ends.
      drained
        .catch(report)
        .then(() => closeDaemon(server, { door, web, attention, streams, log, origin }))
        .catch(report)
        .then(markEnded, markEnded);
    }
    return drained;
  };
  const drain: Drain = {
    get isDraining() {
      return isDraining;
    },
    begin,
  };

  const elapsedTime = openElapsedTime({
    path: paths.steadyTime,
    clock,
    journal,
    newest: () => log.sessions({ shelves: ["listed", "archived", "trash"], limit: 1 }).map(activityOf)[0] ?? null,
  });
  const hookMarker = hookMarkerOf(paths.home);
  const confirmations = new Confirmations({ clock, readProcesses, hookMarker });
  const sessionOf = (run: string): string | undefined => log.runs().find((one) => one.run === run)?.session;
  const gates = { confirmations, hookMarker, sessionOf };
  const web = new WebServer({ paths, clock, journal, pageDirectory });
  let mayLackSessions = isRecovered;
  const context: DaemonContext = {
    paths,
    log,
    sessions,
    registry,
    clock,
    elapsedTime,
    environments,
    checkpoints,
    streams,
    journal,
    startedAt: clock.now(),
    config,
    pendingKeys,
    limits,
    policy,
    attention,
    confirmations,
    web,
    drain,
    mayLackSessions: () => mayLackSessions,
    lackedSessionsAt: () => origin.lackedSessionsAt,
    maintenance,
  };
  const service = { operations, handlers: handlersOf(context), context };
  const listener = serve({ ...service, admit: admitOwner, gate: openGate({ ...gates, findCaller }) });
  const isProxyDeclared = (): boolean => web.hasProxy;
  const gateOfDevices = openGate({
    ...gates,
    findCaller: findDeviceCaller ?? deviceCallersIn(paths.home, { isProxyDeclared }),
  });
  web.answerWith(serve({ ...service, admit: web.admit, gate: gateOfDevices }));
  const server = createServer(serverOptions, oneByOne(listener));
  const origin = openOrigin({
    paths,
    journal,
    now: clock.now,
    epoch: () => log.epoch,
    lastCommit: log.lastCommit,
    witnessed,
    isJustRecovered: isRecovered,
    isRecovered: (epoch, file) => isRecoveredAs(epoch, file, { paths, journal }),
    recoveredAt: () => recoveredAt({ paths, journal }),
  });
  log.listen({
    changed(condition) {
      const text = condition.kind === "writable" ? "storage: everything is saved again" : condition.text;
      streams.tell({ frame: "storage", kind: condition.kind, text });
      if (condition.kind === "writable") return journal.info(text);
      journal.error(text, condition.kind);
      if (condition.kind === "lost")
        background(surrender(condition.isReplaced), (error) => journal.error("agents can't be released", error));
    },
    falseAlarm: (fault) => journal.error("a read reported damage that a second read did not find", fault),
    reopened({ isRebuilt }) {
      if (!isRebuilt) return;
      mayLackSessions = true;
      origin.claim();
      tellRecovery({ paths, journal });
      streams.reset();
    },
  });
  /**
   * The log is gone for good. Another daemon may own this home now, so agents are left to it; but if the home was replaced or deleted, nobody
   * else knows of them, and they are killed.
   */
  async function surrender(isReplaced: boolean): Promise<void> {
    try {
      if (isReplaced) await sessions.sweep();
    } finally {
      await begin("keep");
    }
  }
  if (origin.stranger?.kind === "log_replaced") mayLackSessions = true;
  const held = origin.stranger ? await sessions.detachForeignRuns(origin.stranger) : 0;
  if (origin.stranger && held > 0) journal.info(HELD_BECAUSE[origin.stranger.kind], { sessions: held });
  origin.claim();
  await removeLeftovers({ paths, log, keeper, journal });
  await (endsAgents ? sessions.end() : sessions.resume());
  attention.start();
  if (endsAgents) await begin("stop");
  else door = await listenOnSocket(server, paths.socket);
  if (door) await web.resume();
  const purge = (): ReturnType<typeof purgeTrash> => purgeTrash(context, isOverdue(elapsedTime.passed()));
  const stopTidying = collectGarbage({
    ...{ log, clock, journal, purgeTrash: purge },
    // A log that came from elsewhere may lack sessions that come back.
    tidyCheckpoints: async () => {
      if (!mayLackSessions) await checkpoints.tidy((session) => log.summary(session) !== null);
    },
  });
  const stopLooking = door ? keepSocket({ door, paths, clock, journal }) : () => {};
  const leave = (): void => {
    stopTidying();
    checkpoints.close();
    stopLooking();
    elapsedTime.passed();
  };
  ended.then(leave, leave);
  return { ended, drain: begin };
}
