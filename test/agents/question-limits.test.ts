// Questions that could not be answered as they were meant are refused, whichever agent asks them.
import { expect, test } from "vitest";
import type { DeliveredAnswer, Fact, Reaction } from "../../src/agents/driver.ts";
import { fieldLines } from "../../src/agents/input-fields.ts";
import { rejectionAmong, withinLimits } from "../../src/agents/question-limits.ts";
import type { PermissionOption } from "../../src/core/index.ts";

const told: DeliveredAnswer[] = [];
const driver = {
  answer: (state: null, answer: DeliveredAnswer): Reaction<null> => {
    told.push(answer);
    return { state, facts: [], writes: [] };
  },
};

const asking = (options: PermissionOption[]): Reaction<null> => {
  const fact: Fact = { type: "permission", data: { id: "q1", state: "asked", title: "Run it", detail: "ls", options } };
  return { state: null, facts: [fact], writes: [] };
};

test("a question with two options of one id is told no, never by that id", () => {
  const options: PermissionOption[] = [
    { id: "a", label: "Allow", kind: "allow_once" },
    { id: "a", label: "Deny", kind: "reject_once" },
    { id: "never", label: "Never", kind: "reject_always" },
  ];
  const { facts } = withinLimits(driver, asking(options));
  expect(facts).toMatchObject([{ type: "notice", data: { kind: "question_refused" } }]);
  expect(told).toMatchObject([{ permission: "q1", option: "never" }]);
  expect(rejectionAmong(options.slice(0, 2))).toBe("");
});

test("a question whose options differ is asked", () => {
  const options: PermissionOption[] = [
    { id: "a", label: "Allow", kind: "allow_once" },
    { id: "b", label: "Deny", kind: "reject_once" },
  ];
  expect(withinLimits(driver, asking(options)).facts).toMatchObject([{ type: "permission" }]);
  expect(rejectionAmong(options)).toBe("b");
});

test("a field's name with line breaks stays in its line", () => {
  expect(fieldLines([["path\ncommand", "ls"]])).toBe('"path\\ncommand": ls');
  expect(fieldLines([["path", "ls"]])).toBe("path: ls");
});
