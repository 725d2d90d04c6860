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
  const lookalike = lookalikeIn(text);
  if (lookalike !== null) found.push({ kind: "lookalike", text: lookalike });
  const lines = text.split("\n").length;
  if (lines > LONG_LINES || text.length > LONG_CHARACTERS)
    found.push({ kind: "long", text: `It is long: ${lines} lines, ${text.length} characters.` });
  return found;
}

/** Says what about it looks like something else; null when nothing does. */
function lookalikeIn(text: string): string | null {
  const words: readonly string[] = text.match(/[\p{L}\p{N}\p{M}_-]+/gu) ?? [];
  const mixed = words.find(isMixed);
  if (mixed !== undefined) {
    const strange = [...mixed].find((one) => !/\p{Script=Latin}|\p{N}|[_-]/u.test(one) || isDisguised(one)) ?? "";
    return `"${mixed}" mixes alphabets: ${numbered(strange)}.`;
  }
  // Among other words of its language, such a word is one of these.
  if (words.some(isForeign)) return null;
  const twin = words.find(isTwin);
  const letter = [...(twin ?? "")].find((one) => twins.has(one)) ?? "";
  return twin === undefined ? null : `"${twin}" only looks like Latin letters: ${numbered(letter)}.`;
}

const numbered = (letter: string): string =>
  `${letter} is U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Alphabets that share shapes with the Latin one. */
const kin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

const isMixed = (word: string): boolean =>
  [...word].some(isDisguised) || (/\p{Script=Latin}/u.test(word) && kin.test(word));

/** Letters that are taken for Latin ones: Cyrillic, Greek, Armenian. */
const twins: ReadonlySet<string> = new Set(
  "аАвВгеЕѕЅіІїјЈкКмМнНоОпрРсСтТуУхХьһҺԁԛԝӏѵ" + "αΑΒεΕΖηΗιΙκΚΜνΝοΟρΡτΤυΥχΧωγ" + "օՕսոհցՏԼ",
);

const isForeign = (word: string): boolean => [...word].some((letter) => kin.test(letter) && !twins.has(letter));

const isTwin = (word: string): boolean => kin.test(word) && !isForeign(word) && !/\p{Script=Latin}/u.test(word);

/** Fullwidth and mathematical letters are ASCII in disguise. */
const isDisguised = (letter: string): boolean => letter > "\x7f" && /^[A-Za-z0-9]$/.test(letter.normalize("NFKC"));

/** Nobody should make a rule of words that they may have read as others. */
export const looksLikeOthers = (text: string): boolean => lookalikeIn(text) !== null;
