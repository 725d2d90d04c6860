// Why a program failed, by its last line of stderr: on one row, bounded, and without values of the environment.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lastLineOf } from "../../src/agents/inspect/ask-program.ts";

test.for([
  ["", {}, ""],
  ["a\nb\n\n  \n", {}, "b"],
  ["a\rb\r\n", {}, "b"],
  ["\x1b[1;31mred\x1b[0m \x1b]0;title\x07and\tmore\u202e", {}, "red and more"],
  ["no file /home/ada/.pi/x", { HOME: "/home/ada", LANG: "en" }, "no file $HOME/.pi/x"],
  ["key abcdef", { SHORT: "abc", KEY: "abcd", LONG: "abcdef" }, "key $LONG"],
  ["key line-two!", { KEY: "line-one\nline-two" }, "key $KEY!"],
  ["$& $1 value", { KEY: "value" }, "$& $1 $KEY"],
] as const)("%j with %j is %j", ([stderr, env, line]) => {
  expect(lastLineOf(stderr, env)).toBe(line);
});

test("a long line is cut after it was masked: no part of a key is left", () => {
  const key = "k".repeat(500);
  expect(lastLineOf(`failed: ${key}`, { KEY: key })).toBe("failed: $KEY");
  expect(lastLineOf("x".repeat(500), {})).toBe(`${"x".repeat(200)}…`);
});

test("whatever is printed, it is one short row", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.dictionary(fc.string(), fc.string()), (stderr, env) => {
      const line = lastLineOf(stderr, env);
      expect(line).not.toMatch(/\p{Cc}/u);
      expect(line.length).toBeLessThanOrEqual(201);
    }),
  );
});
