// What makes a request look like something else than it is: said next to it, so that nobody says yes to what they did not see.
import { hasInvisible } from "./visible-text.ts";

export interface Oddity {
  kind: "invisible" | "padding" | "lookalike" | "long";
  /** A sentence for people. */
  text: string;
}

/** A run of spaces this long pushes what follows off most screens. */
const padding = /[^\S\n]{32,}|(?:\n[^\S\n]*){9,}/;

/** Long empty stretches by their length, so that what follows them is seen: `⟨200 blanks⟩`. */
export const markPadding = (text: string): string =>
  text.replace(new RegExp(padding, "g"), (blanks) => {
    const lines = blanks.split("\n").length - 1;
    return lines > 0 ? `\n⟨${lines} line breaks⟩\n` : `⟨${blanks.length} blanks⟩`;
  });
const LONG_LINES = 40;
const LONG_CHARACTERS = 4000;

export function oddities(text: string): Oddity[] {
  const found: Oddity[] = [];
  if (hasInvisible(text))
    found.push({ kind: "invisible", text: "It has characters that can't be seen; they are shown by their numbers." });
  if (padding.test(text))
    found.push({ kind: "padding", text: "It has long empty stretches: more may follow where you don't look." });
  const word = text.match(/[\p{L}\p{N}\p{M}_-]+/gu)?.find(isLookalike);
  if (word !== undefined) {
    const strange =
      [...word].find((letter) => !/\p{Script=Latin}|\p{N}|[_-]/u.test(letter) || isDisguised(letter)) ?? "";
    const number = (strange.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    found.push({ kind: "lookalike", text: `"${word}" mixes alphabets: ${strange} is U+${number}.` });
  }
  const lines = text.split("\n").length;
  if (lines > LONG_LINES || text.length > LONG_CHARACTERS)
    found.push({ kind: "long", text: `It is long: ${lines} lines, ${text.length} characters.` });
  return found;
}

/** Letters of alphabets that share shapes with Latin ones, next to Latin ones. */
const isLookalike = (word: string): boolean =>
  [...word].some(isDisguised) ||
  (/\p{Script=Latin}/u.test(word) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word));

/** Fullwidth and mathematical letters are ASCII in disguise. */
const isDisguised = (letter: string): boolean => letter > "\x7f" && /^[A-Za-z0-9]$/.test(letter.normalize("NFKC"));
