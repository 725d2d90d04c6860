// A terminal wraps long lines, and an agent can guess how wide it is: what it says may then begin a row, which looks as a line does.

interface Wrapping {
  readonly columns: number;
  /** How much of the line was printed before. */
  readonly printed: number;
  /** In which column it begins; infinite where nobody knows. */
  readonly from: number;
  /** What no row may begin with. */
  readonly ours: RegExp;
  /** Stands in front of such a row, on a line of its own. */
  readonly mark: string;
}

/** Of these everybody knows that they are one column wide. */
const narrow = /[ -~\u00a1-\u02ff\u0370-\u052f\u2010-\u2027]/;
const blank = /[\p{Zs}\u2800]/u;
const unseen = /[\p{Cf}\p{DI}]/u;

/** As many blanks in front of a sign are not noticed. */
const MAX_BLANKS = 3;
/** Enough to know a sign of ours, and the word behind it. */
const SIGN = 16;

/** What follows in a line behind what was printed, each row that would begin with a sign of ours on a line of its own, and marked. */
export function markRows(line: string, { columns, printed, from, ours, mark }: Wrapping): string {
  if (from + 8 * line.length < columns) return line.slice(printed);
  let shown = "";
  // Where the next character may stand, counted from the beginning of a line: terminals do not agree on the width of all.
  let least = from;
  let most = from;
  /** Blanks since a row may have begun; null where something else was in between. */
  let blanks: number | null = null;
  for (let at = 0; at < line.length; ) {
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    const rowStart = Math.floor(most / columns) * columns;
    if (rowStart > 0 && rowStart >= least) blanks = 0;
    if (blank.test(character)) blanks = blanks === null || blanks === MAX_BLANKS ? null : blanks + 1;
    else if (!unseen.test(character)) {
      if (blanks !== null && at >= printed && ours.test(line.slice(at, at + SIGN))) {
        shown += `\n${mark}`;
        least = mark.length;
        most = mark.length;
      }
      blanks = null;
    }
    if (at >= printed) shown += character;
    const isNarrow = narrow.test(character);
    least += isNarrow ? 1 : 0;
    // A wide one that does not fit leaves a column free.
    most += isNarrow ? 1 : character === "\t" ? 8 : 2 + 2 / columns;
    at += character.length;
  }
  return shown;
}
