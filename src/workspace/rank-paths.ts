// Which of many paths somebody means who has typed a few letters. Pure.

export interface PathEntry {
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: "file" | "directory";
}

/** Files, and the directories that they are in. */
export function entriesOf(files: readonly string[]): PathEntry[] {
  const directories = new Set<string>();
  for (const path of files)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const directory = path.slice(0, at);
      if (directories.has(directory)) break;
      directories.add(directory);
    }
  return [
    ...files.map((path): PathEntry => ({ path, kind: "file" })),
    ...[...directories].map((path): PathEntry => ({ path, kind: "directory" })),
  ];
}

/** Upper and lower case are the same; words may come in any order, and letters may be left out. */
export const wordsTyped = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

export interface Ranked {
  readonly entry: PathEntry;
  /** Lower is better. */
  readonly rank: number;
}

/** The best of these and of those that were found before, best first. */
export function bestOf(
  found: readonly Ranked[],
  entries: readonly PathEntry[],
  words: readonly string[],
  most: number,
): Ranked[] {
  const fresh = entries.flatMap((entry): Ranked[] => {
    const rank = rankOf(entry.path.toLowerCase(), words);
    return rank === null ? [] : [{ entry, rank }];
  });
  return [...found, ...fresh].sort(byRank).slice(0, most);
}

const byRank = (a: Ranked, b: Ranked): number =>
  a.rank - b.rank || a.entry.path.length - b.entry.path.length || (a.entry.path < b.entry.path ? -1 : 1);

/** Null if a word does not fit. Without words what is near the top comes first. */
function rankOf(path: string, words: readonly string[]): number | null {
  if (words.length === 0) return path.split("/").length;
  let sum = 0;
  for (const word of words) {
    const rank = rankOfWord(path, word);
    if (rank === null) return null;
    sum += rank;
  }
  return sum;
}

function rankOfWord(path: string, word: string): number | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (path === word || name === word) return 0;
  if (name.startsWith(word)) return 1;
  if (path.startsWith(word)) return 2;
  const inName = name.indexOf(word);
  if (inName > 0) return isLetter(name[inName - 1]) ? 4 : 3;
  if (path.includes(word)) return path.includes(`/${word}`) ? 5 : 6;
  if (hasInOrder(name, word)) return 7;
  return hasInOrder(path, word) ? 8 : null;
}

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? "");

function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
