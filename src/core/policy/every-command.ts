// Everything that a script may run, also inside substitutions, `sh -c`, `sudo`, `xargs` … In doubt a command is included, within limits.
import { ExaminedCommand } from "./examined-command.ts";
import { launchersIn } from "./launchers.ts";
import { plain } from "./made-words.ts";
import { nameOf } from "./program-name.ts";
import { pushesIn } from "./pushed-branches.ts";
import { runners } from "./runners.ts";
import { underSecondNames } from "./second-names.ts";
import { readScript } from "./shell/read-script.ts";
import type { Dialect, SimpleCommand, Word } from "./shell/reading.ts";
import { startedByWord } from "./telling-words.ts";
import { isShell, textsThatRun } from "./texts-that-run.ts";
import { WordRoom } from "./word-room.ts";

/** Programs are searched for behind at most this many words. */
const MAX_PREFIX = 64;
/** Of a longer command only the beginning is compared. */
const MAX_WORDS = 500;
/** Scripts nested more deeply, and more of them, are not parsed. */
const MAX_DEPTH = 4;
const MAX_SCRIPTS = 200;
/** The limit for text to parse; every way to parse a text counts. */
const MAX_CHARACTERS = 512 * 1024;
/** The limit for words that are compared with rules, over all commands. */
const MAX_COMPARED = 16 * 1024;
/** The limit for words of derived commands. */
const MAX_MADE = 20_000;

/** Besides runners, these may have another command among their words. */
const carriers = new Set([
  ..."find fd fdfind for foreach function case select if while until do then else elif ! time [[ and or not begin switch".split(
    " ",
  ),
  ...runners,
]);

export interface Everything {
  /** Every simple command, at any depth. */
  readonly commands: readonly SimpleCommand[];
  /** These commands, the commands behind programs that run others, and all of them under their other names; each once. */
  readonly examined: readonly ExaminedCommand[];
  /** Possible commands of which only the program knows every word. */
  readonly possible: readonly ExaminedCommand[];
  /** Nothing was skipped because of a limit. */
  readonly isWhole: boolean;
  /** How much text was parsed to find them. */
  readonly charactersRead: number;
  /** How many words the derived commands have. */
  readonly wordsMade: number;
}

/** Everything that a script may run. */
export function everyCommand(script: string): Everything {
  const budget: Budget = { scripts: MAX_SCRIPTS, characters: MAX_CHARACTERS, isSpent: false };
  const commands = commandsIn(script, { depth: 0, budget });
  const room = new WordRoom(MAX_MADE);
  const read = [...new Map(commands.map(beginningOf).map((one) => [keyOf(one), one])).values()];
  const carriers = read.flatMap((command) => {
    const from = carriedFrom(command);
    return from === null ? [] : [{ command, from }];
  });
  const behind = room.fill(carriers.slice(0, MAX_SCRIPTS), behindCarrier);
  const renamed = underSecondNames([...read, ...behind], room);
  const all = [...read, ...behind, ...renamed.commands];
  const pushes = all.map((command) => pushesIn(command, room));
  const examined = examine([...all, ...pushes.flatMap(({ named }) => named)]);
  const possible = examine(pushes.flatMap((one) => one.possible));
  const isWhole =
    !budget.isSpent &&
    !room.isSpent &&
    examined.isWhole &&
    possible.isWhole &&
    renamed.isWhole &&
    pushes.every((one) => one.isWhole) &&
    carriers.length <= MAX_SCRIPTS &&
    carriers.every(({ command, from }) => command.words.length <= from + MAX_PREFIX) &&
    commands.every(({ words }) => words.length <= MAX_WORDS);
  return {
    commands,
    examined: examined.commands,
    possible: possible.commands,
    isWhole,
    charactersRead: MAX_CHARACTERS - budget.characters,
    wordsMade: room.wordsMade,
  };
}

/** The part of a command that is examined further. */
const beginningOf = (command: SimpleCommand): SimpleCommand =>
  command.words.length <= MAX_WORDS ? command : { ...command, words: command.words.slice(0, MAX_WORDS + 1) };

/** The same for commands that no rule distinguishes. */
const keyOf = ({ words }: SimpleCommand): string => words.map(({ text, wild }) => `${text}\0${wild.join()}`).join("\0");

/** Each command once, up to the limit: different ways to parse a script find most commands again. */
function examine(found: readonly SimpleCommand[]): { commands: ExaminedCommand[]; isWhole: boolean } {
  const commands = new Map<string, ExaminedCommand>();
  let room = MAX_COMPARED;
  for (const command of found) {
    if (command.words.length === 0) continue;
    const beginning = beginningOf(command);
    const key = keyOf(beginning);
    if (commands.has(key)) continue;
    room -= beginning.words.length;
    if (room < 0) return { commands: [...commands.values()], isWhole: false };
    commands.set(key, new ExaminedCommand(beginning.words));
  }
  return { commands: [...commands.values()], isWhole: true };
}

interface ScriptReading {
  readonly text: string;
  readonly dialect: Dialect;
}

/** An operator of one shell ends the command, or the word, in another shell. */
function possibleReadings(script: string): ScriptReading[] {
  // ${IFS} hides a space.
  const plain = script.replace(/\$(?:IFS\b|\{IFS[^}]{0,40}\})/g, " ");
  const joined = script.replaceAll("\\\n", "");
  const ended = joined.replaceAll("&>", "& >");
  const apart = ended.replace(/(?<!\d)\d{2,}(?=[<>])/g, "$& ").replace(/(>{1,2})[&|!]+/g, "$1");
  const toFile = joined.replaceAll(">!", "> ! ");
  const piped = joined.replaceAll(">|", "|");
  // One operator in ksh93.
  const renamed = joined.replaceAll(">;", ">");
  const unbraced = joined.replace(/[{},]|\.\./g, " ");
  const texts = new Set([script, plain, joined, ended, apart, toFile, piped, renamed, unbraced]);
  const readings: ScriptReading[] = [...texts].map((text) => ({ text, dialect: "sh" }));
  return script.includes("\\") ? [...readings, { text: script, dialect: "fish" }] : readings;
}

/** The start of the words among which another command may be; null if there is none. */
function carriedFrom(command: SimpleCommand): number | null {
  const [program = ""] = namesIn(command);
  // A label or an assignment in some shells is followed by a command, too.
  if (carriers.has(program) || /:$|=/.test(command.words[0]?.text ?? "")) return 1;
  const names = namesIn(command);
  const starts = [...launchersIn(names).map((end) => end + 1), ...startedByWord(names)];
  return starts.length === 0 ? null : Math.min(...starts);
}

const namesIn = ({ words }: SimpleCommand): string[] =>
  words.slice(0, MAX_PREFIX).map(({ text }, at) => (at === 0 ? nameOf(text).toLowerCase() : text));

/** What may still be parsed. */
interface Budget {
  scripts: number;
  characters: number;
  isSpent: boolean;
}

interface Limits {
  depth: number;
  budget: Budget;
}

/** Whether this much may be parsed, too. */
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
  return possibleReadings(script).flatMap(({ text, dialect }) => {
    if (!spend(budget, text)) return [];
    const found = readScript(text, dialect).commands.map((command) => ({
      command,
      isCarrier: carriedFrom(command) !== null,
    }));
    const isPiped = found.some(({ command, isCarrier }) => isShell(command, isCarrier));
    return found.flatMap(({ command, isCarrier }) => [
      command,
      ...textsThatRun(command, { isCarrier, isPiped }).flatMap((one) => commandsIn(one, { depth: depth + 1, budget })),
    ]);
  });
}

interface Carrier {
  readonly command: SimpleCommand;
  readonly from: number;
}

/** What a program may run of the words that it gets. */
function* behindCarrier({ command, from }: Carrier): Generator<SimpleCommand> {
  const end = Math.min(from + MAX_PREFIX, command.words.length);
  for (let at = from; at < end; at++) yield rest(command, at);
}

const rest = ({ words }: SimpleCommand, from: number): SimpleCommand => ({
  assignments: [],
  words: words.slice(from, from + MAX_WORDS + 1).map((word, at) => (at === 0 ? valueIn(word) : word)),
  targets: [],
});

/** A flag's value may name the program: `--entrypoint=rm`. */
function valueIn(word: Word): Word {
  const [name] = /^--[A-Za-z][\w-]*=/.exec(word.text) ?? [];
  return name === undefined ? word : plain(word.text.slice(name.length));
}
