// The spellings of a command's flags: those known for its program and subcommands, and letters that mean the same in almost every program.
import { knownFlags, type Spellings } from "./known-flags.ts";
import { endsOf, MAX_WORDS } from "./launchers.ts";
import { nameOf, unversioned } from "./program-name.ts";

const everywhere = "-f,--force -r,-R,--recursive";

export interface FlagName {
  /** All spellings. */
  readonly names: readonly string[];
  readonly takesValue: boolean;
}

export interface FlagTable {
  /** By spelling; several entries if the subcommand is ambiguous. */
  readonly flags: ReadonlyMap<string, readonly FlagName[]>;
  readonly means: ReadonlyMap<string, readonly string[]>;
  readonly implies: ReadonlyMap<string, readonly string[]>;
}

const readNames = (text: string): FlagName[] =>
  text.split(" ").map((group) => ({ names: group.replace(/=$/, "").split(","), takesValue: group.endsWith("=") }));

function tableOf(some: readonly Spellings[]): FlagTable {
  const flags = new Map<string, FlagName[]>();
  for (const flag of some.flatMap(({ names }) => (names === undefined ? [] : readNames(names))))
    for (const name of flag.names) flags.set(name, [...(flags.get(name) ?? []), flag]);
  // If the program uses the letter for something else, it is not this flag.
  for (const flag of readNames(everywhere))
    if (flag.names.every((name) => name.startsWith("--") || !flags.has(name)))
      for (const name of flag.names) flags.set(name, [...(flags.get(name) ?? []), flag]);
  const words = (records: readonly (Readonly<Record<string, string>> | undefined)[]) =>
    new Map(
      records.flatMap((one) => Object.entries(one ?? {})).map(([flag, others]) => [flag, others.split(" ")] as const),
    );
  return {
    flags,
    means: words(some.map(({ means }) => means)),
    implies: words(some.map(({ implies }) => implies)),
  };
}

const unknownProgram = tableOf([]);
const tables = new Map<string, FlagTable>();

/** The spellings for a command. Equal commands share one table. */
export function flagTableFor(texts: readonly string[]): FlagTable {
  const [program = "", ...behind] = texts.slice(0, MAX_WORDS);
  const [name = "", ...inFront] = unversioned(nameOf(program).toLowerCase()).replace("-compose", " compose").split(" ");
  const words = [...inFront, ...behind];
  if (!Object.hasOwn(knownFlags, name)) return unknownProgram;
  const subcommands = Object.entries(knownFlags[name] ?? {}).filter(
    ([way]) => way === "" || endsOf([name, ...way.split(" ")], [name, ...words]).length > 0,
  );
  const key = [name, ...subcommands.map(([way]) => way)].join("\n");
  const table = tables.get(key) ?? tableOf(subcommands.map(([, one]) => one));
  // There is at most one entry for each subset of subcommands, so the table stays small.
  if (tables.size < 500) tables.set(key, table);
  return table;
}
