// The seed of all random choices in tests: properties, schedules, moments of kills. It is constant by default, so that results are repeatable;
// `SKEIN_SEED=random` explores.

const USUAL = 1;

/** As a run is told it: a number, `random` for one that nobody has had yet, or nothing. */
export function seedFrom(given: string | undefined): number {
  if (given === undefined || given === "") return USUAL;
  if (given === "random") return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new Error(`SKEIN_SEED must be a whole number or random, and is ${given}`);
  return seed;
}

/** Of this run: vitest.config.ts has put it there, the same for every worker. */
export const chosenSeed: number = seedFrom(process.env.SKEIN_SEED);
