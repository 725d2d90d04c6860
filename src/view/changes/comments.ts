// Comments of a person on changed lines, and the one prompt that they become.
import { exactLine, exactPath } from "./exact-text.ts";

export interface LineComment {
  readonly id: string;
  readonly path: string;
  /** Whether the numbers are of the lines before or after the change. */
  readonly side: "old" | "new";
  /** The first and the last line; null where the numbers are not known. */
  readonly from: number | null;
  readonly to: number | null;
  /** The commented lines, each with its sign. */
  readonly lines: readonly string[];
  readonly text: string;
}

/** Longer stretches are quoted by their beginning. */
const MAX_QUOTED = 40;

/** Null if nothing is said. Comments are in the order of files and lines. */
export function reviewPrompt(comments: readonly LineComment[], opening = ""): string | null {
  const said = inOrder(comments).filter(({ text }) => /\S/.test(text));
  if (said.length === 0) return null;
  const first = opening.trim() || "Please address these comments on your changes.";
  return [first, ...said.map(commentText)].join("\n\n");
}

export const inOrder = (comments: readonly LineComment[]): LineComment[] =>
  comments.toSorted((one, other) => {
    if (one.path !== other.path) return one.path < other.path ? -1 : 1;
    return (one.from ?? 0) - (other.from ?? 0);
  });

function commentText(comment: LineComment, index: number): string {
  const { lines, text } = comment;
  const quoted = lines.slice(0, MAX_QUOTED).map((line) => exactLine(line.replace(/\r$/, "")));
  if (lines.length > MAX_QUOTED) quoted.push(`… ${lines.length - MAX_QUOTED} more lines`);
  const fence = fenceFor(quoted);
  return [`${index + 1}. ${commentPlace(comment)}`, "", `${fence}diff`, ...quoted, fence, "", text.trim()].join("\n");
}

/** "src/a.ts, line 3", "src/a.ts, lines 3–5 before the change". Of a name nothing is invisible, and none begins a line. */
export function commentPlace({ path, side, from, to, lines }: LineComment): string {
  const name = exactPath(path);
  if (from === null || to === null) return name;
  const numbers = from === to ? `line ${from}` : `lines ${from}–${to}`;
  const isGone = side === "old" && lines.some((line) => line.startsWith("-"));
  return `${name}, ${numbers}${isGone ? " before the change" : ""}`;
}

/** Longer than any in the lines. */
function fenceFor(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length)));
  return "`".repeat(longest + 1);
}

/** Comments as they were kept; what is no comment is left out. */
export function readComments(kept: string): LineComment[] {
  try {
    const found: unknown = JSON.parse(kept);
    return Array.isArray(found) ? found.filter(isComment) : [];
  } catch {
    return [];
  }
}

function isComment(value: unknown): value is LineComment {
  if (typeof value !== "object" || value === null) return false;
  const { id, path, side, from, to, lines, text } = value as Record<string, unknown>;
  const isPlace = (number: unknown): boolean => number === null || Number.isInteger(number);
  return (
    [id, path, text].every((one) => typeof one === "string") &&
    (side === "old" || side === "new") &&
    isPlace(from) &&
    isPlace(to) &&
    Array.isArray(lines) &&
    lines.every((line) => typeof line === "string")
  );
}
