// The condition of the log: whether it accepts changes, and the message for people if not. Acknowledged data is safe in every condition.
import type { SkeinError } from "../core/index.ts";
import { isCode } from "../system/index.ts";

export type Condition =
  | { kind: "writable" }
  /** A commit takes unusually long: nothing is lost, everything waits for the disk. */
  | { kind: "slow"; since: string; text: string }
  /** Nothing is written or acknowledged. Retried automatically until the cause is gone. */
  | { kind: "fenced"; since: string; text: string }
  /** This process may never write again: another daemon took over, or the whole directory was replaced or deleted. */
  | { kind: "lost"; since: string; text: string; isReplaced: boolean };

/** The result of a recovery after damage, for people. */
export interface Reopened {
  /** The log was rebuilt from what could be read: earlier cursors and folds may be void. */
  isRebuilt: boolean;
}

export interface ConditionListener {
  /** Called after each change of the condition. */
  changed?: (condition: Condition) => void;
  /** The log failed and was reopened: reload what was in memory. */
  reopened?: (how: Reopened) => void;
  /** A first check found damage and a second did not: nothing was changed, and the reader got an error. */
  falseAlarm?: (fault: SkeinError) => void;
}

export const isStorageFault = (error: unknown): error is SkeinError => isCode(error, "storage_failed");
