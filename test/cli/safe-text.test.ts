import fc from "fast-check";
import { expect, test } from "vitest";
import { exactText } from "../../src/cli/text/exact-text.ts";
import { safeLine, safeText } from "../../src/cli/text/safe-text.ts";

const ESC = "\x1b";
const BEL = "\x07";

/** Text as an adversary would write it: any characters, and many of those that matter. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(ESC, "\x9b", "\x9d", "\x90", BEL, "\r", "\n", "\t", "[", "]", "m", "\\", "P", "\x7f", "\0"),
      fc.constantFrom(
        "\u202e",
        "\u2066",
        "\u200f",
        "\u061c",
        "\u2028",
        "\u200b",
        "\ufeff",
        "\u00ad",
        "\u{e0041}",
        "\ud800",
      ),
      fc.constantFrom(
        `${ESC}[31m`,
        `${ESC}]0;title${BEL}`,
        `${ESC}]52;c;aGk=${ESC}\\`,
        `${ESC}[2J`,
        `${ESC}c`,
        "\x9b2K",
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not be there
const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

test("nothing that steers a terminal or reorders text gets through", () => {
  fc.assert(
    fc.property(hostile, (text) => !dangerous.test(safeText(text))),
    { numRuns: 2000 },
  );
});

test("a line stays one line", () => {
  fc.assert(fc.property(hostile, (text) => !/[\n\t]/.test(safeLine(text)) && !dangerous.test(safeLine(text))));
});

test("in what a person decides on, every invisible character shows", () => {
  const unseen = /[^\P{C}\n\t]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|\u2800/u;
  fc.assert(
    fc.property(hostile, (text) => !unseen.test(exactText(text))),
    { numRuns: 2000 },
  );
});

test("in what a person decides on, nothing is left out", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => exactText(text) === text));
  expect(exactText(`rm -rf /${ESC}[8m\u202e\u00a0x\u200b`)).toBe("rm -rf /␛[8m⟨U+202E⟩⟨U+00A0⟩x⟨U+200B⟩");
});

test("ordinary text stays as it is, line feeds and tabs included", () => {
  const text = "naïve café\n\t日本語 👩‍👩‍👧 שלום — `code`\n";
  expect(safeText(text)).toBe(text);
});

test.for([
  [`${ESC}[1;31mred${ESC}[0m`, "red"],
  [`${ESC}]0;a title${BEL}text`, "text"],
  [`${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\`, "link"],
  [`${ESC}Pq#0${ESC}\\text`, "text"],
  ["\x9b31mred", "red"],
  [`half ${ESC}`, "half ␛"],
  [`open ${ESC}]0;never closed`, "open ␛]0;never closed"],
  [`${ESC}${ESC}[31m[2Jx`, "␛[2Jx"],
  ["10%\r50%\r100%\r\n", "10%\n50%\n100%\n"],
  ["a\bb\0c\x7f", "a␈b␀c␡"],
  ["evil\u202egnp.exe", "evilgnp.exe"],
] as const)("%j becomes %j", ([text, safe]) => {
  expect(safeText(text)).toBe(safe);
});

test("a long hostile text is made safe as a whole", () => {
  const text = `${ESC}]`.repeat(200_000) + "\x90".repeat(200_000);
  // What never ends is cut off, and nothing of it is a control character any more.
  const safe = safeText(text);
  expect([safe.includes(ESC), safe.includes("\x90")]).toEqual([false, false]);
});
