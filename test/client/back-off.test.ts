import { expect, test } from "vitest";
import { backOffMs } from "../../src/client/back-off.ts";

test("the wait doubles up to about a second, and differs by up to a half, so that many do not come back at once", () => {
  expect([0, 1, 2, 4, 5, 20].map((attempt) => backOffMs(attempt, 0.5))).toEqual([50, 100, 200, 800, 1000, 1000]);
  expect([backOffMs(5, 0), backOffMs(5, 1)]).toEqual([750, 1250]);
  expect(new Set(Array.from({ length: 20 }, () => backOffMs(0))).size).toBeGreaterThan(1);
});
