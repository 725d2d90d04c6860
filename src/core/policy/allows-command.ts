// Whether an allow rule's pattern covers a simple command. In doubt it does not.
import { mayGiveCommand } from "./command-flags.ts";
import type { CommandPattern } from "./command-pattern.ts";
import { namesDirectory } from "./directory-flags.ts";
import { isFlag } from "./flags.ts";
import { opensEditor } from "./git-editors.ts";
import { pointsElsewhere } from "./git-places.ts";
import { isInput, readsItsProgram } from "./interpreters.ts";
import { isKnownToAll } from "./known-programs.ts";
import { passesOnToAny, programsIn } from "./launchers.ts";
import { isPlainText } from "./lookalikes.ts";
import { leadsElsewhere } from "./moves.ts";
import { namesOptionFile } from "./option-files.ts";
import { isSubcommandKnown } from "./ordinary-subcommands.ts";
import { leadsOut } from "./outside-paths.ts";
import { mayGivePath } from "./path-flags.ts";
import { resolvePath } from "./path-pattern.ts";
import { nameOf, unversioned } from "./program-name.ts";
import { isPlainSed, mayNameAnyPath, type Place, programsThatGet, writesLastWord } from "./reading-programs.ts";
import { isRiskyWord, riskyNames } from "./risky-words.ts";
import type { PathContext } from "./rule.ts";
import { runners } from "./runners.ts";
import type { SimpleCommand, Word } from "./shell/reading.ts";
import { tellsOfHarm } from "./telling-flags.ts";
import { wordsThatStart } from "./telling-words.ts";
import { unpacksAtRoot } from "./unpacked-places.ts";
import { matchesWildcard } from "./wildcard.ts";
import { namesWhatRunsLater, writesElsewhere } from "./written-paths.ts";

interface Holding {
  readonly where: PathContext;
  /** Every directory in which the command may run. */
  readonly places: readonly string[];
  /** Whether the rule holds in a directory. */
  readonly holds: (directory: string) => boolean;
}

export function allowsCommand(
  pattern: CommandPattern,
  command: SimpleCommand,
  { where, places, holds }: Holding,
): boolean {
  const assigned = command.assignments.map(({ text }) => text);
  // A variable can change what runs (PATH, LD_PRELOAD, NODE_OPTIONS …), so the rule must name it.
  if (assigned.length !== pattern.assignments.length || assigned.some((one, at) => one !== pattern.assignments[at]))
    return false;
  const { words } = command;
  const last = pattern.words.at(-1);
  const hasRest = last?.kind === "rest";
  const fixed = hasRest ? pattern.words.slice(0, -1) : pattern.words;
  if (words.length < fixed.length || (!hasRest && words.length > fixed.length)) return false;
  // Most rules fail here, and the checks below are slow.
  if (fixed.some((wanted, at) => wanted.kind === "literal" && !isSame(words[at] as Word, wanted.word))) return false;
  const isNamed = (at: number): boolean => fixed[at]?.kind === "literal";
  const texts = words.map(({ text }) => text);
  const isExact = words.every((_, at) => isNamed(at));
  const names = texts.map((text) => (isFlag(text) ? text : nameOf(text)));
  const programs = programsIn(names);
  if (!isExact && programs.some((at) => needsEveryWord(words.slice(at), where))) return false;
  // Also without further words: `node **` is not meant for a script from stdin.
  if ((hasRest || !isExact) && (readsItsProgram(names) || opensEditor(names, isNamed))) return false;
  if (passesOnToAny(names, { isNamed, isOpenEnded: hasRest })) return false;
  const isProgramOpen = programs.some((from) => {
    const isNamedThere = (at: number): boolean => isNamed(from + at);
    if (names[from] === "git" && pointsElsewhere(words.slice(from), { isNamed: isNamedThere, where })) return true;
    return !isSubcommandKnown([names[from] ?? "", ...texts.slice(from + 1)], isNamedThere);
  });
  if (isProgramOpen) return false;
  const risky = riskyNames(names);
  const starting = wordsThatStart({ names, programs });
  return words.every((word, at) => {
    const wanted = fixed[at];
    if (wanted?.kind === "literal") return true;
    const flag = { word: word.text, next: texts[at + 1] };
    if (
      hasTooManyDashes(word.text) ||
      isInput(word.text) ||
      isRiskyWord(flag, risky) ||
      tellsOfHarm(word.text) ||
      !isPlainText(word.text)
    )
      return false;
    const place = { names, programs, at };
    if (starting.has(at)) return false;
    const receiving = programs.filter((from) => from < at).map((from) => names[from] ?? "");
    if (namesOptionFile(word.text, receiving)) return false;
    if (!wanted && (mayGivePath(flag) || mayGiveCommand(flag)) && !isKnownToAll(place)) return false;
    if (programs.some((from) => at > from && writesElsewhere(names[from] ?? "", word, where))) return false;
    const isOut = leadsOut(word, places, where) && !(wanted && namesWayOut(wanted, places, where));
    if ((isOut || mayBecomeDotName(word)) && !mayNameAnyPath(word, place)) return false;
    const runsLater = namesWhatRunsLater(word.text) && !(wanted && namesWhatRunsLater(beginningOf(wanted)));
    if (runsLater && !staysInRepository(place) && !mayNameAnyPath(word, place)) return false;
    const directory = openDirectory(word.text, {
      wanted,
      before: fixed[at - 1],
      receiving,
    });
    if (directory !== null && !places.every((place) => holds(resolvePath(directory, { ...where, workspace: place }))))
      return false;
    if (wanted?.kind === "glob") return coversWord(wanted, word);
    return isOrdinary(word);
  });
}

/** Git's own subcommands are judged by where they write. */
const staysInRepository = (place: Place): boolean =>
  programsThatGet(place).every((from) => place.names[from] === "git");

/** As `/opt/data/*` does. */
const namesWayOut = (wanted: WantedWord, places: readonly string[], where: PathContext): boolean =>
  leadsOut({ text: beginningOf(wanted), isTilde: false }, places, where);

type WantedWord = CommandPattern["words"][number];

interface Opening {
  readonly wanted: WantedWord | undefined;
  /** What the rule names before it. */
  readonly before: WantedWord | undefined;
  /** The programs that may get it. */
  readonly receiving: readonly string[];
}

/** The directory in which the program would run, if the rule leaves it open: `git -C *`, `acme --cwd=*`. */
function openDirectory(word: string, { wanted, before, receiving }: Opening): string | null {
  const [, flag] = (wanted?.kind === "glob" && /^(-[^=]+)=\*$/.exec(wanted.text)) || [];
  if (flag !== undefined) return namesDirectory(flag, receiving) ? word.slice(flag.length + 1) : null;
  const isOpen = wanted?.kind !== "glob" || wanted.text === "*";
  return isOpen && before?.kind === "literal" && namesDirectory(before.word.text, receiving) ? word : null;
}

/** What a rule names of a word before its first wildcard. */
const beginningOf = (wanted: WantedWord): string =>
  wanted.kind === "glob" ? wanted.text.slice(0, Math.min(...wanted.wild)) : "";

/** Some programs accept any number of leading dashes for two. */
const hasTooManyDashes = (word: string): boolean => /^---+[^-]/.test(word);

const isSame = (word: Word, named: Word): boolean =>
  word.text === named.text && word.isTilde === named.isTilde && word.wild.length === 0;

function coversWord(glob: { text: string; wild: ReadonlySet<number> }, { text, wild }: Word): boolean {
  if (wild.length > 0 || text === "") return false;
  // `*` does not stand for a flag, and no wildcard stands for `..`.
  if (glob.wild.has(0) && text.startsWith("-")) return false;
  if (glob.text === "*") return true;
  if (text.split("/").includes("..") && !glob.text.split("/").includes("..")) return false;
  return staysOnHost(text, glob.text) && matchesWildcard(text, glob, "/");
}

/** In the host of an address a wildcard stands for names below it, and for nothing that ends the host: https://other?x.example.com */
function staysOnHost(text: string, pattern: string): boolean {
  const [, host = ""] = /^[a-z][\w+.-]*:\/\/([^/]*)/i.exec(pattern) ?? [];
  if (!host.includes("*")) return true;
  const [, given = ""] = /^[a-z][\w+.-]*:\/\/([^/]*)/i.exec(text) ?? [];
  return /^[\w.:-]+$/.test(given);
}

/** A shell replaces a pattern by file names, which may look like a flag or set a variable: make V*. */
function isOrdinary({ text, wild: [first] }: Word): boolean {
  if (first === undefined) return true;
  // The shell decides what this expands to.
  if (text.slice(first).split("/").includes("..")) return false;
  const before = text.slice(0, first);
  if (before.startsWith("-")) return /^--[A-Za-z][\w-]*=/.test(before);
  return before.includes("/");
}

/** Some shells replace `.?` and `.*` by `..`, and all replace `.g?t` by `.git`. */
const mayBecomeDotName = ({ text, wild }: Word): boolean =>
  wild.some((at) => /(?:^|[^\w.*?[\]^#~-])\.[^/]*$/.test(text.slice(0, at)));

function needsEveryWord(words: readonly Word[], where: PathContext): boolean {
  const texts = words.map(({ text }) => text);
  const name = nameOf(texts[0] ?? "");
  if (runners.has(name) || runners.has(unversioned(name))) return true;
  if (name === "sed" || name === "gsed") return !isPlainSed(texts);
  if (unpacksAtRoot(texts, where)) return true;
  return writesLastWord([{ text: name, wild: [] }, ...words.slice(1)]) || leadsElsewhere(words, where);
}
