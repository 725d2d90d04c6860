// The directive language, and how steps become replies.
import { expect, test } from "vitest";
import { parseScript, repliesOf, type Step } from "../kit/model/script.ts";

const always = Number.POSITIVE_INFINITY;

test.each<[string, Step[]]>([
  ["hello [[text: Good morning]]!", [{ do: "text", text: "Good morning" }]],
  ["[[text: two\nlines]]", [{ do: "text", text: "two\nlines" }]],
  ["[[words: 5]]", [{ do: "words", count: 5, perChunk: 1 }]],
  ["[[words: 5000 | 100]]", [{ do: "words", count: 5000, perChunk: 100 }]],
  ["[[think]]", [{ do: "think", text: "Let me think about this." }]],
  ["[[note: tulip]] [[recall]]", [{ do: "note" }, { do: "recall" }]],
  [
    "[[slow: 20]] [[gate: half way]]",
    [
      { do: "slow", ms: 20 },
      { do: "gate", name: "half way" },
    ],
  ],
  ["[[usage: input 10 | cached 4]]", [{ do: "usage", usage: { input: 10, cached: 4 } }]],
  ["[[error: 500]]", [{ do: "error", status: 500, times: always, retryAfterS: null, quotaS: null }]],
  ["[[error: 429 | x2]]", [{ do: "error", status: 429, times: 2, retryAfterS: 1, quotaS: null }]],
  ["[[error: 429 | quota 60]]", [{ do: "error", status: 429, times: always, retryAfterS: 60, quotaS: 60 }]],
  [
    "[[error: overloaded | after 7]]",
    [{ do: "error", status: "overloaded", times: always, retryAfterS: 7, quotaS: null }],
  ],
  [
    "[[cut]] [[hang: x1]]",
    [
      { do: "cut", times: always },
      { do: "hang", times: 1 },
    ],
  ],
  ["[[run: ls | wc -l]]", [{ do: "run", command: "ls | wc -l" }]],
  ["[[write: /a/b | x | y]]", [{ do: "write", path: "/a/b", content: "x | y" }]],
  ["[[edit: /a | old | new]]", [{ do: "edit", path: "/a", from: "old", to: "new" }]],
  ["[[read: /a]]", [{ do: "read", path: "/a" }]],
  ['[[call: Tool | {"a": [1]}]]', [{ do: "call", tool: "Tool", input: { a: [1] } }]],
])("%s", (prompt, steps) => {
  expect(parseScript(prompt)).toEqual(steps);
});

test("what is no directive is left alone", () => {
  expect(parseScript("if [[ -f x ]]; then [[1]] [[Two]]")).toEqual([]);
});

test.each(["[[tekst: x]]", "[[error: 200]]", "[[error: soon]]", "[[usage: much]]", "[[call: Tool | {]]", "[[run]]"])(
  "%s is answered with a text that says that it can't be read",
  (prompt) => {
    expect(parseScript(prompt)).toEqual([{ do: "text", text: `The scripted model can't read ${prompt}.` }]);
  },
);

test("a reply ends with its tool calls", () => {
  const kinds = repliesOf(parseScript("[[text: a]] [[run: b]] [[and]] [[run: c]] [[error: 500]] [[run: d]]"));
  expect(kinds.map((reply) => reply.map((step) => step.do))).toEqual([
    ["text", "run", "and", "run"],
    ["error", "run"],
    ["result"],
  ]);
});
