// Words as a person would type them: a shell parses them back to exactly these words.
import type { Word } from "./shell/reading.ts";

/** No shell treats these characters specially, at any position. */
const harmless = /^[A-Za-z0-9_./,:@%+-][A-Za-z0-9_./,:@%+=-]*$/;

const quoteWord = (text: string): string =>
  harmless.test(text) ? text : /['\\]/.test(text) ? `"${text.replace(/["\\$`]/g, "\\$&")}"` : `'${text}'`;

/** `~/` is not quoted: quoted it would be a directory of that name. */
export const typedWord = ({ text, isTilde }: Word): string => {
  if (!isTilde) return quoteWord(text);
  const rest = text.slice(2);
  return text === "~" || rest === "" ? text : `~/${quoteWord(rest)}`;
};

export const typedAssignment = ({ text }: Word): string => {
  const at = text.indexOf("=") + 1;
  return text.slice(0, at) + (at === text.length ? "" : quoteWord(text.slice(at)));
};
