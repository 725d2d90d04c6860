// How the log is doing: whether changes can be taken, and what people should know when not. What was acknowledged is safe in each of them.
import type { SkeinError } from "../core/index.ts";
import { isCode } from "../system/index.ts";

export type Condition =
  | { kind: "writable" }
  /** A commit has been under way for more than a moment: nothing is lost, everything waits for the disk. */
  | { kind: "slow"; since: string; text: string }
  /** Nothing is written or acknowledged. It is tried again by itself until the cause is gone. */
  | { kind: "fenced"; since: string; text: string }
  /** This process may never write again: another daemon took over, or the whole directory was replaced or deleted. */
  | { kind: "lost"; since: string; text: string; isReplaced: boolean };

/** What a log could read again after damage, for people to look at. */
export interface Reopened {
  /** The log was rebuilt from what could be read: cursors and folds from before may be void. */
  isRebuilt: boolean;
}

export interface ConditionListener {
  /** Called after each change of the condition. */
  changed?: (condition: Condition) => void;
  /** The log was closed by a failure and is open again: what was in memory must be read anew. */
  reopened?: (how: Reopened) => void;
  /** One look found damage and a second one did not: nothing was changed, and whoever read was told. */
  falseAlarm?: (fault: SkeinError) => void;
}

export const isStorageFault = (error: unknown): error is SkeinError => isCode(error, "storage_failed");
