import { expect, test } from "vitest";
import { chooseOption } from "../../src/cli/render/question.ts";

const options = [
  { id: "once", label: "Allow once", kind: "allow_once" as const },
  { id: "2nd", label: "Allow for this session", kind: "allow_always" as const },
  { id: "deny", label: "Deny", kind: "reject_once" as const },
];

test.for([
  ["1", "once"],
  ["3", "deny"],
  ["4", null],
  ["0", null],
  ["2nd", "2nd"],
  ["y", "once"],
  ["YES", "once"],
  ["allow", "once"],
  ["always", "2nd"],
  ["allow for this session", "2nd"],
  ["n", "deny"],
  [" deny ", "deny"],
  ["never", null],
  ["", null],
  ["maybe", null],
  ["constructor", null],
] as const)("%j means %j", ([typed, id]) => {
  expect(chooseOption(typed, options)?.id ?? null).toBe(id);
});

test("an id that is a number goes before the number's place only when there is no such place", () => {
  const numbered = [
    { id: "2", label: "two", kind: "allow_once" as const },
    { id: "9", label: "nine", kind: "reject_once" as const },
  ];
  expect(chooseOption("2", numbered)?.id).toBe("9");
  expect(chooseOption("9", numbered)?.id).toBe("9");
});
