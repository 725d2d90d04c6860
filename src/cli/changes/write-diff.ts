// What a session changed, in a terminal: as a patch, or as a table with a bar for each file.

import { markPadding } from "../../core/without-folds.ts";
import type { DiffAnswer } from "../../protocol/index.ts";
import {
  cutText,
  noteText,
  type PatchLine,
  patchLines,
  remarksOn,
  statusSigns,
  totalText,
} from "../../view/changes/index.ts";
import { exactLine } from "../text/exact-text.ts";
import type { Style } from "../text/style.ts";

interface Look {
  readonly style: Style;
  /** Lines are for a person; otherwise a program gets them as they are. */
  readonly isForPerson: boolean;
  readonly nameOf: (session: string) => string;
}

/** Piece by piece: the whole may be megabytes. */
export function* diffText(answer: DiffAnswer, look: Look): Generator<string, void> {
  const { style, isForPerson } = look;
  if (isForPerson) {
    yield `${style.bold(totalText(answer.total))}\n`;
    for (const note of notesOf(answer, look)) yield `${style.dim(note)}\n`;
    if (answer.files.length > 0) yield "\n";
  }
  for (const file of answer.files) {
    const lines = patchLines(file).map((line) => painted(line, look));
    const remarks = isForPerson
      ? remarksOn(file).map((remark) => style.dim(`${style.glyphs.dot} ${exactLine(remark)}`))
      : [];
    yield `${[...lines, ...remarks].join("\n")}\n`;
  }
}

/** More than any indentation. */
const MANY_BLANKS = 64;

/** People judge a change by what they see, so nothing of a line is invisible or out of sight. */
function painted({ kind, text }: PatchLine, { style, isForPerson }: Look): string {
  const line = isForPerson ? markPadding(exactLine(text), MANY_BLANKS) : text;
  if (kind === "file") return style.bold(line);
  if (kind === "hunk") return style.cyan(line);
  if (kind === "added") return style.green(line);
  return kind === "removed" ? style.red(line) : kind === "remark" ? style.dim(line) : line;
}

const BAR = 30;

export function statLines(answer: DiffAnswer, look: Look): string[] {
  const { style } = look;
  const names = answer.files.map(({ path, oldPath }) =>
    exactLine(oldPath === undefined ? path : `${oldPath} → ${path}`),
  );
  const width = Math.min(60, Math.max(0, ...names.map(({ length }) => length)));
  const most = Math.max(1, ...answer.files.map(({ added, removed }) => added + removed));
  const rows = answer.files.map(({ status, kind, added, removed }, index) => {
    const name = names[index] ?? "";
    const shown = name.length > width ? `${style.glyphs.ellipsis}${name.slice(name.length - width + 1)}` : name;
    const scale = most > BAR ? BAR / most : 1;
    const bar = (count: number, sign: string): string =>
      sign.repeat(count === 0 ? 0 : Math.max(1, Math.round(count * scale)));
    const counts = kind === "binary" ? "binary" : String(added + removed);
    const [letter] = statusSigns[status];
    return ` ${letter} ${shown.padEnd(width)} | ${counts.padStart(6)} ${style.green(bar(added, "+"))}${style.red(bar(removed, "-"))}`.trimEnd();
  });
  return [...rows, style.bold(totalText(answer.total)), ...notesOf(answer, look).map(style.dim)];
}

export function notesOf(answer: DiffAnswer, { nameOf }: Pick<Look, "nameOf">): string[] {
  const cut = cutText(answer);
  return [
    ...(cut === null ? [] : [`${cut} See one whole: skein diff <session> <path>`]),
    ...answer.notes.map((note) => noteText(note, nameOf)),
  ].map(exactLine);
}
