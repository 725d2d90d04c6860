// Changes of several turns as one: for each file what it was before the first turn that changed it, and what it is after the last one. What
// changed between turns is nobody's here.

/** One side of a file: its mode and object, or null where there is no file. */
export interface Side {
  readonly mode: string;
  readonly object: string;
}

export interface TreeEntry {
  readonly path: string;
  readonly before: Side | null;
  readonly after: Side | null;
}

export interface TurnEntries {
  readonly turn: string;
  readonly entries: readonly TreeEntry[];
}

export interface ComposedEntry extends TreeEntry {
  /** In order. */
  readonly turns: readonly string[];
  /** It changed between two of the turns, too. */
  readonly isMixed: boolean;
}

type Composed = { -readonly [Key in keyof ComposedEntry]: ComposedEntry[Key] } & { turns: string[] };

/** By path. A file that is as it was before is left out. */
export function composeTurns(turns: readonly TurnEntries[]): ComposedEntry[] {
  const files = new Map<string, Composed>();
  for (const { turn, entries } of turns)
    for (const { path, before, after } of entries) {
      const known = files.get(path);
      if (!known) {
        files.set(path, { path, before, after, turns: [turn], isMixed: false });
        continue;
      }
      known.isMixed ||= !isSame(known.after, before);
      known.after = after;
      if (known.turns.at(-1) !== turn) known.turns.push(turn);
    }
  return [...files.values()]
    .filter(({ before, after }) => !isSame(before, after))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

const isSame = (one: Side | null, other: Side | null): boolean =>
  one?.mode === other?.mode && one?.object === other?.object;
