// The rules that developers write first catch their command by each of its spellings, and in whatever it stands.
import { describe, expect, test } from "vitest";
import { evaluateRequest } from "../../../src/core/index.ts";
import { deny, human, run, source } from "./kit.ts";
import { commonDenials, wrappings } from "./spellings/common-denials.ts";

const verdictOn = (rule: string, command: string): string =>
  evaluateRequest([source(deny(rule))], run(command), human).verdict;

/** Quotes in quotes would be another command. */
const wrapped = (command: string, wrapping: string): string[] =>
  wrapping.includes("'") && command.includes("'") ? [] : [wrapping.replace("@", () => command)];

const spelled = commonDenials.map(({ rule, plain, spellings, others }) => ({
  rule,
  others,
  commands: [
    ...spellings,
    ...wrappings.flatMap((wrapping) => wrapped(plain, wrapping)),
    // Each spelling in one of them, and each rule's begin elsewhere.
    ...spellings.flatMap((spelling, at) =>
      wrapped(spelling, wrappings[(at * 7 + rule.length) % wrappings.length] ?? "@"),
    ),
  ],
}));

test("there are many", () => {
  expect(commonDenials).toHaveLength(20);
  expect(spelled.flatMap(({ commands }) => commands).length).toBeGreaterThan(1300);
});

describe.for(spelled)("$rule", ({ rule, commands, others }) => {
  test("catches every spelling", () => {
    expect(commands.filter((command) => verdictOn(rule, command) !== "deny")).toEqual([]);
  });

  test("leaves others alone", () => {
    expect(others.filter((command) => verdictOn(rule, command) !== "ask")).toEqual([]);
  });
});
