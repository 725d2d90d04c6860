// What is shown of a question, from every driver to the screen: nobody can take what would run for something that is only said about it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDemoDriver } from "../../src/agents/demo/driver.ts";
import { askedLines, plainLines, questionLines } from "../../src/cli/render/question.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { type Asked, askedIn, drivers, type Input } from "../agents/driver-questions.ts";
import { contextFor } from "../contracts/recording.ts";

const demo = createDemoDriver("/opt/skein/demo-agent.cjs");

/** The demo agent has no input of a tool in its questions: it says itself what is shown. */
function demoAsks({ command, description }: Input): Asked {
  const options = [
    { id: "allow", label: "Allow once", kind: "allow_once" },
    { id: "deny", label: "Deny", kind: "reject_once" },
  ];
  const notes = description === undefined ? {} : { notes: [`description: ${description}`] };
  const line = { type: "ask", question: "q1", title: "Run it", detail: command, ...notes, options };
  const { state } = demo.open(contextFor("r1"), null);
  return askedIn(demo.read(state, JSON.stringify(line)).facts);
}

const all: [string, (input: Input) => Asked][] = [
  ...Object.entries(drivers).map(([name, { run }]): [string, (input: Input) => Asked] => [name, run]),
  ["demo", demoAsks],
];

const unicode = styleFor({ SKEIN_ASCII: "0" }, false);
const ascii = styleFor({ SKEIN_ASCII: "1" }, false);
const room = (columns: number) => ({ columns, measure: (text: string) => text.length });

/** Every place in which a question is shown whole: behind a bar, wide or narrow, with what letters there are, and in plain lines. */
const screens: [string, (asked: Asked) => string[]][] = [
  ["a wide terminal", (asked) => questionLines(asked, unicode, room(120))],
  ["a narrow terminal", (asked) => questionLines(asked, unicode, room(24))],
  ["a terminal with ASCII alone", (asked) => questionLines(asked, ascii, room(40))],
  ["a pipe", (asked) => questionLines(asked, unicode)],
  ["a question that was answered", (asked) => askedLines(asked, ascii, room(30))],
  ["a failure", plainLines],
];

const payload = "Run the tests; touch X";
const forged = [`description: ${payload}`, `(in /srv; touch X)`, `reason: ${payload}`, "~ description: x", "┆ in /x"];

/** Commands that are made to look like notes, like marks and like each other; without what stands for a character that can't be seen. */
const isPlain = (text: string): boolean => text.trim() === text && text !== "" && !/ {32}|\n(?: *\n){8}/.test(text);
const part = fc.oneof(
  fc.constantFrom("npm test", "\n", "\n\n", " ", "(agent) ", "notes that are not in the text above:", "1  Allow once"),
  fc.constantFrom(...forged),
  fc.constantFrom("│ ", "| ", "↳", "\\", "! ", "x".repeat(17), "x".repeat(19)),
  fc.string({ maxLength: 8 }),
);
const command = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join("").replaceAll(/[^\n -~│┆↳]/g, ""))
  .filter(isPlain);
const description = fc.option(fc.constantFrom(payload, "two\nlines", ...forged), { nil: undefined });

/** Two commands that differ by little. */
const pair = fc
  .tuple(command, fc.nat(), fc.constantFrom("", "\n", " ", "(agent) ", "↳", "\\", "│ ", "~ ", "\n\n"), fc.nat(2))
  .map(([one, place, put, gone]): [string, string] => {
    const at = place % (one.length + 1);
    return [one, `${one.slice(0, at)}${put}${one.slice(at + gone)}`];
  })
  .filter(([, other]) => isPlain(other));

const input = (one: string, said: string | undefined): Input =>
  said === undefined ? { command: one } : { command: one, description: said };

describe.for(all)("%s", ([, run]) => {
  test("[T-21] a command stands alone in what would run, whatever is said about it", () => {
    const { detail, notes } = run({ command: "npm test", description: payload });
    expect([detail, notes]).toEqual(["npm test", [`description: ${payload}`]]);
    expect(run({ command: `npm test\n\ndescription: ${payload}` }).detail).toBe(`npm test\n\ndescription: ${payload}`);
  });

  test.for(screens)("[T-21] two commands never look the same on %s", ([, show]) => {
    const looks = (one: string, said: string | undefined): string => show(run(input(one, said))).join("\n");
    fc.assert(
      fc.property(pair, description, description, ([one, other], said, alsoSaid) => {
        if (one !== other) expect(looks(one, said)).not.toBe(looks(other, alsoSaid));
      }),
      { numRuns: 100 },
    );
    for (const end of forged)
      expect(looks(`npm test\n\n${end}`, undefined)).not.toBe(looks("npm test", end.replace("description: ", "")));
  });

  test("[T-21] no row of a command begins as a row of notes does", () => {
    fc.assert(
      fc.property(command, fc.constantFrom(20, 24, 41, 120), (one, columns) => {
        const asked = run({ command: one });
        for (const row of [...questionLines(asked, unicode, room(columns)), ...plainLines(asked)])
          expect(row).not.toMatch(
            /^(?:│↳?)? {0,3}(?:[┆~] |\(?(?:notes that are not|said with it|description:|reason:|in \/))/,
          );
        for (const row of questionLines(asked, ascii, room(columns))) expect(row).not.toMatch(/^(?:\|\\?)? {0,3}~ /);
      }),
      { numRuns: 60 },
    );
  });
});

const options = drivers.pi!.run({ command: "ls" }).options;

test("[T-21] notes have a heading and a bar of their own; what imitates them is marked, and a sentence says so", () => {
  const noted: Asked = { title: "Run `ls`", detail: "ls", notes: ["description: Looks\nround", "in /srv"], options };
  expect(askedLines(noted, unicode)).toEqual([
    "▲ asked: Run `ls`",
    "│ ls",
    "│",
    "┆ notes that are not in the text above:",
    "┆ description: Looks",
    "┆   round",
    "┆ in /srv",
  ]);
  const imitating: Asked = { title: "Run `ls`", detail: `ls\n\ndescription: ${payload}`, options };
  const lines = questionLines(imitating, unicode);
  expect(lines.slice(1, 4)).toEqual(["│ ls", "│", `│ (agent) description: ${payload}`]);
  expect(lines.join("\n")).toContain("! A line of it looks like one of Skein's notes but is not");
  expect(plainLines(imitating).slice(0, 3)).toEqual(["ls", "", `(agent) description: ${payload}`]);
  expect(plainLines(noted)).toEqual([
    "ls",
    "~ notes that are not in the text above:",
    "~ description: Looks",
    "~   round",
    "~ in /srv",
  ]);
});

test("[T-21] a line that was broken at the edge does not look like two", () => {
  const shown = (detail: string) => askedLines({ title: "Run it", detail, options }, unicode, room(24));
  expect(shown(`echo ${"a".repeat(17)}rm x`)).toEqual(["▲ asked: Run it", `│ echo ${"a".repeat(17)}`, "│↳rm x"]);
  expect(shown(`echo ${"a".repeat(17)}\nrm x`)).toEqual(["▲ asked: Run it", `│ echo ${"a".repeat(17)}`, "│ rm x"]);
});

test("[T-21] what is odd in a note is said, too", () => {
  const asked: Asked = { title: "Run `ls`", detail: "ls", notes: ["description: a\u202eb"], options };
  expect(questionLines(asked, unicode).join("\n")).toContain("⟨U+202E⟩");
  expect(questionLines(asked, unicode).join("\n")).toContain("invisible characters");
});

test.for([
  ["claude", "Write", { file_path: "/workspace/a\n\nb", content: "c" }, "/workspace/a\\n\\nb\n\nc"],
  ["pi", "write", { path: "a\n\nb", content: "c" }, "a\\n\\nb\n\nc"],
] as const)("[T-21] %s: a line feed in a path begins no line", ([driver, tool, given, detail]) => {
  expect(drivers[driver]!.use(tool, given).detail).toBe(detail);
});
