// Words of the transcript: who said something, how something ended, how long it took.
import type { BlockOf, TurnEndReason } from "../../core/index.ts";
import { isPerson, optionLabel } from "../../core/without-folds.ts";

type By = BlockOf<"prompt">["by"];
type ToolStatus = BlockOf<"tool">["status"];

/** "120ms", "3.2s", "2m 05s", "1h 02m". */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  const two = (number: number): string => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

/** "1.2 MB": in decimal units. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const [amount, unit] =
    bytes < 999_500 ? [bytes / 1000, "KB"] : bytes < 999_500_000 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

/** "1 line", "12 lines". */
export const countText = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Who sent a prompt: "You", or the program or agent that did. */
export function senderText(by: By): string {
  if (isPerson(by)) return "You";
  if (by.kind === "agent") return by.name ?? "An agent";
  return by.name ?? (by.kind === "client" ? "An unknown program" : "Skein");
}

/** From where somebody did something: the device and the program, as far as known. */
export const placeText = ({ name, device }: By): string | null =>
  [device, name].filter((part) => part !== undefined && part !== "").join(", ") || null;

export const turnEndText: Readonly<Record<TurnEndReason, string>> = {
  completed: "done",
  interrupted: "stopped",
  failed: "failed",
  refused: "refused",
  limit: "stopped at a limit",
};

export const taskEndText: Readonly<Record<BlockOf<"task_end">["outcome"], string>> = {
  completed: "done",
  failed: "failed",
  stopped: "stopped",
  unknown: "over",
};

export const toolStatusText: Readonly<Record<ToolStatus, string>> = {
  pending: "waits",
  running: "running",
  completed: "done",
  failed: "failed",
  cancelled: "cancelled",
};

/** What became of a question: "answered: Allow once", "no longer open". */
export function answerText(block: BlockOf<"permission">): string {
  if (block.state === "asked") return "asked";
  if (block.state === "stale") return "no longer open";
  return `answered: ${answerLabel(block)}`;
}

type Answer = Pick<BlockOf<"permission">, "options" | "option" | "by" | "answerRule">;

/** The option's label. One with which a person made a rule holds from now on. */
export function answerLabel({ options, option, by, answerRule }: Answer): string {
  if (answerRule !== undefined && by?.kind !== "policy") return "Allow from now on, by a rule";
  const chosen = options.find(({ id }) => id === option);
  return chosen ? optionLabel(chosen) : (option ?? "");
}
