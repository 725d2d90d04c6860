// The daemon as a whole: its status, processes, backups and shutdown.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, defaultConfig } from "../../home/config.ts";
import { VERSION } from "../../home/index.ts";
import type { BackupRecord, ListedBackup, Maintenance } from "../../log/index.ts";
import {
  API,
  type Backup,
  type Feature,
  featureNames,
  JSON_TYPE,
  limits,
  type ProcessList,
  type ServerInfo,
  TEXT,
} from "../../protocol/index.ts";
import { memoryOf, readProcesses, treeOf } from "../../system/processes.ts";
import type { DaemonContext } from "../context.ts";
import { newestRecovery } from "../home/recoveries.ts";
import type { Handlers } from "../http/call.ts";
import { asText } from "../http/reply.ts";
import { Refusal } from "../refusal.ts";

type Operations = "health" | "ready" | "server" | "openapi" | "processes" | "backups" | "backup" | "drain";

export const daemonHandlers = (context: DaemonContext): Pick<Handlers, Operations> => ({
  health: () => asText("ok", TEXT),

  ready() {
    const condition = context.log.condition();
    if (condition.kind === "fenced" || condition.kind === "lost") throw new Refusal("fenced", condition.text);
    return asText("ok", TEXT);
  },

  server: () => serverInfo(context),

  openapi: async () => asText(await readFile(OPENAPI, "utf8"), JSON_TYPE),

  /** Measured on request only. */
  async processes() {
    const runs = context.log.runs();
    const processes = runs.length > 0 ? await readProcesses() : [];
    const items: ProcessList["items"] = [];
    for (const { run, session } of runs) {
      const pids = treeOf(run, processes).map(({ pid }) => pid);
      items.push({ session, run, pids, bytes: await memoryOf(pids) });
    }
    return { items };
  },

  backups: async () => ({ items: (await needed(context.maintenance).list()).map(ofListed) }),

  backup: async () => ({ backup: ofMade(await needed(context.maintenance).backup("request")) }),

  drain: ({ body: { agents } }) => context.drain.begin(agents),
});

/** Generated from the operations by `npm run schemas`, and shipped beside the program. */
const OPENAPI = import.meta.filename.endsWith(".ts")
  ? join(import.meta.dirname, "../../../docs/openapi.json")
  : join(import.meta.dirname, "openapi.json");

function needed(maintenance: Maintenance | null): Maintenance {
  if (!maintenance) throw new Refusal("route_not_found", "This log can't be backed up.");
  return maintenance;
}

function ofListed(backup: ListedBackup): Backup {
  const { name, path, at, bytes, lastCommit } = backup;
  const facts = backup.isGood
    ? { isGood: true, trouble: null, sessions: backup.sessions, events: backup.events }
    : { isGood: false, trouble: backup.trouble, sessions: null, events: null };
  return { name, path, at, bytes, lastCommit, ...facts };
}

const ofMade = ({ name, path, at, bytes, lastCommit, sessions, events }: BackupRecord): Backup => ({
  name,
  path,
  at,
  bytes,
  lastCommit,
  isGood: true,
  trouble: null,
  sessions,
  events,
});

/** The daemon's description of itself: versions, features, limits, and the condition of its log and config. */
function serverInfo(context: DaemonContext): ServerInfo {
  const { log, clock, paths, startedAt } = context;
  return {
    api: API,
    daemon: { version: VERSION, pid: process.pid, startedAt },
    epoch: log.epoch,
    features: featuresOf(context),
    limits,
    time: clock.now(),
    recovery: newestRecovery(paths),
    config: configFacts(context),
    storage: log.condition(),
  };
}

/** All features, except those that this daemon's log does not support. */
const featuresOf = ({ maintenance }: DaemonContext): Feature[] =>
  featureNames.filter((name) => name !== "backups" || maintenance !== null);

/** What can be told without running a program: keys, values, and the agents that the config names. */
function configFacts({ config, registry, pendingKeys }: DaemonContext): ServerInfo["config"] {
  try {
    registry.list();
    return { problem: null, minFreeMegabytes: config().limits.minFreeMb, pending: pendingKeys() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problem: error.message, minFreeMegabytes: defaultConfig.limits.minFreeMb };
  }
}
