// Suggests the word that was probably meant.

const MAX_DISTANCE = 2;

/** The nearest word, at most two typing errors away; null if none is near. Commands that end something are never suggested. */
export function suggest(
  typed: string,
  words: readonly string[],
  { ending = [] }: { ending?: readonly string[] } = {},
): string | null {
  const ranked = words
    .filter((word) => !ending.includes(word))
    .map((word) => ({ word, distance: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter((one) => one.distance <= maxDistance(typed, one.word))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.word ?? null;
}

/** Two errors in a short word leave nothing in common. */
const maxDistance = (typed: string, word: string): number =>
  Math.min(typed.length, word.length) < 5 ? Math.min(1, word.length - 1) : MAX_DISTANCE;

/** Insertions, deletions, replacements and swaps of neighbours. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
