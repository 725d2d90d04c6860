// The paths that a word of a command may name.

/** `--file=path`, `-opath`, `-xvfpath`, `-5fpath`, `HEAD:path`, `:(icase)path`, `name@path`, `name=<path`, `file:///path`. */
export function pathsIn(word: string): string[] {
  const signs = [...word.matchAll(/[=:@<)]/g)].map(({ index }) => index);
  const looked = signs.length > 2 * MAX_SIGNS ? [...signs.slice(0, MAX_SIGNS), ...signs.slice(-MAX_SIGNS)] : signs;
  const behindSigns = looked.map((at) => word.slice(at + 1));
  const letters = /^-[A-Za-z0-9]+/.exec(word)?.[0].length ?? 0;
  const behindLetters = Array.from({ length: Math.max(0, Math.min(letters, MAX_LETTERS) - 1) }, (_, at) =>
    word.slice(at + 2),
  );
  return [word, ...behindSigns, ...behindLetters].filter((path) => path !== "");
}

/** From either end of a word. */
const MAX_SIGNS = 8;
/** Of short flags in one word. */
const MAX_LETTERS = 12;
