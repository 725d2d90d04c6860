// What the words of a command are: flags, values of flags, or operands. Only flags that a list knows by this exact name are certain: behind any other
// (an abbreviation, a bundle with an unknown letter) a word may be its value or an operand, so there is no answer.

/** The names of flags, each with its dashes: `-q --quiet`. */
export interface FlagList {
  /** They have no value, or only one that is joined to them by `=`. */
  readonly lone: string;
  readonly valued: string;
}

interface Given {
  readonly flag: string;
  /** The position of the word. */
  readonly at: number;
  /** Null: it has none. */
  readonly value: string | null;
}

export interface Arguments {
  readonly flags: readonly Given[];
  /** Positions of all other words. */
  readonly operands: readonly number[];
}

/** `isNamed` says which words the rule names itself: who wrote it knows whether such a flag takes a value. */
export function certainArguments(
  words: readonly string[],
  list: FlagList,
  isNamed: (at: number) => boolean = () => false,
): Arguments | null {
  const lone = list.lone.split(" ");
  const valued = list.valued.split(" ");
  const flags: Given[] = [];
  const operands: number[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      for (let rest = at + 1; rest < words.length; rest++) operands.push(rest);
      break;
    }
    if (!/^-./.test(word)) {
      operands.push(at);
      continue;
    }
    const read = word.startsWith("--") ? readLong(word) : readBundle(word, { lone, valued });
    const last = read.at(-1);
    const areKnown = read.every(
      ({ flag, value }) => valued.includes(flag) || (lone.includes(flag) && isFit(flag, value)),
    );
    if (!last || !areKnown) {
      if (!isNamed(at)) return null;
      continue;
    }
    const takesNext = valued.includes(last.flag) && last.value === null;
    const given = takesNext ? [...read.slice(0, -1), { ...last, value: words[at + 1] ?? "" }] : read;
    flags.push(...given.map((one) => ({ ...one, at })));
    if (takesNext) at++;
  }
  return { flags, operands };
}

const isFit = (flag: string, value: string | null): boolean => value === null || flag.startsWith("--");

type Read = Pick<Given, "flag" | "value">;

function readLong(word: string): Read[] {
  const sign = word.indexOf("=");
  return [sign === -1 ? { flag: word, value: null } : { flag: word.slice(0, sign), value: word.slice(sign + 1) }];
}

/** `-xzf` are three flags; behind a letter that takes a value, the rest is its value: `-Cbuild`. */
function readBundle(word: string, { lone, valued }: Record<keyof FlagList, readonly string[]>): Read[] {
  const read: Read[] = [];
  for (let at = 1; at < word.length; at++) {
    const flag = `-${word[at]}`;
    if (!lone.includes(flag)) {
      read.push({ flag, value: valued.includes(flag) ? word.slice(at + 1) || null : null });
      break;
    }
    read.push({ flag, value: null });
  }
  return read;
}
