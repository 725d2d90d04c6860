// What a question's card says, what its form gives the agent, and what is told of an answer from elsewhere.
import { describe, expect, test } from "vitest";
import type { FormField } from "../../../src/core/index.ts";
import {
  answeredText,
  batchChoice,
  type CardQuestion,
  cardOf,
  readForm,
  settledText,
} from "../../../src/view/index.ts";
import { answered, asked, bob, created, foldBodies, options, stale } from "../../kit/events.ts";

const rule = { text: '[[allow]]\ncommand = "npm test"\n', file: "/home/ada/.skein/policy/abc.toml" };
const question: CardQuestion = { id: "q", title: "Run it", detail: "npm test", options };

describe("the card of a question", () => {
  test("has the whole of what would run, with nothing invisible, and where it would run", () => {
    const odd = { ...question, detail: `ls${" ".repeat(200)}\u202e; rm -rf /` };
    const { detail, warnings, facts } = cardOf(
      { ...odd, request: { kind: "execute", tool: "Bash", command: "ls", paths: ["/etc"] } },
      "/work",
    );
    expect(detail).toBe("ls⟨200 blanks⟩⟨U+202E⟩; rm -rf /");
    expect(warnings.join()).toMatch(/invisible characters.*empty stretches/);
    expect(facts).toEqual([
      { name: "Tool", value: "Bash" },
      { name: "Runs in", value: "/work" },
      { name: "Path", value: "/etc" },
    ]);
  });

  test("offers from now on only with the exact rule, which it shows", () => {
    expect(cardOf(question, null).choices.map(({ number }) => number)).toEqual([1, 4, 5]);
    const card = cardOf({ ...question, rule }, null);
    expect(card.choices.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(card.rule?.text).toBe('[[allow]]\ncommand = "npm test"');
    expect(card.choices.find(({ kind }) => kind === "project")?.about).toContain(rule.file);
  });

  test("what can't be shown whole can't be allowed, alone or with others", () => {
    const cut = { ...question, blobs: [{ at: "/detail", from: 0, to: 8, hash: "a", bytes: 90_000 }] };
    expect(cardOf(cut, null).choices.map(({ kind }) => kind)).toEqual(["deny", "reason"]);
    expect(cardOf(cut, null).warnings.join()).toContain("90 KB");
    expect(batchChoice(cut, "once")).toBeNull();
    expect(batchChoice(question, "once")?.option).toBe("yes");
    expect(batchChoice({ ...question, form: [] }, "once")).toBeNull();
  });
});

test("a form gives the agent what was filled in, and names what is missing or wrong", () => {
  const form: FormField[] = [
    { id: "name", label: "Name", kind: "text", isRequired: true },
    { id: "size", label: "Size", kind: "choice", options: [{ value: "s", label: "S" }], isRequired: true },
    { id: "extras", label: "Extras", kind: "choices", options: [{ value: "bag", label: "Bag" }] },
    { id: "gift", label: "Gift", kind: "yes_no", isRequired: true },
    { id: "count", label: "Count", kind: "number" },
  ];
  const filled = { name: "Ada", size: "s", extras: ["bag"], gift: false, count: "2.5" };
  expect(readForm(form, filled)).toEqual({ content: { ...filled, count: 2.5 } });
  expect(readForm(form, { name: "", count: "two" })).toEqual({
    problems: {
      name: "Fill this in.",
      size: "Choose one.",
      gift: "Choose yes or no.",
      count: "“two” is not a number.",
    },
  });
});

test("an answer from elsewhere is told with who gave it and from where", () => {
  const text = (...events: Parameters<typeof foldBodies>) =>
    settledText({ ...question, id: "q1" }, foldBodies(...events).permission);
  expect(text(created, asked("q1"))).toBeNull();
  expect(text(created, asked("q1"), answered("q1", "no", bob))).toMatch(/^“Run it” was answered: No, by .*phone/);
  expect(text(created, asked("q1"), stale("q1"))).toContain("no longer open: gone");
  expect(answeredText(question, { option: "yes", by: { kind: "policy" } })).toContain("by a rule");
  expect(text(created, asked("q1"), answered("q1", "yes", bob))).toMatch(/was answered: Yes, by/);
  const { permission } = foldBodies(created, asked("q1"), answered("q1", "yes", bob));
  expect(settledText({ ...question, id: "q1" }, permission, rule.text)).toContain("Allow from now on, by a rule");
});
