// The texts of a session's header: what it does and for how long, background tasks, and usage.
import type { SessionState } from "../../core/index.ts";
import { durationSince } from "../times.ts";
import { titleText } from "../transcript/title.ts";
import { shortCount } from "../usage/amounts.ts";
import { detailLine } from "./detail-line.ts";
import { displayStatusOf, type Row } from "./display-status.ts";

/** What is known of an open session. */
export interface Activity {
  readonly state: Pick<SessionState, "turn" | "task">;
  /** The running tool call. */
  readonly tool: string | null;
}

/** "working 2 min: npm test", "asks: rm -rf build", "idle". */
export function stateText(row: Row, doing: Activity | null, nowMs: number): string {
  const { word, icon } = displayStatusOf(row);
  const turn = doing?.state.turn.open;
  switch (icon) {
    case "asks":
    case "failed":
      return detailLine(row, nowMs);
    case "working": {
      if (!turn) return word;
      const since = `${word} ${durationSince(turn.startedAt, nowMs)}`;
      if (turn.interrupt !== "none") return `${since}: stops`;
      return doing?.tool ? `${since}: ${titleText(doing.tool)}` : since;
    }
    case "background":
      return "idle, with work in the background";
    default:
      return word;
  }
}

/** "2 tasks in the background for 4 min: npm run watch, look around"; null if there are none. */
export function backgroundText({ task }: Pick<SessionState, "task">, nowMs: number): string | null {
  const [first] = task.running;
  if (!first) return null;
  const count = task.running.length + task.beyond;
  const names = task.running.map(({ title }) => titleText(title)).join(", ");
  return `${count === 1 ? "1 task" : `${count} tasks`} in the background for ${durationSince(first.startedAt, nowMs)}: ${names}`;
}

/** "12.3k tokens, $0.42"; null if nothing was reported. */
export function usageText({ inputTokens, outputTokens, costUsd }: Row["usage"]): string | null {
  const tokens = inputTokens + outputTokens;
  const parts = [
    tokens > 0 ? `${shortCount(tokens)} tokens` : null,
    costUsd >= 0.005 ? `$${costUsd.toFixed(2)}` : null,
  ];
  return parts.filter((part) => part !== null).join(", ") || null;
}
