// `skein queue` for people: the queued prompts, what each waits for, and its number for the next command.

import type { PromptItem, QueueAnswer } from "../../client/index.ts";
import { clockTime } from "../text/clock-time.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { type Cell, renderTable } from "../text/table.ts";
import { byName } from "./by-name.ts";
import { fileCount } from "./file-count.ts";
import { shortId } from "./session-name.ts";

interface RenderContext {
  readonly style: Style;
  readonly nowMs: number;
}

/** Only its position delays it. */
const NOTHING_ELSE = "waits";
const header = ["#", "STATE", "FROM", "QUEUED", "ID", "PROMPT"];

export function queueTable({ items, paused }: QueueAnswer, { style, nowMs }: RenderContext): Promise<string[]> {
  const rows = items.map((item, index): Cell[] => [
    { text: String(index + 1), paint: style.bold },
    { text: stateOf(item), ...(item.held || paused ? { paint: style.yellow } : {}) },
    { text: safeLine(byName(item.by) ?? item.by?.kind ?? "-") },
    { text: relativeTime(item.at, nowMs) },
    { text: shortId(item.promptId), paint: style.dim },
    { text: titleOf(item) },
  ]);
  return renderTable([header.map((text) => ({ text, paint: style.dim })), ...rows]);

  /** A held queue holds each prompt, whatever else that one waits for. */
  function stateOf(item: PromptItem): string {
    const own = waitingFor(item, items, nowMs);
    if (!paused || item.held) return own;
    return own === NOTHING_ELSE ? "held" : `held, ${own}`;
  }
}

/** What delays it: a person, a time, another prompt, or only its position. */
export function waitingFor(
  { held, notBefore, after }: Pick<PromptItem, "held" | "notBefore" | "after">,
  items: readonly Pick<PromptItem, "promptId">[],
  nowMs: number,
): string {
  if (held) return "held";
  const isTimed = typeof notBefore === "string" && Date.parse(notBefore) > nowMs;
  const index = items.findIndex(({ promptId }) => promptId === after);
  const conditions = [
    ...(isTimed ? [clockTime(notBefore, nowMs)] : []),
    ...(typeof after === "string" ? [`after ${index < 0 ? shortId(after) : index + 1}`] : []),
  ];
  return conditions.join(", ") || NOTHING_ELSE;
}

export const titleOf = ({ title, files }: Pick<PromptItem, "title" | "files">): string =>
  [safeLine(title ?? (files ? "" : "(no words)")), fileCount(files)].filter((part) => part !== "").join(" ");

/** A prompt in a sentence: its id and its beginning. */
export const promptName = (item: Pick<PromptItem, "promptId" | "title" | "files">): string =>
  `${shortId(item.promptId)} (${titleOf(item)})`;
