// Tests that share something, of which one fails at its first attempt.
import { describe, expect, test } from "vitest";
import { sharedByTests } from "../lifetime.ts";

let made = 0;
const ended: [number: number, hasFailed: boolean][] = [];

describe("tests that share", () => {
  const shared = sharedByTests(async (lifetime) => {
    const number = ++made;
    lifetime(async (hasFailed) => void ended.push([number, hasFailed]));
    return number;
  });

  test("the first has it made", async () => expect(await shared()).toBe(1));
  test("the next has the same", async () => expect(await shared()).toBe(1));
  test("one that failed has another at its second attempt", async () => expect(await shared()).toBe(2));
  test("and so has the one after it", async () => expect(await shared()).toBe(2));
});

test("each was ended, and told whether a test had failed with it", () => {
  expect(ended).toEqual([
    [1, true],
    [2, false],
  ]);
});
