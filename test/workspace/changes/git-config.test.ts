// A repository's config, of which a few words are read as text.
import { expect, test } from "vitest";
import { valueIn } from "../../../src/workspace/changes/git-store.ts";

test.for([
  ["\tautocrlf = input\n", "input"],
  ['[core]\r\n\tAutoCRLF="true"  \r\n', "true"],
  ["autocrlf = false\nautocrlf = true\n", "true"],
  ["autocrlf\nother = x\nnoautocrlf = y\n", null],
  ['autocrlf = "\n', '"'],
])("%j", ([config, value]) => {
  expect(valueIn(config ?? "", "autocrlf")).toBe(value);
});

test("a line that nobody has written is skipped, and costs no more than its length", () => {
  const hostile = `autocrlf = x${" ".repeat(900_000)}y\nautocrlf = true\n`;
  expect(valueIn(hostile, "autocrlf")).toBe("true");
  expect(valueIn(`autocrlf = x${" ".repeat(900_000)}y`, "autocrlf")).toBeNull();
});
