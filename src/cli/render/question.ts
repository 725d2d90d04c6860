// An agent's question in full: people answer what they see, so nothing is cut and nothing is invisible.
import { markPadding, type OpenPermission, suspiciousText } from "../../core/index.ts";
import { AGENT_MARK, behindBar, likeNote, linesInFailure } from "../text/agent-text.ts";
import { exactLine, exactText } from "../text/exact-text.ts";
import type { Style } from "../text/style.ts";
import { isNarrow, type Measure } from "../text/text-width.ts";
import { type Asked, answerableChoices, type Choice, missingTexts } from "./choices.ts";
import { cutLine } from "./cut-line.ts";
import { fillIn } from "./placeholders.ts";

export type Question = Pick<OpenPermission, "title" | "detail" | "notes"> &
  Asked & {
    readonly id?: string;
    /** The session's reference, if known. */
    readonly ref?: string | undefined;
  };

/** The maximum width of a line; without it the terminal wraps. */
export interface Room {
  readonly columns: number;
  readonly measure: Measure;
}

/** The width of a terminal's rows. No character is wider than two columns, so a row that ends early is harmless. */
export const roomOf = ({ columns }: Style): Room | null =>
  columns === undefined ? null : { columns, measure: () => 2 };

const HOW = "answer it: skein answer <session>";

/** The hint in a transcript, which does not know rules: the person who answers sees the other choices. */
export function questionLines(question: Question, style: Style, room: Room | null = null): string[] {
  const { glyphs, yellow, bold, dim } = style;
  const bar = yellow(glyphs.bar);
  const boldNumber = (part: string): string => part.replace(/^\d+/, bold("$&"));
  const ours = (line: string, paint?: (row: string) => string): string[] =>
    barred(rowsOf(line, room, { isBegun: true }), style, paint);
  const warnings = warningLines(question);
  const rule = ruleOf(question);
  return [
    ...titleLines("needs you", question, style, room),
    ...detailRows(question, style, room),
    ...noteRows(question, style, room),
    ...(question.blobs ?? []).map((cut) => bar + cutLine(cut, style)),
    ...(warnings.length > 0 ? [bar, ...warnings.flatMap((warning) => ours(`${glyphs.warning} ${warning}`))] : []),
    bar,
    ...answerableChoices(question).flatMap((choice) => ours(`${choice.number}  ${choiceLabel(choice)}`, boldNumber)),
    ...(question.rule === undefined ? ours(fillIn(HOW, question), dim) : []),
    ...(rule
      ? [
          bar,
          ...ours(rule.making),
          ...rule.lines.flatMap((line) => barred(rowsOf(line, room), style)),
          ...ours(rule.keeping),
        ]
      : []),
  ];
}

/** A question that is answered or gone: only its content. */
export const askedLines = (question: Question, style: Style, room: Room | null = null): string[] => [
  ...titleLines("asked", question, style, room),
  ...detailRows(question, style, room),
  ...noteRows(question, style, room),
];

/** Its content and its warnings without a bar, for failures and lists. */
export const plainLines = (question: Question): string[] => [
  ...linesInFailure(detailLines(question.detail)),
  ...notedLines(question).map((line) => `~ ${line}`),
  ...warningLines(question).map((warning) => `! ${warning}`),
];

/** What does not fit into the first row continues after the bar. */
function titleLines(word: string, { title }: Question, style: Style, room: Room | null): string[] {
  const begin = `${style.glyphs.asks} ${word}: `;
  const rows = rowsOf(exactLine(title), room, { isBegun: true, taken: begin.length, ours: inDetail });
  const [, ...rest] = barred(rows, style, style.bold);
  return [style.yellow(begin) + style.bold(rows[0] ?? ""), ...rest];
}

const inDetail = new RegExp(`${behindBar.source}|${likeNote.source}`, "iu");

const detailRows = ({ detail }: Question, style: Style, room: Room | null): string[] =>
  detailLines(detail).flatMap((line) => barred(rowsOf(line, room, { ours: inDetail }), style));

/** Every row of the detail has a bar of its own, so that nothing in it can look like Skein's lines. */
function noteRows(question: Question, style: Style, room: Room | null): string[] {
  const { yellow, dim, glyphs } = style;
  const [heading, ...lines] = notedLines(question);
  if (heading === undefined) return [];
  const noted = (line: string, paint?: (row: string) => string): string[] =>
    barred(rowsOf(line, room), style, paint, glyphs.noteBar);
  return [yellow(glyphs.bar), ...noted(heading, dim), ...lines.flatMap((line) => noted(line))];
}

/** Skein's heading, then the notes; further lines of a note are indented. */
function notedLines({ notes = [] }: Question): string[] {
  if (notes.length === 0) return [];
  return [NOTES, ...notes.flatMap((note) => detailLines(note).map((line, at) => (at === 0 ? line : `  ${line}`)))];
}

const NOTES = "notes that are not in the text above:";

/** The rows of one line: continuation rows begin differently. */
function barred(
  [first = "", ...more]: readonly string[],
  { glyphs, yellow }: Style,
  paint = (row: string): string => row,
  bar = glyphs.bar,
): string[] {
  return [
    first === "" ? yellow(bar) : `${yellow(bar)} ${paint(first)}`,
    ...more.map((row) => yellow(bar + glyphs.goesOn) + paint(row)),
  ];
}

/** Everything that would run or change; long empty stretches are replaced by their length. */
const detailLines = (detail: string): string[] => markPadding(exactText(detail)).split("\n");

export const choiceLabel = ({ label, kind }: Choice): string =>
  `${exactLine(label)}${kind === "own" ? " (the agent's own)" : ""}`;

/** Exactly the rule that "from now on" would store. */
export function ruleLines(question: Pick<Question, "rule">): string[] {
  const rule = ruleOf(question);
  return rule ? [rule.making, ...rule.lines, rule.keeping] : [];
}

function ruleOf({ rule }: Pick<Question, "rule">): { making: string; lines: string[]; keeping: string } | null {
  if (!rule) return null;
  const lines = exactText(rule.text)
    .split("\n")
    .filter((line) => line !== "");
  return {
    making: "2 and 3 make this rule:",
    lines: lines.map((line) => `  ${line}`),
    keeping: `3 keeps it in ${exactText(rule.file)}`,
  };
}

/** Warnings about a question, and missing parts. */
const warningLines = (question: Question): string[] => [
  ...suspiciousText([question.detail, ...(question.notes ?? [])].join("\n\n")).map(({ text }) => exactText(text)),
  ...(detailLines(question.detail).some((line) => likeNote.test(line)) ? [LIKE_NOTES] : []),
  ...cutWarnings(question).map((warning) => fillIn(warning, question)),
];

const LIKE_NOTES = `A line of it looks like one of Skein's notes but is not: lines marked ${AGENT_MARK}are a part of what would run or change.`;

const PART =
  "This is only a part of it: there was more than Skein could keep, so you can't allow it here. If you know all of it: skein answer <session> --question <id> --once";

function cutWarnings(question: Question): string[] {
  if (question.isPartial) return [PART];
  const bytes = missingTexts(question).reduce((sum, one) => sum + one.bytes, 0);
  if (bytes === 0) return [];
  return [
    `This is only the beginning of it: there are ${bytes} bytes in all, so you can't allow it here. If you have read all of it: skein answer <session> --question <id> --once`,
  ];
}

interface Begin {
  /** Skein's words begin it. */
  readonly isBegun?: boolean;
  /** The columns that these words take. */
  readonly taken?: number;
  /** What no row may begin with. */
  readonly ours?: RegExp;
}

/** Enough to recognise Skein's words. */
const WORDS = 32;

/**
 * Lines are cut hard at the edge: a person reads every character, and the bar shows where a line was broken. A row that would look like Skein's own
 * words after the bar is marked.
 */
function rowsOf(
  line: string,
  room: Room | null,
  { isBegun = false, taken = 0, ours = behindBar }: Begin = {},
): string[] {
  const width = room ? Math.max(20, room.columns - 2) : Number.POSITIVE_INFINITY;
  const text = room ? line.replaceAll("\t", "    ") : line;
  const markAt = (at: number): string => (ours.test(text.slice(at, at + WORDS)) ? AGENT_MARK : "");
  const rows: string[] = [];
  let row = isBegun ? "" : markAt(0);
  let used = taken + row.length;
  let at = 0;
  for (const character of text) {
    const wide = isNarrow(character) ? 1 : (room?.measure(character) ?? 0);
    if (used + wide > width) {
      rows.push(row);
      row = markAt(at);
      used = row.length;
    }
    row += character;
    used += wide;
    at += character.length;
  }
  return [...rows, row];
}
