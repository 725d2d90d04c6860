// What a person decides on shows all that is in it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeRule, type Rule, stretchesOf, suspiciousText, visibleText } from "../../../src/core/index.ts";

test("every invisible character shows, and nothing is left out", () => {
  expect(visibleText("rm\u202e -rf\u00a0/\x1b[8m\u200b\r\n\tx\x7f\u{e0041}")).toBe(
    "rm⟨U+202E⟩ -rf⟨U+00A0⟩/␛[8m⟨U+200B⟩␍\n\tx␡⟨U+E0041⟩",
  );
  const unseen = /[^\P{C}\n\t]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|\u2800/u;
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => !unseen.test(visibleText(text))),
    { numRuns: 1000 },
  );
});

test("signs that are drawn as nothing show, too", () => {
  expect(visibleText("rm\u{1d159}-rf\u{1da7f}\u{1da80}x")).toBe("rm⟨U+1D159⟩-rf⟨U+1DA7F⟩⟨U+1DA80⟩x");
  expect(suspiciousText("rm\u{1d159}").map(({ kind }) => kind)).toContain("invisible");
});

test.for<[string, string[]]>([
  ["npm test", []],
  ["git commit -m 'naïve café — 日本語, привет'", []],
  ["    if x:\n        y", []],
  ["npm test\u202e", ["invisible"]],
  [`ls${" ".repeat(200)}; rm -rf ~`, ["padding"]],
  [`ls${"\n".repeat(20)}rm -rf ~`, ["padding"]],
  [`ls\n${"  \n".repeat(20)}rm -rf ~`, ["padding"]],
  ["g\u0456t status", ["lookalike"]],
  ["\uff47it status", ["lookalike"]],
  ["cat p\u03b1ss", ["lookalike"]],
  ["\u0441\u0430\u0442 /etc/passwd", ["lookalike"]],
  ["\u0433\u043c -rf x", ["lookalike"]],
  ["ls -\u0441", ["lookalike"]],
  ["\u03bd\u03b9 a.txt", ["lookalike"]],
  ["git commit -m 'нет, это не тест'", []],
  ["echo 'λόγος και νους'", []],
  ["cat \u05d0 > \u05d1", ["direction"]],
  ["rm -rf /tmp/\u0661/x", ["lookalike", "direction"]],
  [`echo ${"x".repeat(5000)}`, ["long"]],
  ["echo\n".repeat(100), ["long"]],
])("%j is said to be odd: %j", ([text, kinds]) => {
  expect(suspiciousText(text).map(({ kind }) => kind)).toEqual(kinds);
});

test("letters that are read from right to left are told from what is around them, word by word or as they are written", () => {
  const parts = (text: string, isProse = false) =>
    stretchesOf(text, { isProse }).map((part) => (part.isRightToLeft ? `<${part.text}>` : part.text));
  expect(parts("cat \u05d0\u05d1 > \u05d2/\u0661")).toEqual([
    "cat ",
    "<\u05d0\u05d1>",
    " > ",
    "<\u05d2>",
    "/",
    "<\u0661>",
  ]);
  expect(parts("\u05d0=1 \u05d1\u0301")).toEqual(["<\u05d0>", "=1 ", "<\u05d1\u0301>"]);
  expect(parts("\u05d0 \u05d1, \u05d2", true)).toEqual(["<\u05d0 \u05d1>", ", ", "<\u05d2>"]);
  expect(parts("npm test")).toEqual(["npm test"]);
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      (text) =>
        stretchesOf(text)
          .map((part) => part.text)
          .join("") === text,
    ),
  );
});

test("a look-alike is named with its number", () => {
  expect(suspiciousText("g\u0456t status")[0]?.text).toBe('"g\u0456t" mixes alphabets: \u0456 is U+0456.');
});

test.for<[Rule, string]>([
  [{ effect: "deny", command: "rm **" }, '[[deny]]\ncommand = "rm **"\n'],
  [
    { effect: "allow", kinds: ["edit", "read"], paths: ["src/**", "a\\*"], agents: true, note: "by hand" },
    `[[allow]]\nkinds = ["edit", "read"]\npaths = ["src/**", 'a\\*']\nagents = true\nnote = "by hand"\n`,
  ],
  [{ effect: "ask", tool: "a\n\u202e\"'\\" }, '[[ask]]\ntool = "a\\n\\U0000202e\\"\'\\\\"\n'],
])("%j is written as %j", ([rule, text]) => {
  expect(describeRule(rule)).toBe(text);
});
