// What a queued prompt waits for, if it needs no person; in words.
import { type PassingWait, promptTitle, type QueuedPrompt } from "../../core/index.ts";
import { clockTime } from "../text/clock-time.ts";
import { promptName } from "./queue-table.ts";

export function passingText(wait: PassingWait, nowMs: number): string {
  switch (wait.kind) {
    case "time": {
      const time = clockTime(wait.at, nowMs);
      return wait.before ? `it goes after ${queuedName(wait.before)}, which goes ${time}` : `it goes ${time}`;
    }
    case "turn":
      return `turn ${wait.turn} is running`;
    case "quota_back":
      return `the agent's quota is back ${clockTime(wait.until ?? "", nowMs)}`;
    case "slot":
      return wait.text;
    case "after":
      return `it goes after ${queuedName(wait.before)}`;
    default:
      return wait satisfies never;
  }
}

export const queuedName = ({ promptId, text, files }: QueuedPrompt): string =>
  promptName({ promptId, title: promptTitle(text), ...(files ? { files } : {}) });
