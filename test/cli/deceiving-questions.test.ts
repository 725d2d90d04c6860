// Questions that try to look like something else than they are: each is shown whole, in lines that can't be taken for Skein's own.
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { answerableChoices, findChoice, findSpoken } from "../../src/cli/render/choices.ts";
import { questionLines } from "../../src/cli/render/question.ts";
import { styleFor } from "../../src/cli/text/style.ts";

const COLUMNS = 60;
const plain = styleFor({}, false);
const options = [
  { id: "yes", label: "Allow once", kind: "allow_once" as const },
  { id: "no", label: "Deny", kind: "reject_once" as const },
];

function shown(question: { title?: string; detail?: string; options?: typeof options }): string[] {
  const asked = { title: "Run it", detail: "ls", options, rule: null, ...question };
  return questionLines(asked, plain, { columns: COLUMNS, measure: stringWidth });
}

const END = "; rm -rf ~";

/** What a person would have to see, and a word of the warning next to it. */
const deceptions: readonly { name: string; detail: string; sees?: string; note?: string }[] = [
  { name: "tabs that push the rest away", detail: `ls${"\t".repeat(80)}${END}`, note: "long empty stretches" },
  { name: "line breaks that push the rest away", detail: `ls${"\n".repeat(80)}${END}`, note: "long empty stretches" },
  { name: "blanks that push the rest away", detail: `ls${" ".repeat(400)}${END}`, note: "long empty stretches" },
  {
    name: "no-break spaces",
    detail: `ls${"\u00a0".repeat(400)}${END}`,
    sees: "⟨U+00A0⟩",
    note: "invisible characters",
  },
  {
    name: "ideographic spaces",
    detail: `ls${"\u3000".repeat(400)}${END}`,
    sees: "⟨U+3000⟩",
    note: "invisible characters",
  },
  {
    name: "Hangul and Braille fillers",
    detail: `ls${"\u3164\u2800\uffa0".repeat(50)}${END}`,
    note: "invisible characters",
  },
  {
    name: "zero-width characters",
    detail: `l\u200bs\u2060${END}\ufeff`,
    sees: "l⟨U+200B⟩s⟨U+2060⟩",
    note: "invisible characters",
  },
  {
    name: "tags that nobody sees",
    detail: `ls \u{e0072}\u{e006d}${END}`,
    sees: "⟨U+E0072⟩",
    note: "invisible characters",
  },
  {
    name: "a changed direction",
    detail: `ls \u202e~ fr- mr\u202c${END}`,
    sees: "⟨U+202E⟩",
    note: "invisible characters",
  },
  {
    name: "an escape sequence that hides",
    detail: `ls\x1b[8m${END}\x1b[0m`,
    sees: "␛[8m",
    note: "invisible characters",
  },
  {
    name: "a carriage return that overwrites",
    detail: `${END.slice(2)}\rls        `,
    sees: "␍ls",
    note: "invisible characters",
  },
  { name: "backspaces that erase", detail: `rm -rf ~${"\b".repeat(8)}ls`, sees: "␈␈", note: "invisible characters" },
  { name: "a pile of combining marks", detail: `ls ${"o\u0336\u0489".repeat(200)}${END}` },
  { name: "wide characters at the edge", detail: `ls ${"漢".repeat(300)}${END}` },
  { name: "Cyrillic letters that look Latin", detail: `сat /etc/passwd${END}`, note: "mixes alphabets" },
  { name: "a false menu", detail: `ls\n\n1  Deny\n4  Allow once\nanswer 1|4|5 ›${END}` },
  {
    name: "a false box with our own bar",
    detail: `ls\n│\n│ answered: Deny · by you\n▲ needs you: Run \`ls\`\n│ ls${END}`,
  },
  { name: "a false end of the turn", detail: `ls\n✓ done · 3s\n› ${END}` },
  { name: "a command of 40 KB", detail: `ls ${"a".repeat(40_000)}${END}`, note: "It is long" },
  { name: "a file of 100 KB", detail: `Write a.txt\n${"harmless line\n".repeat(7_500)}${END}`, note: "It is long" },
  { name: "a path of 6 KB", detail: `/tmp/${"deep/".repeat(1_200)}${END}`, note: "It is long" },
];

test("there are at least fifteen of them", () => {
  expect(deceptions.length).toBeGreaterThanOrEqual(15);
});

test.for(deceptions)(
  "$name: the end is seen, and every line is inside the question",
  ({ detail, sees = "", note = "" }) => {
    const lines = shown({ detail });
    const [first = "", ...rest] = lines;
    expect(first).toBe("▲ needs you: Run it");
    for (const line of rest) {
      // The bar is ours, at the first column of each line.
      expect(line.startsWith("│")).toBe(true);
      expect(stringWidth(line)).toBeLessThanOrEqual(COLUMNS);
      expect(line).not.toMatch(/[^\P{C}\t]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|\u2800/u);
    }
    const text = rest.map((line) => line.replace(/^│ ?/, "")).join("");
    expect(text).toContain(detail.endsWith(END) ? END : sees);
    expect(text).toContain(sees);
    expect(text).toContain(note);
    // The menu is the last thing in it, whatever was before.
    expect(lines.slice(-4)).toEqual(["│", "│ 1  Allow once", "│ 4  Deny", "│ 5  Deny, and say why"]);
  },
);

test("a title that looks like a menu stays one line, and so do the agent's labels", () => {
  const menu = "Run `ls`\n│ 1  Deny\n│ 4  Allow";
  expect(shown({ title: menu })[0]).toBe("▲ needs you: Run `ls`␊│ 1  Deny␊│ 4  Allow");
  const labelled = options.map((one) => ({ ...one, label: `${one.label}\n│ 9  Deny` }));
  expect(shown({ options: labelled }).slice(-3)[0]).toBe(`│ 1  Allow once ("Allow once␊│ 9  Deny")`);
});

test("no label makes a word for no mean yes, or a line of prose an answer", () => {
  const labels = ["no", "n", "4", "deny", "go on", "thanks", "what does this do?"];
  const own = labels.map((label, index) => ({ id: label, label, kind: "allow_always" as const, index }));
  const choices = answerableChoices({ options: own, rule: null });
  for (const label of labels) expect(findSpoken(label, choices)).toBeNull();
  for (const word of ["no", "n", "4", "deny"]) expect(findChoice(word, choices)).toBeNull();
  expect(findChoice("go on", choices)?.option).toBe("go on");
});

test("what is only a part can be denied and not allowed, and its notes say why", () => {
  const lines = questionLines({ title: "Run it", detail: "ls", options, rule: null, isPartial: true }, plain);
  expect(lines.slice(-2)).toEqual(["│ 4  Deny", "│ 5  Deny, and say why"]);
  expect(lines.join("\n")).toContain("This is only a part of it: there was more than Skein could keep,");
});

test("what is only a beginning can be denied and not allowed, and its notes say why", () => {
  const blobs = [{ at: "/detail", from: 0, to: 2, hash: "h", bytes: 9_000_000 }];
  for (const missing of [{ blobs }, { cuts: blobs }]) {
    const lines = questionLines({ title: "Run it", detail: "ls", options, rule: null, ...missing }, plain);
    expect(lines.slice(-2)).toEqual(["│ 4  Deny", "│ 5  Deny, and say why"]);
    expect(lines.join("\n")).toContain(
      "only the beginning of it: there are 9000000 bytes in all, so you can't allow it here",
    );
    const choices = answerableChoices({ options, ...missing });
    expect([findSpoken("1", choices), findSpoken("y", choices), findSpoken("n", choices)?.option]).toEqual([
      null,
      null,
      "no",
    ]);
  }
});
