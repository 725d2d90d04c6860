// From the protocol's content to plain text: what was said, what a tool gave back, what a diff changes.
import { isShortened } from "../is-shortened.ts";
import { pathLine } from "../questions/shown.ts";
import type { ContentBlock, ToolContent } from "./protocol.ts";

export function textOf(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return block.uri;
    case "resource":
      return [block.resource.uri, block.resource.text ?? ""].filter((text) => text !== "").join("\n");
    case "image":
    case "audio":
      return `[${block.type}]`;
    default:
      return block satisfies never;
  }
}

/** A terminal's content is nowhere: only we could have made that terminal, and we never do. */
export const contentText = (content: readonly ToolContent[]): string =>
  content
    .flatMap((one) => {
      if (one.type === "terminal") return [];
      return [one.type === "diff" ? diffText(one) : textOf(one.content)];
    })
    .filter((text) => text !== "")
    .join("\n");

type Diff = Extract<ToolContent, { type: "diff" }>;

/** The path, then what goes and what comes; lines that stay at the beginning and the end are left out. */
function diffText(diff: Diff): string {
  const { gone, come } = sidesOf(diff);
  return isUnsure(diff) ? wholeTexts(diff) : diffOf(diff.path, { gone, come });
}

/** The same, with every line that would be written: that some of them are there already is what the agent says, and nobody can check it. */
export function proposedText(diff: Diff): string {
  return isUnsure(diff) ? wholeTexts(diff) : diffOf(diff.path, sidesOf(diff));
}

const isUnsure = ({ oldText, newText }: Diff): boolean => isShortened(oldText ?? "") || isShortened(newText);

interface Sides {
  head?: readonly string[];
  gone: readonly string[];
  come: readonly string[];
  tail?: readonly string[];
}

function sidesOf({ oldText, newText }: Diff): Required<Sides> {
  const before = linesOf(oldText ?? "");
  const after = linesOf(newText);
  // Nothing changes, says the agent; what it would write is shown all the same.
  if (oldText === newText) return { head: [], gone: [], come: after, tail: [] };
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    head: after.slice(0, head),
    gone: before.slice(head, before.length - tail),
    come: after.slice(head, after.length - tail),
    tail: after.slice(after.length - tail),
  };
}

const diffOf = (path: string, { head = [], gone, come, tail = [] }: Sides): string => {
  const signed = (sign: string, lines: readonly string[]): string[] => lines.map((line) => `${sign}${line}`);
  return [pathLine(path), ...signed(" ", head), ...signed("-", gone), ...signed("+", come), ...signed(" ", tail)].join(
    "\n",
  );
};

/**
 * Of texts that are known by their beginning nobody can tell which lines stay, and not every line can have a sign: what would be written is shown
 * alone, so that no text passes for the other one.
 */
const wholeTexts = ({ path, newText }: Diff): string => `${pathLine(path)}\nall of its new text:\n${newText}`;

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** What a tool gave back, for agents that say it only here. */
export function rawText(raw: unknown): string {
  if (raw === undefined || raw === null) return "";
  if (typeof raw === "string") return raw;
  if (typeof raw !== "object") return String(raw);
  const { content, output, message, error } = raw as Record<string, unknown>;
  const text = [content, output, message, error].find((one) => typeof one === "string" && one !== "");
  return typeof text === "string" ? text : JSON.stringify(raw);
}
