// Words of a program for which the wildcards of a rule do not stand.

/** What `*` and `**` never cover, even if the rule names the program. */
export interface Risk {
  /** Long flags, also abbreviated, as most programs accept them. */
  readonly long?: string;
  /** Short flags, also inside a bundle such as -ave. */
  readonly short?: string;
  /** Whole flags that may have a value, but not a path: `cmake -S .`, not `cmake -S src/a`. */
  readonly pathed?: string;
  /** Whole words, also with =value. */
  readonly words?: string;
  readonly shape?: RegExp;
  /** Whole words that are harmless here, though not elsewhere. Before a subcommand they are asked about all the same. */
  readonly harmless?: string;
  /** Long flags may also begin with one dash. */
  readonly takesOneDash?: boolean;
}

/** For programs that have only flags, one program per line: its name, all short flags after one dash, and the long ones. */
export const flagRisks = (lines: readonly string[]): Record<string, Risk> => Object.fromEntries(lines.map(riskIn));

function riskIn(line: string): [string, Risk] {
  const words = line.split(" ");
  const short = words.find((word) => /^-[^-]/.test(word));
  const long = words.filter((word) => word.startsWith("--"));
  return [
    words.filter((word) => !word.startsWith("-")).join(" "),
    { ...(short ? { short: short.slice(1) } : {}), ...(long.length > 0 ? { long: long.join(" ") } : {}) },
  ];
}

/** One shape for several. */
export const anyOf = (...shapes: readonly RegExp[]): RegExp => new RegExp(shapes.map(({ source }) => source).join("|"));
