import type { TurnEndReason } from "./events.ts";

const words: Readonly<Record<TurnEndReason, string>> = {
  completed: "completed",
  interrupted: "stopped",
  failed: "failed",
  refused: "refused",
  limit: "stopped at a limit",
};

/** How a turn ended, for people. */
export const turnEndWord = (reason: TurnEndReason): string => words[reason];
