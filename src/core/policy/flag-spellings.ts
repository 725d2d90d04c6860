// What the flags of a command are called: those that are known of its program and subcommands, and letters that mean the same nearly
// everywhere.
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
  /** By each spelling; several where it is open which subcommand is meant. */
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
  // A letter that the program has for something else is not this one.
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

/** What the flags of a command are called. Equal commands get the same table. */
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
  // Each subset of subcommands is at most one entry; nobody needs many.
  if (tables.size < 500) tables.set(key, table);
  return table;
}
