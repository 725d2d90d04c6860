// Words that make a program run other programs, or change what later words mean. No list of these is complete: the first line of defence is that a
// rule allows only the words that it names, and this is the second, for words that `*` or `**` leaves open.
import { behindFlags } from "./flags.ts";
import { programsIn } from "./launchers.ts";
import { type FlagInPlace, givesPath } from "./path-flags.ts";
import { unversioned } from "./program-name.ts";
import { checkRisks } from "./risks/checks.ts";
import { everydayRisks } from "./risks/everyday.ts";
import { gitRisks } from "./risks/git.ts";
import { languageRisks } from "./risks/languages.ts";
import { anyOf, type Risk } from "./risks/risk.ts";
import { setsVariable, takesTasks } from "./task-runners.ts";

const systemRisks: Readonly<Record<string, Risk>> = { ...everydayRisks, ...gitRisks };
const risks: Readonly<Record<string, Risk>> = { ...systemRisks, ...languageRisks, ...checkRisks };

/** It may contain a substitution, or set a variable: PATH=0, PATH++. */
const arithmetic = /[$`]|\+\+|--\s*[A-Za-z_]|[\w\]]\s*--|^(?![!<>=]?=$).*=/s;

/** The shell's own commands. After another program these names mean something else: go test -v. */
const builtins: Readonly<Record<string, Risk>> = {
  // Some shells evaluate numbers and array subscripts as arithmetic, also in quotes: printf %d 'path[$(id)]'
  // `%n` sets a variable.
  printf: { short: "v", shape: anyOf(arithmetic, /%[-+ #0-9.*'hlqjztL]*n/) },
  print: { short: "v", shape: arithmetic },
  test: { words: "-v", shape: arithmetic },
  "[": { words: "-v", shape: arithmetic },
  wait: { short: "p", shape: arithmetic },
  kill: { shape: arithmetic },
  ulimit: { shape: arithmetic },
  umask: { shape: arithmetic },
  fg: { shape: arithmetic },
  bg: { shape: arithmetic },
  disown: { shape: arithmetic },
  exit: { shape: arithmetic },
  return: { shape: arithmetic },
  break: { shape: arithmetic },
  continue: { shape: arithmetic },
  shift: { shape: arithmetic },
};

const split = (words: string | undefined): string[] => (words === undefined ? [] : words.split(" "));

/** The programs whose risks count for a command: the program itself, and programs after it, as in npx vitest and uv run python -m pytest. */
export function riskyNames(names: readonly string[]): string[] {
  const [program = ""] = names;
  const behind = programsIn(names).flatMap((at) => {
    const name = names[at] ?? "";
    const subcommands = behindFlags(names, at + 1).flatMap((one) => names[one] ?? []);
    return [name, unversioned(name), ...subcommands, ...subcommands.map((one) => `${name} ${one}`)];
  });
  return [...new Set([unversioned(program), ...names.slice(0, 3), ...behind])];
}

const riskOf = (name: string, isProgram: boolean): Risk | undefined => {
  if (Object.hasOwn(risks, name)) return risks[name];
  return isProgram && Object.hasOwn(builtins, name) ? builtins[name] : undefined;
};

const isIn = (table: Readonly<Record<string, Risk>>, [program = "", ...words]: readonly string[]): boolean => {
  const names = [program, unversioned(program)];
  return [...names, ...names.map((name) => `${name} ${words[0]}`)].some((name) => Object.hasOwn(table, name));
};

/** Whether there is an entry for a program, or for it and its first word. */
export const hasRisks = (names: readonly string[]): boolean => isIn(risks, names);

/** Whether it is a program of the system, or git. */
export const hasSystemRisks = (names: readonly string[]): boolean => isIn(systemRisks, names);

/** Whether a word that the rule does not name may make a program do something else than its purpose. */
export function isRiskyWord(flag: FlagInPlace, names: readonly string[]): boolean {
  const { word } = flag;
  const found = names.flatMap((name, at) => riskOf(name, at === 0) ?? []);
  if (found.some(({ harmless }) => split(harmless).includes(word))) return false;
  if (setsVariable(word) && names.some(takesTasks)) return true;
  return found.some((risk) => {
    const name = word.split("=", 1)[0] ?? "";
    if (split(risk.words).includes(name) || risk.shape?.test(word)) return true;
    if (risk.pathed !== undefined && givesPath(flag, risk.pathed)) return true;
    const isLong = (given: string): boolean =>
      given.length > 2 && split(risk.long).some((one) => one.startsWith(given));
    if (word.startsWith("--")) return isLong(name);
    if (risk.takesOneDash && /^-[^-]{2}/.test(name) && isLong(`-${name}`)) return true;
    return word.startsWith("-") && [...(risk.short ?? "")].some((letter) => word.includes(letter));
  });
}
