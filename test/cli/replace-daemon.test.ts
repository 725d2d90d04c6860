import { expect, test } from "vitest";
import { isOlder } from "../../src/cli/daemon/replace-daemon.ts";

test.for([
  ["0.1.0", "0.1.1"],
  ["0.9.9", "0.10.0"],
  ["0.10.0", "1.0.0"],
  ["1.0.0-beta.2", "1.0.0-beta.10"],
  ["1.0.0-beta.2", "1.0.0"],
] as const)("%s is older than %s, and not the other way round", ([older, newer]) => {
  expect(isOlder(older, newer)).toBe(true);
  expect(isOlder(newer, older)).toBe(false);
  expect(isOlder(older, older)).toBe(false);
});

test("what is no version is older than nothing", () => {
  expect(isOlder("", "1.0.0")).toBe(false);
  expect(isOlder("dev", "1.0.0")).toBe(false);
  expect(isOlder("1.0.0", "next")).toBe(false);
});
