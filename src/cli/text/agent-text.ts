// What an agent says, as it is printed among Skein's own lines: a line of it that begins as one of those do is marked, and all else is left as
// it is.
import { safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { behind, lineStart, markRows, type Position } from "./wrapped-rows.ts";

export const AGENT_MARK = "(agent) ";

/** Blanks and what can't be seen, narrower than any indentation that would be noticed. */
const margin = "^[\\p{Cf}\\p{DI}]*(?:[\\p{Zs}\\u2800][\\p{Cf}\\p{DI}]*){0,3}";

/** With what looks the same in many fonts. A tree of files is none of ours. */
const asking = "[▲△▴▵⏶⯅🔺🔼]";
const bar = "(?![│\\s]*[├└]─)[│┃┆┇┊┋╎╏║❘❙∣⎜⎟⎢⎥｜]";
const unicode = new RegExp(`${margin}(?:${asking}|[✓✔✗✘■▸▶►›·…●‖]|${bar})`, "u");
/** Tools begin lines with signs, too, test runners most of them: there those of ends count with our words behind them. */
const inOutput = new RegExp(
  `${margin}(?:${asking}|${bar}|[✓✔] (?:done|background)|[✗✘■] (?:failed|refused|stopped|error|interrupted|cancelled|background))`,
  "u",
);
/** Lists and headings begin with signs, too: these count with our words behind them. */
const ascii = new RegExp(
  `${margin}(?:[!|>]|\\+ done|x (?:failed|refused|stopped|error)|# (?:stopped|interrupted|cancelled))`,
  "u",
);

/** What a tool has printed, and what an agent says of a failure; `isBegun` = its first line has words of ours before it. */
export function outputText(text: string, { glyphs }: Pick<Style, "glyphs">, isBegun = false): string {
  const ours = glyphs.asks === "!" ? ascii : inOutput;
  const lines = safeText(text).split("\n");
  return lines
    .map((line, index) => (ours.test(line) && !(isBegun && index === 0) ? AGENT_MARK + line : line))
    .join("\n");
}

/** A line of an agent that may go on with its next piece. */
export interface SpokenLine {
  /** What it consists of, as long as none of that can be seen; null afterwards. */
  readonly unseen: string | null;
  readonly position: Position;
}

export const newLine: SpokenLine = { unseen: "", position: lineStart };

type Look = Pick<Style, "glyphs" | "columns">;

/** What an agent has said, whole. */
export const agentText = (text: string, style: Look): string => speakOn(newLine, text, style).text;

/**
 * A piece of what an agent says, which goes on in `line`; and the line that the next one goes on in. Where the terminal's width is known, rows
 * count as lines. Every further line is indented by so much; the first one has what stands before it in its place.
 */
export function speakOn(line: SpokenLine, piece: string, style: Look, indent = ""): { text: string; line: SpokenLine } {
  const [first = "", ...rest] = safeText(piece).split("\n");
  let spoken = spokenIn(line, first, style, indent);
  const lines = [spoken.text];
  for (const one of rest) {
    spoken = spokenIn(indentedLine(indent), one, style, indent);
    lines.push(indent + spoken.text);
  }
  return { text: lines.join("\n"), line: spoken.line };
}

export const indentedLine = (indent: string): SpokenLine => {
  const { length } = indent;
  return { unseen: "", position: { least: length, most: length, blanks: null } };
};

function spokenIn(
  { unseen, position }: SpokenLine,
  piece: string,
  { glyphs, columns }: Look,
  indent: string,
): { text: string; line: SpokenLine } {
  const ours = signsOf(glyphs);
  const begun = unseen === null ? null : unseen + piece;
  const isMarked = begun !== null && ours.test(begun);
  const stillUnseen = begun !== null && !/[^\p{Cf}\p{DI}\p{Zs}\u2800]/u.test(begun) ? begun.slice(-MAX_UNSEEN) : null;
  const mark = isMarked ? AGENT_MARK : "";
  if (columns === undefined) return { text: mark + piece, line: { unseen: stillUnseen, position } };
  const wrapping = { columns, ours, mark: indent + AGENT_MARK };
  const { shown, position: end } = markRows(piece, behind(mark, columns, position), wrapping);
  return { text: mark + shown, line: { unseen: stillUnseen, position: end } };
}

/** More of what can't be seen is not remembered. */
const MAX_UNSEEN = 200;

/** Words of an agent behind words of ours, in one line and made safe, as they are printed. */
export const agentRows = (line: string, { glyphs, columns }: Look, ourWords: string, ours = signsOf(glyphs)): string =>
  columns === undefined ? line : markRows(line, behind(ourWords, columns), { columns, ours, mark: AGENT_MARK }).shown;

const PROMPT_MARK = "(prompt) ";

/** A prompt, which a person or another agent has written: its further lines are indented, and lines and rows of it are told from ours. */
export function promptRows(text: string, { glyphs, columns }: Look): string {
  const ours = signsOf(glyphs);
  const rowsOf = (line: string, index: number): string => {
    const mark = index > 0 && ours.test(line) ? PROMPT_MARK : "";
    if (columns === undefined) return mark + line;
    return mark + markRows(line, behind(`  ${mark}`, columns), { columns, ours, mark: PROMPT_MARK }).shown;
  };
  return safeText(text).split("\n").map(rowsOf).join("\n  ");
}

/** Behind a question's bar Skein says these itself: what was answered, what is odd, what can be chosen, which rule that makes, and its marks. */
export const behindBar = new RegExp(
  `${margin}(?:${bar}|[~∼～˜〜] |\\(agent\\) |(?:was )?answered\\b|no longer open|answer it:|!!? |\\d{1,3} {2}|2 and 3 make|3 keeps|(?:…|\\.{3}) (?:the beginning|\\d+ lines))`,
  "iu",
);

/** Notes on a question begin so. What it is about may not: a reader would take it for something that does not run. */
export const likeNote = new RegExp(
  `${margin}\\(?(?:notes that are not|said with it|description:|reason:|in (?:/|~|a directory)|outside of the agent|for this session would|said of the call|what Skein can't read|the agent says:|and a change of|file:)`,
  "iu",
);

/** Lines of lists, and of failures, begin with these. */
export const listed = new RegExp(`${margin}(?:${asking}|${bar}|!|~ |\\d{1,3} {2})`, "u");
export const inFailure = new RegExp(`${margin}(?:${asking}|${bar}|!|~ |\\d{1,3} {2}|(?:error|why|fix):)`, "u");
const inList = new RegExp(`${listed.source}|${behindBar.source}`, "iu");
const inFailedQuestion = new RegExp(`${inFailure.source}|${behindBar.source}|${likeNote.source}`, "iu");

/** Whole lines of an agent's question, where a failure tells it: none of them begins as one of ours. */
export const linesInFailure = (lines: readonly string[]): string[] =>
  lines.map((line) => (inFailedQuestion.test(line) ? AGENT_MARK + line : line));

/** Where lines of ours begin with a name, any row could be one. */
export const anyRow = /^/u;

/** Lines of a list that an agent has a hand in, none of which goes on as another one of the list, or of a question. */
export const listRows = (lines: readonly string[], columns: number): string[] =>
  lines.map((line) => markRows(line, lineStart, { columns, ours: inList, mark: AGENT_MARK }).shown);

/** Words of ours with names and labels of others in them, of which no row may look like a line. */
export const anyRows = (line: string, columns: number): string =>
  markRows(line, lineStart, { columns, ours: anyRow, mark: "  " }).shown;

const signsOf = ({ asks }: Style["glyphs"]): RegExp => (asks === "!" ? ascii : unicode);
