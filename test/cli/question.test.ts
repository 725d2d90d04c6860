import fc from "fast-check";
import { expect, test } from "vitest";
import { choicesOf, findChoice } from "../../src/cli/render/choices.ts";
import { questionLines } from "../../src/cli/render/question.ts";
import { exactText } from "../../src/cli/text/exact-text.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { visibleText } from "../../src/core/index.ts";

const options = [
  { id: "deny", label: "Deny", kind: "reject_once" as const },
  { id: "2nd", label: "Allow for this session", kind: "allow_always" as const },
  { id: "once", label: "Allow once", kind: "allow_once" as const },
];
const rule = { text: '[[allow]]\ncommand = "npm test"\n', file: "/home/ada/.skein/policy/abc.toml" };
const plain = styleFor({}, false);

test("the numbers mean the same whatever the agent offers, in whatever order", () => {
  const shown = (asked: Parameters<typeof choicesOf>[0]) =>
    choicesOf(asked).map(({ number, kind, option, isAllow }) => [number, kind, option, isAllow]);
  expect(shown({ options, rule })).toEqual([
    [1, "once", "once", true],
    [2, "session", "once", true],
    [3, "project", "once", true],
    [4, "deny", "deny", false],
    [5, "reason", "deny", false],
    [6, "own", "2nd", true],
  ]);
  expect(shown({ options }).map(([number]) => number)).toEqual([1, 4, 5, 6]);
  const never = { id: "never", label: "Never", kind: "reject_always" as const };
  expect(shown({ options: [never] })).toEqual([
    [4, "deny", "never", false],
    [5, "reason", "never", false],
  ]);
  expect(shown({ options: [...options, never] }).at(-1)).toEqual([7, "own", "never", false]);
});

test("where the agent can't be told why, the choice says so, and keeps its number and name", () => {
  const told = (asked: Parameters<typeof choicesOf>[0]) => choicesOf(asked).find(({ number }) => number === 5);
  const label = "note why (this agent can't be told)";
  expect(told({ options, takesReason: false })).toMatchObject({ kind: "reason", label: `Deny, and ${label}` });
  expect(told({ options, form: [], takesReason: false })).toMatchObject({ label: `Don't answer, and ${label}` });
  expect(told({ options, takesReason: true })).toMatchObject({ label: "Deny, and say why" });
});

test("no number, word or label for a no ever means a yes", () => {
  const kinds = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;
  const option = fc.record({ id: fc.string(), label: fc.string(), kind: fc.constantFrom(...kinds) });
  const uniqueOptions = fc.uniqueArray(option, { minLength: 1, maxLength: 6, selector: ({ id }) => id });
  fc.assert(
    fc.property(uniqueOptions, fc.constantFrom("4", "5", "n", "no", "deny"), (given, typed) => {
      const choices = choicesOf({ options: given, rule });
      const choice = findChoice(typed, choices);
      if (choice?.kind === "deny" || choice?.kind === "reason") expect(choice.isAllow).toBe(false);
      if (/^\d$/.test(typed) && choice) expect(choice.isAllow).toBe(false);
    }),
  );
});

test.for([
  ["1", "once"],
  ["4", "deny"],
  ["9", null],
  ["0", null],
  ["2", null],
  ["2nd", "2nd"],
  ["y", "once"],
  ["YES", "once"],
  ["allow", "once"],
  ['allow from now on ("allow for this session")', "2nd"],
  ["allow for this session", null],
  ["n", "deny"],
  [" deny ", "deny"],
  ["project", null],
  ["never", null],
  ["", null],
  ["maybe", null],
  ["constructor", null],
] as const)("%j means %j", ([typed, option]) => {
  expect(findChoice(typed, choicesOf({ options }))?.option ?? null).toBe(option);
});

test("a question is shown whole: wrapped, nothing cut, nothing invisible, and with the rule that it would make", () => {
  const detail = `echo ${"x".repeat(100)}${" ".repeat(60)}; rm -rf ~\u202e`;
  const lines = questionLines({ title: "Run it", detail, options, rule }, plain, {
    columns: 40,
    measure: (text) => text.length,
  });
  for (const line of lines.slice(1)) expect(line.length).toBeLessThanOrEqual(40);
  const text = lines.map((line) => line.replace(/^│[ ↳]?/, "")).join("");
  expect(text).toContain(`echo ${"x".repeat(100)}⟨60 blanks⟩; rm -rf ~⟨U+202E⟩`);
  expect(text).toContain("long empty stretches");
  expect(text).toContain("invisible characters");
  expect(text).toContain(
    '2 and 3 make this rule:  [[allow]]  command = "npm test"3 keeps it in /home/ada/.skein/policy',
  );
});

test("wrapping loses no character", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 1, max: 90 }), (detail, columns) => {
      const shown = (room: Parameters<typeof questionLines>[2]) =>
        questionLines({ title: "t", detail, options }, plain, room);
      const joined = (lines: string[]) =>
        lines
          .map((line) => line.replace(/^│[ ↳]?(?:\(agent\) )?/, ""))
          .join("")
          .replaceAll("\t", "    ");
      expect(joined(shown({ columns, measure: (text) => text.length }))).toBe(joined(shown(null)));
    }),
  );
});

test("a question of which only the beginning is at hand says so", () => {
  const blobs = [{ at: "/detail", from: 0, to: 4, hash: "h", bytes: 90_000 }];
  const lines = questionLines({ title: "Run it", detail: "echo", options, blobs }, plain);
  expect(lines.join("\n")).toContain("only the beginning of it: there are 90000 bytes in all");
});

test("what is shown exactly is the same for terminals and for rules", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => exactText(text) === visibleText(text)));
});
