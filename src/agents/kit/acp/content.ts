// Converts the protocol's content to plain text: messages, tool output, diffs.
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

/** A terminal's content is empty: only the client could have created the terminal, and Skein never does. */
export const contentText = (content: readonly ToolContent[]): string =>
  content
    .flatMap((one) => {
      if (one.type === "terminal") return [];
      return [one.type === "diff" ? diffText(one) : textOf(one.content)];
    })
    .filter((text) => text !== "")
    .join("\n");

type Diff = Extract<ToolContent, { type: "diff" }>;

/** The path, then the removed and added lines, without the unchanged lines at both ends. */
function diffText(diff: Diff): string {
  const { gone, come } = sidesOf(diff);
  return isUnsure(diff) ? wholeTexts(diff) : diffOf(diff.path, { gone, come });
}

/** The same with every line that would be written: that some of them exist already is only the agent's claim. */
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
  // The agent claims that nothing changes; what it would write is shown anyway.
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
 * If only the beginnings of the texts are known, unchanged lines can't be found, and not every line can be marked. So only the new text is
 * shown, and neither text can be taken for the other.
 */
const wholeTexts = ({ path, newText }: Diff): string => `${pathLine(path)}\nall of its new text:\n${newText}`;

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** A tool's output, for agents that report it only here. */
export function rawText(raw: unknown): string {
  if (raw === undefined || raw === null) return "";
  if (typeof raw === "string") return raw;
  if (typeof raw !== "object") return String(raw);
  const { content, output, message, error } = raw as Record<string, unknown>;
  const text = [content, output, message, error].find((one) => typeof one === "string" && one !== "");
  return typeof text === "string" ? text : JSON.stringify(raw);
}
