// Letters that are read from right to left. Browsers and some terminals reorder and mirror what stands between them, so that a command looks like
// another one.

/** Scripts that are written so, with their signs and numbers: whole blocks, because their order is a property of the blocks. */
const letter = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]\\p{M}*";
const word = `(?:${letter})+`;
const words = new RegExp(`(${word})`, "u");
/** With the spaces between words: only there a reader expects their own order. */
const phrases = new RegExp(`(${word}(?: ${word})*)`, "u");

export const hasRightToLeft = (text: string): boolean => words.test(text);

export interface Stretch {
  readonly text: string;
  /** To be shown by itself, without effect on what is around it. */
  readonly isRightToLeft: boolean;
}

/** The text in its order, each word (or phrase) that is read from right to left by itself. */
export const stretchesOf = (text: string, { isProse = false } = {}): Stretch[] =>
  text
    .split(isProse ? phrases : words)
    .map((part, at) => ({ text: part, isRightToLeft: at % 2 === 1 }))
    .filter((part) => part.text !== "");
