// The second line of a session in a list: what it asks, why it failed, or the agent's last message.

import { withClockTimes } from "../times.ts";
import { titleText } from "../transcript/title.ts";
import { displayStatusOf, type Row } from "./display-status.ts";

export function detailLine(row: Row, nowMs: number, timeZone?: string): string {
  const { reason } = row;
  const lastMessage = row.lastMessage === null ? null : plainWords(row.lastMessage) || null;
  const text = (): string => withClockTimes(reason.text, nowMs, timeZone);
  switch (displayStatusOf(row).icon) {
    case "asks":
      return reason.code === "permission" ? asked(reason.text) : text();
    case "failed":
      return `failed: ${text()}`;
    case "background": {
      const tasks = row.background?.tasks ?? 1;
      return `${tasks === 1 ? "1 task" : `${tasks} tasks`} in the background`;
    }
    case "held":
      return text();
    case "scheduled":
      if (!row.snooze) return text();
      return row.snooze.until === null
        ? "snoozed until it needs you"
        : `snoozed until ${withClockTimes(row.snooze.until, nowMs, timeZone)}`;
    case "unread":
      if (/\((failed|refused|stopped)/.test(reason.text)) return text();
      return lastMessage ?? text();
    case "working":
      return lastMessage ?? (row.status === "starting" ? text() : "works on the first answer");
    default:
      return lastMessage ?? text();
  }
}

const asked = (text: string): string => `asks: ${titleText(text.replace(/^(permission|question): /, ""))}`;

/** Markdown without its signs. */
const plainWords = (text: string): string =>
  text
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, "")
    .replace(/\[([^\][]+)\]\([^()\s]+\)/g, "$1")
    .replace(/\*\*(?=\S)([^*]+)\*\*/g, "$1")
    .replace(/`{1,3}([^`]+)`{1,3}/g, "$1")
    .trim();
