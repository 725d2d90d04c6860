// What config.toml allows: how much each session may use, and how many prompts may wait.
import type { Limits } from "../../core/index.ts";
import { defaultConfig } from "../../home/config.ts";
import type { Config } from "../../home/index.ts";

/** How many prompts may be queued in a session of this agent: what the config says for the agent goes before what it says for all. */
export const queueLimitOf = ({ limits, agents, tools }: Config, agent: string): number =>
  agents[agent]?.queuedPrompts ?? tools[agent]?.queuedPrompts ?? limits.queuedPrompts;

/** Of those that count only from a daemon's start on. */
export const pendingKeys = (atStart: Config["limits"], now: Config["limits"]): string[] => [
  ...(now.silenceMinutes === atStart.silenceMinutes ? [] : ["limits.silence_minutes"]),
  ...(now.minFreeMb === atStart.minFreeMb ? [] : ["limits.min_free_mb"]),
];

/**
 * While config.toml can't be used, what it said last holds: running agents are looked after anyway. `report` hears of it once; whoever gives
 * the next command hears it, too.
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
