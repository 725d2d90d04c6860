// Whether a deny or ask rule's pattern catches anything in a command: also inside substitutions, `sh -c`, `sudo`, `xargs` …
// It is generous: what could be meant is caught.
import type { CommandPattern } from "./command-pattern.ts";
import { flagsIn, hasFlag } from "./denied-flags.ts";
import { isFlag } from "./flags.ts";
import { launchersIn } from "./launchers.ts";
import { isVersionOf, nameOf } from "./program-name.ts";
import { runners } from "./risky-programs.ts";
import { underSecondNames } from "./second-names.ts";
import { readScript } from "./shell/read-script.ts";
import type { Dialect, SimpleCommand, Word } from "./shell/reading.ts";
import { mayMean } from "./subcommand-names.ts";
import { matchesWildcard } from "./wildcard.ts";

/** More words in front of a program than this are not looked behind. */
const MAX_PREFIX = 64;
/** Of a longer command only the beginning is compared. */
const MAX_WORDS = 500;
/** Scripts inside scripts: deeper ones, and more of them, are not looked into. */
const MAX_DEPTH = 4;
const MAX_SCRIPTS = 200;
/** Nor is more text, each way to read it counted. */
const MAX_CHARACTERS = 512 * 1024;

/** Besides the runners these may have another command among their words. */
const carriers = new Set([
  ..."find fd fdfind for foreach function case select if while until do then else elif ! time [[ and or not begin switch".split(
    " ",
  ),
  ...runners,
]);

export interface Everything {
  /** Every simple command, at whatever depth. */
  readonly commands: readonly SimpleCommand[];
  /** What stands behind a program that runs others. */
  readonly behind: readonly SimpleCommand[];
  /** There is nothing that was not looked at. */
  readonly isWhole: boolean;
  /** How much was read to find them. */
  readonly charactersRead: number;
}

/** Everything that a script may run. */
export function everyCommand(script: string): Everything {
  const budget: Budget = { scripts: MAX_SCRIPTS, characters: MAX_CHARACTERS, isSpent: false };
  const commands = commandsIn(script, { depth: 0, budget });
  const carriers = commands.flatMap((command) => {
    const from = carriedFrom(command);
    return from === null ? [] : [{ command, from }];
  });
  const behind = carriers
    .slice(0, MAX_SCRIPTS)
    .flatMap(({ command, from }) =>
      command.words.slice(from, from + MAX_PREFIX).map((_, at) => rest(command, from + at)),
    );
  const renamed = [...commands, ...behind].flatMap(underSecondNames);
  const isWhole =
    !budget.isSpent &&
    carriers.length <= MAX_SCRIPTS &&
    carriers.every(({ command, from }) => command.words.length <= from + MAX_PREFIX) &&
    commands.every(({ words }) => words.length <= MAX_WORDS);
  return { commands, behind: [...behind, ...renamed], isWhole, charactersRead: MAX_CHARACTERS - budget.characters };
}

interface Way {
  readonly text: string;
  readonly dialect: Dialect;
}

/** What one shell takes for an operator is to another one the end of a command, or of a word. */
function waysToRead(script: string): Way[] {
  // ${IFS} is how a space is smuggled in.
  const plain = script.replace(/\$(?:IFS\b|\{IFS[^}]{0,40}\})/g, " ");
  const joined = script.replaceAll("\\\n", "");
  const ended = joined.replaceAll("&>", "& >");
  const apart = ended.replace(/(?<!\d)\d{2,}(?=[<>])/g, "$& ").replace(/(>{1,2})[&|!]+/g, "$1");
  const toFile = joined.replaceAll(">!", "> ! ");
  const piped = joined.replaceAll(">|", "|");
  // One operator to ksh93.
  const renamed = joined.replaceAll(">;", ">");
  const unbraced = joined.replace(/[{},]|\.\./g, " ");
  const texts = new Set([script, plain, joined, ended, apart, toFile, piped, renamed, unbraced]);
  const ways: Way[] = [...texts].map((text) => ({ text, dialect: "sh" }));
  return script.includes("\\") ? [...ways, { text: script, dialect: "fish" }] : ways;
}

/** Where the words begin among which another command may stand; null = there is none. */
function carriedFrom(command: SimpleCommand): number | null {
  const [program = ""] = namesIn(command);
  // What is a label or sets a variable to some shells has a command behind it, too.
  if (carriers.has(program) || /:$|=/.test(command.words[0]?.text ?? "")) return 1;
  const ends = launchersIn(namesIn(command));
  return ends.length === 0 ? null : Math.min(...ends) + 1;
}

const namesIn = ({ words }: SimpleCommand): string[] =>
  words.slice(0, MAX_PREFIX).map(({ text }, at) => (at === 0 ? nameOf(text).toLowerCase() : text));

/** What may still be read. */
interface Budget {
  scripts: number;
  characters: number;
  isSpent: boolean;
}

interface Limits {
  depth: number;
  budget: Budget;
}

/** Whether this much may be read, too. */
function spend(budget: Budget, { length }: string): boolean {
  if (budget.scripts === 0 || budget.characters < length) budget.isSpent = true;
  else {
    budget.scripts--;
    budget.characters -= length;
  }
  return !budget.isSpent;
}

function commandsIn(script: string, { depth, budget }: Limits): SimpleCommand[] {
  if (depth > MAX_DEPTH) budget.isSpent = true;
  if (budget.isSpent) return [];
  return waysToRead(script).flatMap(({ text, dialect }) => {
    if (!spend(budget, text)) return [];
    return readScript(text, dialect).commands.flatMap((command) => [
      command,
      ...scriptsIn(command).flatMap((one) => commandsIn(one, { depth: depth + 1, budget })),
    ]);
  });
}

function scriptsIn(command: SimpleCommand): string[] {
  const mayRunText = carriedFrom(command) !== null;
  return command.words.slice(1).flatMap(({ text }) => {
    if (mayRunText && /[\s;&|<>()'"`$\\]/.test(text)) return [text];
    // git -c alias.x='!command'
    return /^alias\.[^=]*=!/.test(text) ? [text.slice(text.indexOf("!") + 1)] : [];
  });
}

const rest = ({ words }: SimpleCommand, from: number): SimpleCommand => ({
  assignments: [],
  words: words.slice(from),
  targets: [],
});

export const catchesCommand = ({ words: pattern }: CommandPattern, { words }: SimpleCommand): boolean => {
  const [first, ...others] = words;
  if (!first) return false;
  const [program] = pattern;
  // Without this most patterns would be compared word by word with every command.
  if (program?.kind === "literal" && !isProgram(first, program.word.text)) return false;
  const compared = [first, ...others.slice(0, MAX_WORDS)];
  // What more words add to a command does not make it another one: `git push` is also `git push origin main`.
  const open: CommandPattern["words"] = pattern.at(-1)?.kind === "rest" ? pattern : [...pattern, { kind: "rest" }];
  return matchWords(compared, open) || matchesInAnyOrder(compared, open);
};

/** Where flags stand, and how they are bundled, means nothing to most programs. */
function matchesInAnyOrder(words: readonly Word[], pattern: CommandPattern["words"]): boolean {
  const flags = pattern.flatMap((one) =>
    one.kind === "literal" && isFlag(one.word.text) ? flagsIn(one.word.text) : [],
  );
  if (flags.length === 0 || !flags.every((flag) => hasFlag(words, flag))) return false;
  const others = pattern.filter((one) => one.kind !== "literal" || !isFlag(one.word.text));
  return (
    matchWords(words, others) ||
    matchWords(
      words.filter(({ text }) => !isFlag(text)),
      others,
    )
  );
}

/** By its name in any directory; in any case, as some file systems have it; also as a pattern that may stand for it. */
function isProgram({ text, wild }: Word, name: string): boolean {
  const wanted = name.toLowerCase();
  // To zsh `=rm` is the path of rm.
  const given = text.toLowerCase().replace(/^=/, "");
  if (given === wanted || isVersionOf(nameOf(given), wanted)) return true;
  if (wild.length === 0) return false;
  const pattern = nameOf(given.replace(/\[[^\]]*\]/g, "?"));
  const places = [...pattern.matchAll(/[*?]/g)].map(({ index }) => index);
  return matchesWildcard(wanted, { text: pattern, wild: new Set(places) }, null);
}

/** Whether the first n words match the pattern so far, for every n. */
function matchWords(words: readonly Word[], pattern: CommandPattern["words"]): boolean {
  let reached = [true, ...words.map(() => false)];
  const program = nameOf(words[0]?.text ?? "").toLowerCase();
  for (const [index, wanted] of pattern.entries()) {
    if (index > 0 && wanted.kind !== "rest") reached = passFlags(words, reached);
    const next = reached.map(() => false);
    for (const [at, isReached] of reached.entries()) {
      const word = words[at - 1];
      if (wanted.kind === "rest") next[at] = isReached || next[at - 1] === true;
      else if (word && reached[at - 1]) next[at] = catchesWord(word, { wanted, index, program });
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/** The word that a rule means may stand behind flags, and each of them may have a value: git -C x --no-pager push. */
function passFlags(words: readonly Word[], reached: readonly boolean[]): boolean[] {
  const next = [...reached];
  for (const [at, { text }] of words.entries())
    if (at > 0 && next[at] && isFlag(text)) for (const to of [at + 1, at + 2]) if (to < next.length) next[to] = true;
  return next;
}

type Wanted = Exclude<CommandPattern["words"][number], { kind: "rest" }>;

interface Expected {
  wanted: Wanted;
  index: number;
  program: string;
}

function catchesWord(word: Word, { wanted, index, program }: Expected): boolean {
  if (wanted.kind === "glob") return matchesWildcard(word.text, wanted, null);
  if (index === 0) return isProgram(word, wanted.word.text);
  return mayMean(word.text, { program, wanted: wanted.word.text, depth: index - 1 });
}
