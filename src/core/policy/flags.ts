// Flags in front of a word, as in `git --no-pager push` and `kubectl -n a exec`. Only the program knows which of them take a value.

/** `+x` chooses a version, as in `cargo +nightly test`. */
export const isFlag = (word: string): boolean => /^[-+]./.test(word);

/** No program that passes words on has a value behind these. */
const lone = new Set("-- -y --yes -q --quiet --silent --verbose --rm -it --no-install --offline".split(" "));

/** Where the first word that is no flag may stand, beginning with `from`, or with one of several places. It is behind the last word where there is none. */
export function behindFlags(
  words: readonly string[],
  from: number | readonly number[],
  { areLoneKnown = false }: { areLoneKnown?: boolean } = {},
): number[] {
  const reached = new Set(typeof from === "number" ? [from] : from);
  // What is added while a set is gone through is visited, too.
  for (const at of reached) {
    const word = words[at];
    if (word === undefined || !isFlag(word)) continue;
    reached.add(at + 1);
    const mayTakeValue = !word.includes("=") && !(areLoneKnown && lone.has(word));
    if (mayTakeValue && at + 1 < words.length) reached.add(at + 2);
  }
  return [...reached].filter((at) => !isFlag(words[at] ?? ""));
}
