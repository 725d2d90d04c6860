import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chosenSeed, seedFrom } from "./kit/seed.ts";

describe("the seed of a run", () => {
  test("is always the same, unless another one is asked for", () => {
    expect(seedFrom(undefined)).toBe(seedFrom(""));
    expect(seedFrom("4711")).toBe(4711);
  });

  test("may be a new one", () => {
    const seeds = Array.from({ length: 9 }, () => seedFrom("random"));
    expect(new Set(seeds).size).toBeGreaterThan(1);
  });

  test.for(["new", "1.5", "12 monkeys"])("is a number: %s is none", (given) => {
    expect(() => seedFrom(given)).toThrow(/SKEIN_SEED must be a whole number or random/);
  });

  test("is the one that properties begin with", () => {
    expect(fc.sample(fc.nat())).toEqual(fc.sample(fc.nat(), { seed: chosenSeed }));
  });
});
