// A question of the agent, in full: a person answers what they can see, so nothing is cut and nothing is invisible.
import { markPadding, type OpenPermission, oddities } from "../../core/index.ts";
import { type Asked, answerableChoices, type Choice, missingTexts } from "./choices.ts";
import { cutLine } from "./cut-line.ts";
import { exactLine, exactText } from "./exact-text.ts";
import type { Style } from "./style.ts";
import { isNarrow, type Measure } from "./text-width.ts";

export type Question = Pick<OpenPermission, "title" | "detail"> & Asked;

/** How wide a line may be; without it the terminal wraps. */
export interface Room {
  readonly columns: number;
  readonly measure: Measure;
}

/** The room that a terminal gives. No character is wider than two columns: a row that ends too early does no harm. */
export const roomOf = ({ columns }: Style): Room | null =>
  columns === undefined ? null : { columns, measure: () => 2 };

const HOW = "answer it: skein answer <session>";

/** Said by the transcript, too, which knows nothing of rules: who answers is shown what else can be said. */
export function questionLines(question: Question, style: Style, room: Room | null = null): string[] {
  const { glyphs, yellow, bold, dim } = style;
  const bar = yellow(glyphs.bar);
  const boldNumber = (part: string): string => part.replace(/^\d+/, bold("$&"));
  const barred = (line: string, paint = (part: string): string => part): string[] =>
    (room ? wrapped(line, room) : [line]).map((part) => (part === "" ? bar : `${bar} ${paint(part)}`));
  const notes = noteLines(question);
  return [
    ...titleLines("needs you", question, style, room),
    ...detailLines(question.detail).flatMap((line) => barred(line)),
    ...(question.blobs ?? []).map((cut) => bar + cutLine(cut, style)),
    ...(notes.length > 0 ? [bar, ...notes.flatMap((note) => barred(`! ${note}`))] : []),
    bar,
    ...answerableChoices(question).flatMap((choice) => barred(`${choice.number}  ${choiceLabel(choice)}`, boldNumber)),
    ...(question.rule === undefined ? barred(HOW, dim) : []),
    ...ruleLines(question).flatMap((line) => barred(line)),
  ];
}

/** A question that was answered, or is gone: only what it was about. */
export function askedLines(question: Question, style: Style, room: Room | null = null): string[] {
  const bar = style.yellow(style.glyphs.bar);
  const parts = detailLines(question.detail).flatMap((line) => (room ? wrapped(line, room) : [line]));
  return [
    ...titleLines("asked", question, style, room),
    ...parts.map((part) => (part === "" ? bar : `${bar} ${part}`)),
  ];
}

/** What does not fit into the first row goes on behind the bar. */
function titleLines(word: string, { title }: Question, { glyphs, yellow, bold }: Style, room: Room | null): string[] {
  const begin = `${glyphs.asks} ${word}: `;
  const [first = "", ...rest] = room ? wrapped(exactLine(title), room, begin.length) : [exactLine(title)];
  return [yellow(begin) + bold(first), ...rest.map((part) => `${yellow(glyphs.bar)} ${bold(part)}`)];
}

/** The whole of what would run; long empty stretches are shown by their length. */
export const detailLines = (detail: string): string[] => markPadding(exactText(detail)).split("\n");

export const choiceLabel = ({ label, kind }: Choice): string =>
  `${exactLine(label)}${kind === "own" ? " (the agent's own)" : ""}`;

/** What "from now on" would store, exactly. */
export function ruleLines({ rule }: Pick<Question, "rule">): string[] {
  if (!rule) return [];
  const lines = exactText(rule.text)
    .split("\n")
    .filter((line) => line !== "");
  return ["", "2 and 3 make this rule:", ...lines.map((line) => `  ${line}`), `3 keeps it in ${exactText(rule.file)}`];
}

/** What is odd about a question, and what is missing of it. */
export const noteLines = (question: Question): string[] => [
  ...oddities(question.detail).map(({ text }) => exactText(text)),
  ...cutNotes(question),
];

const PART =
  "This is only a part of it: there was more than Skein could keep. So it can't be allowed here; who knows all of it can: skein answer <session> --question <id> --once";

function cutNotes(question: Question): string[] {
  if (question.isPartial) return [PART];
  const bytes = missingTexts(question).reduce((sum, one) => sum + one.bytes, 0);
  if (bytes === 0) return [];
  return [
    `This is only the beginning of it: there are ${bytes} bytes in all. So it can't be allowed here; who has read all of it can: skein answer <session> --question <id> --once`,
  ];
}

/** Cut hard at the edge: a person reads every character, and where a line was broken shows by the bar. */
function wrapped(line: string, { columns, measure }: Room, taken = 0): string[] {
  const width = Math.max(20, columns - 2);
  const parts: string[] = [];
  let part = "";
  let used = taken;
  for (const character of line.replaceAll("\t", "    ")) {
    const wide = isNarrow(character) ? 1 : measure(character);
    if (used + wide > width) {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += character;
    used += wide;
  }
  return [...parts, part];
}
