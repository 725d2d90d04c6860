// A simple command while its words are read: shell keywords, assignments, then the command's own words.
import { type Cursor, isBare, type Word } from "./reading.ts";

export interface Pending {
  readonly assignments: Word[];
  readonly words: Word[];
  readonly targets: string[];
  hasRedirection: boolean;
  /** It is a group that has ended: only redirections may follow. */
  isGroup: boolean;
}

export const pendingCommand = (): Pending => ({
  assignments: [],
  words: [],
  targets: [],
  hasRedirection: false,
  isGroup: false,
});

export const isAtStart = ({ assignments, words, hasRedirection, isGroup }: Pending): boolean =>
  assignments.length === 0 && words.length === 0 && !hasRedirection && !isGroup;

/** A command follows these. */
const openers = ["!", "if", "then", "elif", "else", "while", "do", "{"];
/** These end a group. */
const closers = ["fi", "done", "}"];
/** The keyword that the group must have reached before each of these. Otherwise sh runs nothing, and fish takes it for a program's name. */
const partners: Readonly<Record<string, readonly string[]>> = {
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of the shell
  then: ["if", "elif"],
  elif: ["then"],
  else: ["then"],
  fi: ["then", "else"],
  do: ["while"],
  done: ["do"],
  "}": ["{"],
};
/** These would need more analysis: they set variables, define functions, or belong to one shell only. */
const strange = [
  // Fish takes it, and its do and done, for programs.
  "until",
  "for",
  "foreach",
  "case",
  "esac",
  "select",
  "function",
  "coproc",
  "time",
  "repeat",
  "always",
  "[[",
  "end",
  "and",
  "or",
  "not",
  "begin",
  "switch",
];

export const OPEN_PROGRAM = "has a pattern where the program's name should be";

const assignment = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

/** A number that belongs to the next redirection, as in 2>&1, is not a word. */
const isDescriptor = ({ script, at }: Cursor, word: Word): boolean =>
  /^\d+$/.test(word.text) && isBare(word) && (script[at] === "<" || script[at] === ">");

const DIGITS = "has a number of several digits before a redirection, which some shells read as a word";

const ASSIGNMENT = "has a = where the program's name should be, which shells read differently";

interface Arrival {
  pending: Pending;
  word: Word;
  /** For each open group, the keyword that it has reached. */
  groups: string[];
  /** Ends the pending command and begins another one. */
  next: () => Pending;
}

export function consumeWord(cursor: Cursor, { pending, word, groups, next }: Arrival): void {
  const { obstacles } = cursor;
  if (isDescriptor(cursor, word)) {
    if (word.text.length > 1) obstacles.add(DIGITS);
    return;
  }
  if (pending.isGroup) {
    if (isKeyword(word, closers)) {
      goOn(cursor, groups, word.text);
      return;
    }
    obstacles.add("has words after a group, which shells read differently");
    consumeWord(cursor, { pending: next(), word, groups, next });
    return;
  }
  if (isAtStart(pending)) {
    if (isKeyword(word, openers)) {
      goOn(cursor, groups, word.text);
      if (word.text === "{" && cursor.script.includes(","))
        obstacles.add("has a comma and a group in braces, which some shells expand");
      return;
    }
    if (isKeyword(word, closers)) {
      goOn(cursor, groups, word.text);
      pending.isGroup = true;
      return;
    }
    if (isKeyword(word, strange)) obstacles.add(`uses ${word.text}`);
  }
  if (isKeyword(word, ["[["])) obstacles.add("uses [[");
  if (word.hasBraces) obstacles.add("has braces, which some shells expand");
  const name = pending.words.length === 0 ? assignment.exec(word.text)?.[0] : undefined;
  if (name !== undefined && (word.quotedFrom === null || word.quotedFrom >= name.length)) {
    if (!/^\w+=/.test(name)) obstacles.add(ASSIGNMENT);
    pending.assignments.push(word);
  } else {
    if (pending.words.length === 0 && word.text.includes("=")) obstacles.add(ASSIGNMENT);
    if (pending.words.length === 0 && isAmbiguous(word))
      obstacles.add(`begins with ${word.text}, which shells read differently`);
    if (pending.words.length === 0 && !isAtStart(pending) && isKeyword(word, [...openers, ...closers, ...strange]))
      obstacles.add(`has ${word.text} where the program's name should be`);
    if (pending.words.length === 0 && (word.wild.length > 0 || word.isTilde)) obstacles.add(OPEN_PROGRAM);
    pending.words.push(word);
  }
}

function goOn({ obstacles }: Cursor, groups: string[], keyword: string): void {
  if (keyword === "!") return;
  const before = Object.hasOwn(partners, keyword) ? partners[keyword] : undefined;
  if (before !== undefined && !before.includes(groups.pop() ?? ""))
    obstacles.add(`has a ${keyword} with nothing before it`);
  if (!closers.includes(keyword)) groups.push(keyword);
}

/** A word that is a keyword, or a label before a command, in one shell, and a program in another. */
const isAmbiguous = ({ text, quotedFrom }: Word): boolean =>
  (text.length > 1 && text.endsWith(":")) ||
  (quotedFrom !== null && [...openers, ...closers, ...strange].includes(text));

const isKeyword = (word: Word, keywords: readonly string[]): boolean => isBare(word) && keywords.includes(word.text);

export function endCommand({ commands, obstacles }: Cursor, pending: Pending): void {
  const { assignments, words, targets, hasRedirection, isGroup } = pending;
  if (words.length > 0) commands.push({ assignments, words, targets });
  else if (assignments.length > 0) obstacles.add("sets variables for what follows");
  else if (hasRedirection && !isGroup) obstacles.add("has a redirection without a command");
  if (words.length === 0 && targets.length > 0) commands.push({ assignments, words: [], targets });
}
