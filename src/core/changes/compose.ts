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

/** By path. A file that is as it was before is left out. */
export function composeTurns(turns: readonly TurnEntries[]): ComposedEntry[] {
  const files = new Map<string, ComposedEntry>();
  for (const { turn, entries } of turns)
    for (const { path, before, after } of entries) {
      const known = files.get(path);
      const isMixed = known !== undefined && (known.isMixed || !isSame(known.after, before));
      const all = known ? [...known.turns.filter((one) => one !== turn), turn] : [turn];
      files.set(path, { path, before: known ? known.before : before, after, turns: all, isMixed });
    }
  return [...files.values()]
    .filter(({ before, after }) => !isSame(before, after))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

const isSame = (one: Side | null, other: Side | null): boolean =>
  one?.mode === other?.mode && one?.object === other?.object;
