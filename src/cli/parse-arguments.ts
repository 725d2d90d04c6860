// Parses a command's flags and positionals. Unknown flags are refused, with the nearest known one.
import { parseArgs } from "node:util";
import type { Command } from "./command.ts";
import { type Failure, usageFailure } from "./failure.ts";
import { type Flag, type Flags, globalFlags } from "./flags.ts";
import { suggest } from "./suggest.ts";

export interface Split {
  /** The first word that is not a flag; null if there is none. */
  readonly word: string | null;
  readonly rest: readonly string[];
}

/** Finds the command among global flags, so that `skein -C dir sessions` and `skein sessions -C dir` are the same. */
export function splitCommand(argv: readonly string[]): Split {
  const { tokens } = parse(argv, globalFlags);
  const first = tokens.find((token) => token.kind === "positional");
  if (first?.kind !== "positional") return { word: null, rest: argv };
  return { word: first.value, rest: argv.toSpliced(first.index, 1) };
}

type Value = string | readonly string[] | boolean | undefined;

export interface Arguments {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, Value>>;
}

export function parseArguments(argv: readonly string[], command: Command): Arguments {
  const known: Flags = { ...command.flags, ...globalFlags };
  const { tokens, positionals } = parse(argv, known);
  const unset: Readonly<Record<Flag["type"], Value>> = { boolean: false, string: undefined, strings: [] };
  const flags: Record<string, Value> = {};
  for (const [name, { type }] of Object.entries(known)) flags[name] = unset[type];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const name = newNameOf(token.name, known);
    const flag = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!flag) throw unknownFlag(argv[token.index] ?? token.rawName, known, command);
    if (flag.type !== "boolean" && token.value === undefined) {
      throw usageFailure(`${token.rawName} needs a value: <${flag.value ?? token.name}>`, seeHelp(command));
    }
    if (flag.type === "boolean" && token.value !== undefined) {
      throw usageFailure(`${token.rawName} does not take a value`, seeHelp(command));
    }
    const before = flags[name];
    flags[name] = Array.isArray(before) ? [...before, token.value ?? ""] : (token.value ?? true);
  }
  const naming = namesSession(command) ? sessionFlags.find((name) => flags[name]) : undefined;
  const most = command.maxPositionals - (naming === undefined ? 0 : 1);
  if (positionals.length > most) {
    const extra = positionals[most] ?? "";
    const why = naming === undefined ? "" : `, and --${naming} names the session already`;
    throw usageFailure(`too many arguments: unexpected "${extra}"`, `usage: skein ${command.usage}${why}`);
  }
  return { positionals, flags };
}

const sessionFlags = ["session", "last"] as const;

/** Whether its first positional is a session, which a flag can name instead. */
const namesSession = ({ usage }: Pick<Command, "usage">): boolean => /^\S+ [<[](?:[^\]>]*\| )?session\b/.test(usage);

/** A flag's current name. */
const newNameOf = (typed: string, known: Flags): string =>
  Object.hasOwn(known, typed)
    ? typed
    : (Object.entries(known).find(([, { formerly }]) => formerly?.includes(typed))?.[0] ?? typed);

function parse(argv: readonly string[], flags: Flags) {
  const options = Object.entries(flags).flatMap(([name, { type: given, short, formerly = [] }]) => {
    const type = given === "boolean" ? "boolean" : "string";
    const letter = short ?? formerly.find(isLetter);
    const words = formerly.filter((old) => !isLetter(old));
    return [[name, letter ? { type, short: letter } : { type }], ...words.map((old) => [old, { type }])];
  });
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
}

const isLetter = (name: string): boolean => name.length === 1;

const seeHelp = (command: Command): string => `see: skein help ${command.name}`;

function unknownFlag(typed: string, known: Flags, command: Command): Failure {
  const name = typed.split("=", 1)[0] ?? typed;
  const near = name.startsWith("--") ? suggest(name.slice(2), Object.keys(known)) : null;
  if (near) return usageFailure(`unknown flag "${name}"`, `did you mean --${near}? ${seeHelp(command)}`);
  const hint = `a text that starts with "-" goes after "--": skein ${command.name} … -- "${typed}"`;
  return usageFailure(`unknown flag "${typed}"`, command.takesText ? hint : seeHelp(command));
}
