// Whether a person looks, from what a terminal reports and what is typed.
import { expect, test } from "vitest";
import { afterKey, isLooking, openedAt } from "../../src/cli/terminal/focus.ts";

const MINUTE = 60_000;
const IN = "\x1b[I";
const OUT = "\x1b[O";

/** Keys with the time of each. */
const after = (...keys: readonly (readonly [string, number])[]) =>
  keys.reduce((focus, [key, ms]) => afterKey(focus, key, ms), openedAt(0));

test("[R-14] who has opened it looks, and so does who typed within the last minute", () => {
  expect(isLooking(openedAt(0), MINUTE - 1)).toBe(true);
  expect(isLooking(openedAt(0), MINUTE)).toBe(false);
  expect(isLooking(after(["x", MINUTE]), 2 * MINUTE - 1)).toBe(true);
  expect(isLooking(after(["x", MINUTE]), 2 * MINUTE)).toBe(false);
});

test("[R-14] what the terminal reports counts for as long as it says nothing else", () => {
  expect(isLooking(after([OUT, 1]), 2)).toBe(false);
  expect(isLooking(after([OUT, 1], [IN, 2]), 100 * MINUTE)).toBe(true);
  expect(isLooking(after([IN, 1], [OUT, 2]), 3)).toBe(false);
  expect(isLooking(after([OUT, 1], ["x", 2]), 100 * MINUTE)).toBe(true);
});
