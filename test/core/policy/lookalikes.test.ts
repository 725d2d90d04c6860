// What looks like ASCII and is not: it is pointed at, no rule is offered for it, and no wildcard covers it.
import { expect, test } from "vitest";
import { evaluateRequest, proposeRule, type Rule, suspiciousText } from "../../../src/core/index.ts";
import { allow, human, run, source, touch, where } from "./kit.ts";

const open = ["git **", "ls **", "cat *", "cat src/*", "echo **"].map(allow);
const edits: Rule = { effect: "allow", kinds: ["edit"], paths: ["src/**"] };

const isPointedAt = (text: string): boolean =>
  suspiciousText(text).some(({ kind }) => ["lookalike", "invisible"].includes(kind));
const verdict = (command: string): string => evaluateRequest([source(...open)], run(command), human).verdict;

test.for([
  ["Cyrillic", "\u0430dmin.ts"],
  ["Cyrillic alone", "\u0441\u043e\u0440\u0443"],
  ["Greek", "p\u03b1ss"],
  ["Armenian", "\u0585k"],
  ["Cherokee", "\u13aa\u13de"],
  ["Lisu", "\ua4d0\ua4d1"],
  ["Lisu among Latin", "r\ua4e2"],
  ["Coptic", "\u2c9f\u2ca3"],
  ["Deseret", "\u{10428}"],
  ["Osage", "\u{104c2}"],
  ["a fullwidth letter", "\uff47it"],
  ["a mathematical letter", "\u{1d41a}bc"],
  ["a fraction slash", "src\u2044a"],
  ["a division slash", "src\u2215a"],
  ["a fullwidth slash", "src\uff0fa"],
  ["a katakana no", "src\u30cea"],
  ["an ideograph that looks like a dash", "a\u4e00b"],
  ["a script g", "\u0261it"],
  ["a dotless i", "g\u0131t"],
  ["a Latin alpha", "\u0251dmin"],
  ["a click that looks like !", "a\u01c3"],
  ["a long s", "pa\u017f\u017f"],
  ["a Kelvin sign", "\u212aey"],
  ["a ligature", "\ufb01le"],
  ["a fullwidth full stop", "a\uff0ets"],
  ["a one dot leader", "a\u2024ts"],
  ["a fullwidth semicolon", "a\uff1bb"],
  ["a Greek question mark", "a\u037eb"],
  ["a fullwidth ampersand", "a\uff06b"],
  ["a fullwidth pipe", "a\uff5cb"],
  ["a divides sign", "a\u2223b"],
  ["a fullwidth dollar", "\uff04HOME"],
  ["a small dollar", "\ufe69HOME"],
  ["a ratio", "a\u2236b"],
  ["a set minus", "a\u2216b"],
  ["an asterisk operator", "a\u2217"],
  ["a hyphen in front", "\u2010rf"],
  ["an en dash in front", "\u2013rf"],
  ["a minus sign in front", "\u2212rf"],
  ["a non-breaking hyphen in front", "\u2011\u2011force"],
  ["a solidus overlay", "a\u0338b"],

  ["a stroke through a letter", "o\u0335k"],
  ["a variation selector", "a\ufe00b"],
  ["an emoji's variation selector", "a\ufe0f"],
  ["a tag character", "a\u{e0061}b"],
  ["a mark that reorders", "a\u202eb"],
  ["an isolate", "a\u2066b"],
  ["a zero-width space", "a\u200bb"],
  ["a zero-width joiner", "a\u200db"],
  ["a word joiner", "a\u2060b"],
  ["a soft hyphen", "a\u00adb"],
  ["a Hangul filler", "a\u3164b"],
  ["Arabic-Indic digits", "a\u0660b"],
  ["a superscript", "a\u00b2"],
] as const)("%s: %j", ([, word]) => {
  expect([word, isPointedAt(`cat ${word}`), isPointedAt(`cat src/${word}`)]).toEqual([word, true, true]);
  expect([`git add ${word}`, `ls ${word}`, `cat ${word}`, `cat src/${word}`, `echo '${word}'`].map(verdict)).toEqual([
    ..."ask ask ask ask ask".split(" "),
  ]);
  expect(evaluateRequest([source(edits)], touch("edit", `src/${word}`), human).verdict).toBe("ask");
  expect(proposeRule(run(`cat ${word}`), where)).toBeNull();
});

test.for([
  "ls \u00dcbung.txt",
  "ls U\u0308bung.txt",
  "ls fran\u00e7ais/\u0153uvre.md",
  "ls \u0142\u00f3d\u017a.txt stra\u00dfe.txt \u00f8re.txt",
  "ls docs/\u4f7f\u7528\u8bf4\u660e.md",
  "ls README\u65e5\u672c\u8a9e.md",
  "ls \u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\u044b/\u043e\u0442\u0447\u0451\u0442.txt",
  "ls \u05e7\u05d5\u05d1\u05e5.txt",
  "ls \u0939\u093f\u0928\u094d\u0926\u0940.txt",
  "ls \u0e44\u0e1f\u0e25\u0e4c.txt",
  "ls \ud55c\uad6d\uc5b4.txt",
  "git commit -m 'na\u00efve caf\u00e9 \u65e5\u672c\u8a9e'",
  "git commit -m 'fix \u2013 the \u201cparser\u201d \u2026 it\u2019s done \u2192 ok'",
  "git commit -m '\u4fee\u590d\uff1a\u89e3\u6790\u5668\uff08\u518d\u6b21\uff09'",
  "git commit -m 'React\u306e\u30d0\u30b0\u3092\u4fee\u6b63\u3001\u30b5\u30fc\u30d0\u30fc'",
  "git commit -m '\u0438\u0441\u043f\u0440\u0430\u0432\u0438\u043b parser \u0438 git-\u0440\u0435\u043f\u043e\u0437\u0438\u0442\u043e\u0440\u0438\u0439'",
  "git commit -m '\u{1f389} release'",
  "git commit -m 'kap\u0131 a\u00e7\u0131ld\u0131'",
])("%s is what it looks like", (command) => {
  expect([isPointedAt(command), verdict(command)]).toEqual([false, "allow"]);
});

test("a rule that names them allows them", () => {
  const command = "cat src/\u0430dmin.ts";
  expect(evaluateRequest([source(allow(command))], run(command), human).verdict).toBe("allow");
  const named: Rule = { effect: "allow", kinds: ["edit"], paths: ["src/\u0430dmin.ts"] };
  expect(evaluateRequest([source(named)], touch("edit", "src/\u0430dmin.ts"), human).verdict).toBe("allow");
});

test("the question says which character it is", () => {
  expect(suspiciousText("cat src\u2044a").map(({ text }) => text)).toEqual([
    '"src\u2044a" has a character that only looks like another: \u2044 is U+2044.',
  ]);
  expect(suspiciousText("cat \ua4d0\ua4d1").map(({ text }) => text)).toEqual([
    '"\ua4d0\ua4d1" only looks like Latin letters: \ua4d0 is U+A4D0.',
  ]);
});
