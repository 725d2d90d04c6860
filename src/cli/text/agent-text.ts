// An agent's text among Skein's own lines: a line that begins like one of Skein's is marked, everything else stays unchanged.
import { safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { behind, lineStart, markRows, type Position } from "./wrapped-rows.ts";

export const AGENT_MARK = "(agent) ";

/** Spaces and invisible characters, narrower than a noticeable indentation. */
const margin = "^[\\p{Cf}\\p{DI}]*(?:[\\p{Zs}\\u2800][\\p{Cf}\\p{DI}]*){0,3}";

/** With characters that look the same in many fonts. A file tree is not one of ours. */
const asking = "[▲△▴▵⏶⯅🔺🔼]";
const bar = "(?![│\\s]*[├└]─)[│┃┆┇┊┋╎╏║❘❙∣⎜⎟⎢⎥｜]";
const unicode = new RegExp(`${margin}(?:${asking}|[✓✔✗✘■▸▶►›·…●‖]|${bar})`, "u");
/** Tools, test runners above all, begin lines with such signs, too: in their output, signs of ends count only with our words after them. */
const inOutput = new RegExp(
  `${margin}(?:${asking}|${bar}|[✓✔] (?:done|background)|[✗✘■] (?:failed|refused|stopped|error|interrupted|cancelled|background))`,
  "u",
);
/** Lists and headings begin with these signs, too: they count only with our words after them. */
const ascii = new RegExp(
  `${margin}(?:[!|>]|\\+ done|x (?:failed|refused|stopped|error)|# (?:stopped|interrupted|cancelled))`,
  "u",
);

/** A tool's output, or an agent's error text; `isBegun`: our words precede its first line. */
export function outputText(text: string, { glyphs }: Pick<Style, "glyphs">, isBegun = false): string {
  const ours = glyphs.asks === "!" ? ascii : inOutput;
  const lines = safeText(text).split("\n");
  return lines
    .map((line, index) => (ours.test(line) && !(isBegun && index === 0) ? AGENT_MARK + line : line))
    .join("\n");
}

/** A line of an agent that may continue with the next piece. */
export interface SpokenLine {
  /** Its text as long as all of it is invisible; null afterwards. */
  readonly unseen: string | null;
  readonly position: Position;
}

export const newLine: SpokenLine = { unseen: "", position: lineStart };

type Look = Pick<Style, "glyphs" | "columns">;

/** A whole text of an agent. */
export const agentText = (text: string, style: Look): string => speakOn(newLine, text, style).text;

/**
 * A piece of an agent's text, which continues `line`, and the line for the next piece. If the terminal's width is known, rows count as lines. Every
 * further line is indented; what precedes the first one takes its indentation.
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

/** More invisible characters are not kept. */
const MAX_UNSEEN = 200;

/** An agent's words after ours, in one line and made safe, as printed. */
export const agentRows = (line: string, { glyphs, columns }: Look, ourWords: string, ours = signsOf(glyphs)): string =>
  columns === undefined ? line : markRows(line, behind(ourWords, columns), { columns, ours, mark: AGENT_MARK }).shown;

const PROMPT_MARK = "(prompt) ";

/** A prompt, written by a person or another agent: its further lines are indented, and lines and rows that look like ours are marked. */
export function promptRows(text: string, { glyphs, columns }: Look): string {
  const ours = signsOf(glyphs);
  const rowsOf = (line: string, index: number): string => {
    const mark = index > 0 && ours.test(line) ? PROMPT_MARK : "";
    if (columns === undefined) return mark + line;
    return mark + markRows(line, behind(`  ${mark}`, columns), { columns, ours, mark: PROMPT_MARK }).shown;
  };
  return safeText(text).split("\n").map(rowsOf).join("\n  ");
}

/** After a question's bar Skein prints these itself: the answer, warnings, choices, the rule, and marks. */
export const behindBar = new RegExp(
  `${margin}(?:${bar}|[~∼～˜〜] |\\(agent\\) |(?:was )?answered\\b|no longer open|answer it:|!!? |\\d{1,3} {2}|2 and 3 make|3 keeps|(?:…|\\.{3}) (?:the beginning|\\d+ lines))`,
  "iu",
);

/** The beginnings of notes. A question's content may not look like them: a reader would think that it does not run. */
export const likeNote = new RegExp(
  `${margin}\\(?(?:notes that are not|said with it|description:|reason:|in (?:/|~|a directory)|outside of the agent|for this session would|said of the call|what Skein can't read|the agent says:|and a change of|file:)`,
  "iu",
);

/** The beginnings of lines in lists and failures. */
export const listed = new RegExp(`${margin}(?:${asking}|${bar}|!|~ |\\d{1,3} {2})`, "u");
export const inFailure = new RegExp(`${margin}(?:${asking}|${bar}|!|~ |\\d{1,3} {2}|(?:error|why|fix):)`, "u");
const inList = new RegExp(`${listed.source}|${behindBar.source}`, "iu");
const inFailedQuestion = new RegExp(`${inFailure.source}|${behindBar.source}|${likeNote.source}`, "iu");

/** Lines of an agent's question in a failure: none begins like one of ours. */
export const linesInFailure = (lines: readonly string[]): string[] =>
  lines.map((line) => (inFailedQuestion.test(line) ? AGENT_MARK + line : line));

/** If lines of ours begin with a name, any row could be one. */
export const anyRow = /^/u;

/** Lines of a list with an agent's text, none of which looks like another entry, or like a question. */
export const listRows = (lines: readonly string[], columns: number): string[] =>
  lines.map((line) => markRows(line, lineStart, { columns, ours: inList, mark: AGENT_MARK }).shown);

/** Our words with other people's names and labels in them: no row may look like a line. */
export const anyRows = (line: string, columns: number): string =>
  markRows(line, lineStart, { columns, ours: anyRow, mark: "  " }).shown;

const signsOf = ({ asks }: Style["glyphs"]): RegExp => (asks === "!" ? ascii : unicode);
