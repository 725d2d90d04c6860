// A terminal wraps long lines, and an agent can guess how wide it is: what it says may then begin a row, which looks as a line does.

interface Wrapping {
  readonly columns: number;
  /** What no row may begin with. */
  readonly ours: RegExp;
  /** Stands in front of such a row, on a line of its own. */
  readonly mark: string;
}

/** Where a line stands that goes on: kept between its pieces, so that none is looked at twice. */
export interface Position {
  /** Where the next character may stand, counted from the beginning of the line: terminals do not agree on the width of all. */
  readonly least: number;
  readonly most: number;
  /** Blanks since a row may have begun; null where something else was in between. */
  readonly blanks: number | null;
}

export const lineStart: Position = { least: 0, most: 0, blanks: null };

/** Of these everybody knows that they are one column wide. */
const narrow = /[ -~\u00a1-\u02ff\u0370-\u052f\u2010-\u2027]/;
const blank = /[\p{Zs}\u2800]/u;
const unseen = /[\p{Cf}\p{DI}]/u;

/** As many blanks in front of a sign are not noticed. */
const MAX_BLANKS = 3;
/** Enough to know a sign of ours, and the word behind it. */
const SIGN = 16;

/** The place behind words of ours. */
export function behind(words: string, columns: number, from: Position = lineStart): Position {
  if (words === "") return from;
  let { least, most } = from;
  for (const character of words) ({ least, most } = stepped(character, { least, most }, columns));
  return { least, most, blanks: null };
}

/** A piece of a line, each row that would begin with a sign of ours on a line of its own, and marked. */
export function markRows(
  piece: string,
  from: Position,
  { columns, ours, mark }: Wrapping,
): { shown: string; position: Position } {
  let shown = "";
  let { least, most, blanks } = from;
  for (let at = 0; at < piece.length; ) {
    const character = String.fromCodePoint(piece.codePointAt(at) ?? 0);
    const rowStart = Math.floor(most / columns) * columns;
    if (rowStart > 0 && rowStart >= least) blanks = 0;
    if (blank.test(character)) blanks = blanks === null || blanks === MAX_BLANKS ? null : blanks + 1;
    else if (!unseen.test(character)) {
      if (blanks !== null && ours.test(piece.slice(at, at + SIGN))) {
        shown += `\n${mark}`;
        least = mark.length;
        most = mark.length;
      }
      blanks = null;
    }
    shown += character;
    ({ least, most } = stepped(character, { least, most }, columns));
    at += character.length;
  }
  return { shown, position: { least, most, blanks } };
}

function stepped(
  character: string,
  { least, most }: Omit<Position, "blanks">,
  columns: number,
): Omit<Position, "blanks"> {
  if (narrow.test(character)) return { least: least + 1, most: most + 1 };
  // A wide one that does not fit leaves a column free.
  return { least, most: most + (character === "\t" ? 8 : 2 + 2 / columns) };
}
