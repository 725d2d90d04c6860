// A terminal wraps long lines, and an agent can guess its width: agent text could then begin a row that looks like a line of ours.

interface Wrapping {
  readonly columns: number;
  /** What no row may begin with. */
  readonly ours: RegExp;
  /** Precedes such a row, on a line of its own. */
  readonly mark: string;
}

/** The position after a line so far, kept between its pieces, so that no character is examined twice. */
export interface Position {
  /** The possible columns of the next character: terminals disagree on the width of some characters. */
  readonly least: number;
  readonly most: number;
  /** Spaces since a row may have begun; null if another character came in between. */
  readonly blanks: number | null;
}

export const lineStart: Position = { least: 0, most: 0, blanks: null };

/** Characters that are one column wide in every terminal. */
const narrow = /[ -~\u00a1-\u02ff\u0370-\u052f\u2010-\u2027]/;
const blank = /[\p{Zs}\u2800]/u;
const unseen = /[\p{Cf}\p{DI}]/u;

/** This many spaces before a sign are not noticeable. */
const MAX_BLANKS = 3;
/** Enough to recognise our sign, and the word after it. */
const SIGN = 16;

/** The position after words of ours. */
export function behind(words: string, columns: number, from: Position = lineStart): Position {
  if (words === "") return from;
  let { least, most } = from;
  for (const character of words) ({ least, most } = stepped(character, { least, most }, columns));
  return { least, most, blanks: null };
}

/** A piece of a line; each row that would begin with our sign gets a line of its own and a mark. */
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
  // A wide character that does not fit leaves a column free.
  return { least, most: most + (character === "\t" ? 8 : 2 + 2 / columns) };
}
