import fc from "fast-check";
import { expect, test } from "vitest";
import { PlainText } from "../../../src/agents/custom/runner/plain-text.ts";

const plain = (...chunks: string[]): string => {
  const text = new PlainText();
  return chunks.map((chunk) => text.push(chunk)).join("") + text.end();
};

test.for([
  ["plain", "plain"],
  ["\u001b[1;31mred\u001b[0m", "red"],
  ["\u001b]0;title\u0007text", "text"],
  ["\u001b]8;;https://a.example\u001b\\link\u001b]8;;\u001b\\", "link"],
  ["\u001b(Ba\u001b=b\u001b7c", "abc"],
  ["\u001b[2K\u001b[1Gline", "line"],
  ["one\r\ntwo\rthree", "one\ntwo\nthree"],
  ["a\u0000\u0008\tb", "a\tb"],
  ["漢字 🧶", "漢字 🧶"],
] as const)("%j is %j", ([output, text]) => {
  expect(plain(output)).toBe(text);
});

test("wherever a chunk ends, the text is the same", () => {
  const piece = fc.constantFrom("a", "\u001b[31m", "\u001b]0;t\u0007", "\r\n", "\r", "\n", "\u001b(B", "> ");
  fc.assert(
    fc.property(fc.array(piece), fc.nat(), (pieces, at) => {
      const output = pieces.join("");
      const cut = at % (output.length + 1);
      expect(plain(output.slice(0, cut), output.slice(cut))).toBe(plain(output));
    }),
  );
});
