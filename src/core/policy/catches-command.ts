// Whether a deny or ask rule's pattern catches a command. In doubt it does.
import type { CommandPattern } from "./command-pattern.ts";
import { isAmong, type Piece, readArguments } from "./denied-flags.ts";
import type { ExaminedCommand } from "./examined-command.ts";
import { isFlag } from "./flags.ts";
import { unknownWord } from "./made-words.ts";
import { packageIn } from "./package-names.ts";
import { nameOf, unversioned } from "./program-name.ts";
import { runners } from "./runners.ts";
import type { Word } from "./shell/reading.ts";
import { mayMean } from "./subcommand-names.ts";
import { takesTasks, tasksIn } from "./task-runners.ts";
import { matchesWildcard } from "./wildcard.ts";

type PatternWords = CommandPattern["words"];

export function catchesCommand({ words: pattern }: CommandPattern, command: ExaminedCommand): boolean {
  const [program] = pattern;
  // A fast check: without it most patterns would be compared word by word with every command.
  if (program?.kind === "literal" && !command.isProgram(program.word.text)) return false;
  // Further words do not matter: `git push` also catches `git push origin main`.
  const open: PatternWords = pattern.at(-1)?.kind === "rest" ? pattern : [...pattern, { kind: "rest" }];
  return matchWords(command.words, { pattern: open, command }) || matchesInAnyOrder(command, open);
}

/** For most programs the position, spelling and bundling of flags do not matter. */
function matchesInAnyOrder(command: ExaminedCommand, pattern: PatternWords): boolean {
  if (!pattern.some((one) => one.kind !== "rest" && isFlag(textOf(one)))) return false;
  const { table, flags: given, arrangements } = command.flagged;
  const pieces = pattern.map(pieceOf);
  return [false, true].some((isOneDashLong) => {
    const { flags, others } = readArguments(pieces, { table, isRule: true, isOneDashLong });
    if (flags.length === 0 || !flags.every((flag) => isAmong(flag, given))) return false;
    const unflagged = others.map(({ word }) => word);
    return arrangements.some((words) => matchWords(words, { pattern: unflagged, command }));
  });
}

interface PatternPiece extends Piece {
  readonly word: PatternWords[number];
}

const literally: ReadonlySet<number> = new Set();

const pieceOf = (word: PatternWords[number]): PatternPiece => ({
  text: word.kind === "rest" ? "" : textOf(word),
  wild: word.kind === "glob" ? word.wild : literally,
  isRest: word.kind === "rest",
  word,
});

const textOf = (wanted: Wanted): string => (wanted.kind === "literal" ? wanted.word.text : wanted.text);

interface Comparison {
  readonly pattern: PatternWords;
  readonly command: ExaminedCommand;
}

/** For every n, whether the first n words match the pattern so far. */
function matchWords(words: readonly Word[], { pattern, command }: Comparison): boolean {
  let reached = [true, ...words.map(() => false)];
  const from = command.listBegins;
  for (const [index, wanted] of pattern.entries()) {
    if (index > 0 && wanted.kind !== "rest") reached = index >= from ? passAll(reached) : passFlags(words, reached);
    const next = reached.map(() => false);
    for (const [at, isReached] of reached.entries()) {
      const word = words[at - 1];
      if (wanted.kind === "rest") next[at] = isReached || next[at - 1] === true;
      else if (word && reached[at - 1]) next[at] = catchesWord(word, { wanted, index, command });
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/** Flags, each perhaps with a value, may precede the word: git -C x --no-pager push. */
function passFlags(words: readonly Word[], reached: readonly boolean[]): boolean[] {
  const next = [...reached];
  for (const [at, { text }] of words.entries())
    if (at > 0 && next[at] && isFlag(text)) for (const to of [at + 1, at + 2]) if (to < next.length) next[to] = true;
  return next;
}

/** In a list, other operands may precede the word. */
function passAll(reached: readonly boolean[]): boolean[] {
  const first = reached.indexOf(true);
  return reached.map((_, at) => first !== -1 && at >= first);
}

type Wanted = Exclude<PatternWords[number], { kind: "rest" }>;

interface Expected {
  wanted: Wanted;
  index: number;
  command: ExaminedCommand;
}

function catchesWord(word: Word, { wanted, index, command }: Expected): boolean {
  const { program } = command;
  if (word === unknownWord) return !isFlag(textOf(wanted));
  const names = index === 0 ? [word.text, program] : namesIn(word.text, program);
  if (wanted.kind === "glob") return names.some((name) => matchesWildcard(name, wanted, null));
  if (index === 0) return command.isProgram(wanted.word.text);
  const { text } = wanted.word;
  return names.some(
    (name) =>
      mayMean(name, { program, wanted: text, depth: index - 1 }) ||
      ((name.includes("/") || text.includes("/")) && plainPath(name) === plainPath(text)),
  );
}

/** The names that a rule may use for a word. */
function namesIn(word: string, program: string): string[] {
  if (takesTasks(program)) return tasksIn(word);
  const name = unversioned(program);
  // The word after these is a program, too.
  if (runners.has(name) && word.includes("/")) return [word, nameOf(word)];
  const unversionedPackage = packageIn(word, name);
  return unversionedPackage === null ? [word] : [word, unversionedPackage];
}

/** `./a` and `a/` mean `a`; for git, `:/` is the repository's root. */
const plainPath = (text: string): string =>
  text === ":/" ? "." : text.replace(/^(?:\.\/+)+(?=.)/, "").replace(/(?<=[^/:])\/+$/, "");
