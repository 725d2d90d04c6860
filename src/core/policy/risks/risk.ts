// What a rule leaves open does not stand for these words of a program.

/** What is never covered by `*` or `**`, though the program is. */
export interface Risk {
  /** Long flags; also their abbreviations, which most programs take. */
  readonly long?: string;
  /** Short flags; also inside a bundle such as -ave. */
  readonly short?: string;
  /** Whole flags that may have a value, but no path: `cmake -S .`, not `cmake -S src/a`. */
  readonly pathed?: string;
  /** Whole words, also with =value. */
  readonly words?: string;
  readonly shape?: RegExp;
  /** Whole words that mean nothing bad here, though they do elsewhere. In front of a subcommand they are asked about all the same. */
  readonly harmless?: string;
  /** Long flags may also begin with one dash. */
  readonly takesOneDash?: boolean;
}

/** Of programs with nothing but flags, one in each line: its name, all short flags behind one dash, and the long ones. */
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
