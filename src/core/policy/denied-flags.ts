// The flags of a deny or ask rule, in whatever order and arrangement: `rm -rf` is also `rm -f -r` and `rm x --recursive --force`.
import { isFlag } from "./flags.ts";
import type { Word } from "./shell/reading.ts";

/** What these letters stand for wherever a program has both. */
const longNames: Readonly<Record<string, string>> = { f: "--force", r: "--recursive", R: "--recursive" };

/** Each flag that a word of a rule asks for: `-rf` is two. */
export const flagsIn = (word: string): string[] =>
  /^-[A-Za-z]+$/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [word];

/** Whether a flag is among a command's words: in a bundle, abbreviated, by its other name, with a value. */
export function hasFlag(words: readonly Word[], flag: string): boolean {
  const names = new Set([flag, ...otherNames(flag)]);
  return words.some(({ text }) => isFlag(text) && [...names].some((name) => isSpelled(text, name)));
}

const otherNames = (flag: string): string[] => {
  const long = flag.startsWith("--") ? flag : longNames[flag.slice(1)];
  const letters = Object.keys(longNames).filter((letter) => long !== undefined && longNames[letter] === long);
  return [...(long === undefined ? [] : [long]), ...letters.map((letter) => `-${letter}`)];
};

function isSpelled(word: string, flag: string): boolean {
  const given = word.split("=", 1)[0] ?? "";
  if (!flag.startsWith("--")) return /^-[A-Za-z0-9]+$/.test(given) && given.includes(flag.slice(1));
  // Most programs take the beginning of a long flag for all of it.
  return given === flag || (given.length > 2 && flag.startsWith(given));
}
