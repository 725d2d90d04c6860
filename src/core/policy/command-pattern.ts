// The `command` of a rule: shell words, in which `*` stands for one word, and `**` for any number of further words.
import type { Verdict } from "./rule.ts";
import { OPEN_PROGRAM } from "./shell/pending-command.ts";
import { readScript } from "./shell/read-script.ts";
import type { Word } from "./shell/reading.ts";
import { KEPT_BACKSLASH } from "./shell/scan-word.ts";

type PatternWord =
  | { readonly kind: "literal"; readonly word: Word }
  /** One word, or a part of one. */
  | { readonly kind: "glob"; readonly text: string; readonly wild: ReadonlySet<number> }
  /** Any number of words. */
  | { readonly kind: "rest" };

export interface CommandPattern {
  readonly assignments: readonly string[];
  readonly words: readonly PatternWord[];
}

export function readCommandPattern(text: string, effect: Verdict): CommandPattern | { problem: string } {
  const { commands, obstacles } = readScript(text);
  const [command, ...others] = commands;
  // A deny or ask rule may leave the program open, an allow rule may not. No shell reads a rule, so quotes are only quotes here.
  const obstacle = obstacles.find((one) => one !== KEPT_BACKSLASH && (effect === "allow" || one !== OPEN_PROGRAM));
  if (obstacle !== undefined) return { problem: `one plain command; this one ${obstacle}` };
  if (!command || others.length > 0) return { problem: "one plain command; write a rule for each" };
  const words: PatternWord[] = [];
  for (const word of command.words.map(patternWord)) {
    if ("problem" in word) return word;
    words.push(word);
  }
  if (effect === "allow" && words.slice(0, -1).some(({ kind }) => kind === "rest"))
    return {
      problem: "with `**` only at its end: otherwise it would also match other words before the ones that you mean",
    };
  return { assignments: command.assignments.map(({ text: one }) => one), words };
}

function patternWord(word: Word): PatternWord | { problem: string } {
  const { text } = word;
  // No shell reads a rule: characters that only zsh treats as a pattern stand for themselves.
  const wild = word.wild.filter((at) => /[*?[]/.test(text[at] ?? ""));
  if (wild.length === 0) return { kind: "literal", word: { ...word, wild } };
  if (wild.some((at) => text[at] !== "*"))
    return { problem: "without ? and [: only * is a wildcard; quote the others" };
  if (text === "**") return { kind: "rest" };
  if (wild.some((at, index) => wild[index + 1] === at + 1)) return { problem: "with `**` as a separate word" };
  return { kind: "glob", text, wild: new Set(wild) };
}
