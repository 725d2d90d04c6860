// Finds entries by typed words, in any order; entries with words that begin with them come first.

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export function findWords<T>(entries: readonly T[], typed: string, textOf: (entry: T) => string): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  const found = entries.flatMap((entry) => {
    const text = plain(textOf(entry));
    if (!words.every((word) => text.includes(word))) return [];
    const begins = words.filter((word) => text.startsWith(word) || text.includes(` ${word}`)).length;
    return [{ entry, begins }];
  });
  return found.sort((a, b) => b.begins - a.begins).map(({ entry }) => entry);
}
