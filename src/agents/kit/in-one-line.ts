// An agent's error message in one line: it may be a whole document, or mostly blanks.
const LONGEST = 1000;
/** Text beyond this would be cut off anyway. */
const LOOKED_AT = 4 * LONGEST;

export const inOneLine = (text: string): string =>
  text.trimStart().slice(0, LOOKED_AT).replace(/\s+/g, " ").slice(0, LONGEST).trimEnd();
