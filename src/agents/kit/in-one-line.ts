// What an agent says of a failure, for places that show one line: it may be a whole document, or nearly all blanks.
const LONGEST = 1000;
/** No more is looked at: what is behind it would be cut off anyway. */
const LOOKED_AT = 4 * LONGEST;

export const inOneLine = (text: string): string =>
  text.trimStart().slice(0, LOOKED_AT).replace(/\s+/g, " ").slice(0, LONGEST).trimEnd();
