// The limits of config.toml: how much each session may use, and how many prompts may wait.
import type { Limits } from "../../core/index.ts";
import { defaultConfig } from "../../home/config.ts";
import type { Config } from "../../home/index.ts";

/** How many prompts may be queued in a session of this agent: the agent's own limit, else the general one. */
export const queueLimitOf = ({ limits, agents, tools }: Config, agent: string): number =>
  agents[agent]?.queuedPrompts ?? tools[agent]?.queuedPrompts ?? limits.queuedPrompts;

/** The changed keys among those that are read only at the daemon's start. */
export const pendingKeys = (atStart: Config["limits"], now: Config["limits"]): string[] => [
  ...(now.silenceMinutes === atStart.silenceMinutes ? [] : ["limits.silence_minutes"]),
  ...(now.minFreeMb === atStart.minFreeMb ? [] : ["limits.min_free_mb"]),
];

/**
 * While config.toml can't be used, its last valid limits apply, because agents keep running. `report` is called once until it can be used
 * again; the sender of the next command gets the error too.
 */
export function openLimits(config: () => Config, report: (error: unknown) => void): () => Config["limits"] {
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

export function sessionLimits({
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
