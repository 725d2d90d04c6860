// What the daemon says of itself: versions, what it can do, its limits, and how its log and its config are.
import { ConfigError, defaultConfig } from "../home/config.ts";
import { VERSION } from "../home/index.ts";
import { API, type Feature, featureNames, limits, type ServerInfo } from "../protocol/index.ts";
import type { DaemonContext } from "./context.ts";
import { newestRecovery } from "./recoveries.ts";

export function serverInfo(context: DaemonContext): ServerInfo {
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

/** All that there are, but what this daemon's log can't do. */
const featuresOf = ({ maintenance }: DaemonContext): Feature[] =>
  featureNames.filter((name) => name !== "backups" || maintenance !== null);

/** As far as it can be told without running anything: keys, values, and the agents that it names. */
function configFacts({ config, registry, pendingKeys }: DaemonContext): ServerInfo["config"] {
  try {
    registry.list();
    return { problem: null, minFreeMegabytes: config().limits.minFreeMb, pending: pendingKeys() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problem: error.message, minFreeMegabytes: defaultConfig.limits.minFreeMb };
  }
}
