// Flags before a word, as in `git --no-pager push` and `kubectl -n a exec`. Only the program knows which of them take a value.

/** `+x` chooses a version, as in `cargo +nightly test`. */
export const isFlag = (word: string): boolean => /^[-+]./.test(word);

/** No program that passes words on takes a value for these. */
const lone = new Set("-- -y --yes -q --quiet --silent --verbose --rm -it --no-install --offline".split(" "));

/**
 * The possible positions of the first word that is not a flag, searched from `from` on, or from several positions. Past the last word if there is
 * none.
 */
export function behindFlags(
  words: readonly string[],
  from: number | readonly number[],
  { areLoneKnown = false }: { areLoneKnown?: boolean } = {},
): number[] {
  const reached = new Set(typeof from === "number" ? [from] : from);
  // A set's iteration also visits entries that are added during it.
  for (const at of reached) {
    const word = words[at];
    if (word === undefined || !isFlag(word)) continue;
    reached.add(at + 1);
    const mayTakeValue = !word.includes("=") && !(areLoneKnown && lone.has(word));
    if (mayTakeValue && at + 1 < words.length) reached.add(at + 2);
  }
  return [...reached].filter((at) => !isFlag(words[at] ?? ""));
}
