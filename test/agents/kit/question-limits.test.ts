// Questions that could not be answered as they were meant are refused, whichever agent asks them.
import { expect, test } from "vitest";
import type { DeliveredAnswer, Fact, Reaction } from "../../../src/agents/driver.ts";
import { rejectionAmong, withinLimits } from "../../../src/agents/kit/questions/question-limits.ts";
import { fieldNotes } from "../../../src/agents/kit/tool-calls/input-fields.ts";
import type { FormField, PermissionOption } from "../../../src/core/index.ts";

const told: DeliveredAnswer[] = [];
const driver = {
  answer: (state: null, answer: DeliveredAnswer): Reaction<null> => {
    told.push(answer);
    return { state, facts: [], writes: [] };
  },
};

const asking = (options: PermissionOption[], form?: FormField[]): Reaction<null> => {
  const data = { id: "q1", state: "asked" as const, title: "Run it", detail: "ls", options };
  const fact: Fact = { type: "permission", data: { ...data, ...(form ? { form } : {}) } };
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

test("a form with two fields of the same id is told no: one answer would count for both", () => {
  told.length = 0;
  const field = (id: string, label: string) => ({ id, label, kind: "text" as const, isRequired: true });
  const options: PermissionOption[] = [
    { id: "accept", label: "Answer", kind: "allow_once" },
    { id: "decline", label: "Decline", kind: "reject_once" },
  ];
  const form = (...fields: ReturnType<typeof field>[]) => withinLimits(driver, asking(options, fields)).facts;
  expect(form(field("a", "Run the tests?"), field("b", "Delete the data?"))).toMatchObject([{ type: "permission" }]);
  expect(told).toEqual([]);
  expect(form(field("a", "Run the tests?"), field("a", "Delete the data?"))).toMatchObject([
    { type: "notice", data: { kind: "question_refused", text: expect.stringContaining("fields of the same id") } },
  ]);
  expect(told).toMatchObject([{ permission: "q1", option: "decline", content: null }]);
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
  expect(fieldNotes([["path\ncommand", "ls"]])).toEqual(['"path\\ncommand": ls']);
  expect(fieldNotes([["path", "ls"]])).toEqual(["path: ls"]);
});
