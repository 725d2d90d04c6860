// Randomness that can be had again: the same seed gives the same choices. What the machine makes of them is its own affair.

export interface Random {
  /** At least `from` and below `to`, not rounded. */
  between(from: number, to: number): number;
  /** A whole number below this one. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** So many of them, none twice; all when there are no more. */
  sample<T>(list: readonly T[], count: number): T[];
  /** True so often, from 0 to 1. */
  chance(share: number): boolean;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, and good enough to choose moments.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    between: (from, to) => from + next() * (to - from),
    below,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error("there is nothing to pick from");
      return list[below(list.length)] as T;
    },
    sample<T>(list: readonly T[], count: number): T[] {
      const rest = [...list];
      return Array.from({ length: Math.min(count, list.length) }, () => rest.splice(below(rest.length), 1)[0] as T);
    },
    chance: (share) => next() < share,
  };
}
