// Secrets that are known: however many begin alike, each is found, the longest one where several are there.
import fc from "fast-check";
import { expect, test } from "vitest";
import { KnownSecrets } from "../../../src/core/secrets/known-secrets.ts";
import { PrefixTree } from "../../../src/core/secrets/prefix-tree.ts";

const knownOf = (secrets: readonly string[]): KnownSecrets => {
  const known = new KnownSecrets();
  for (const secret of secrets) known.add(secret, secret.slice(-3));
  return known;
};

/** Counts the characters that a search looks at. */
class Counted extends String {
  static looks = 0;
  override charCodeAt(at: number): number {
    Counted.looks++;
    return super.charCodeAt(at);
  }
}

test("a place of a text costs the same, whether 10 or 10,000 texts begin alike", () => {
  const looksOf = (count: number): number => {
    const tree = new PrefixTree();
    for (let n = 0; n < count; n++) tree.put(`sk-ant-api03-${String(n).padStart(12, "0")}`, "key");
    const text = new Counted("sk-ant-api03-000000000007 and") as unknown as string;
    Counted.looks = 0;
    expect(tree.at(text, 0)).toMatchObject({ whole: 25, value: "key" });
    return Counted.looks;
  };
  expect(looksOf(10_000)).toBeLessThan(2 * looksOf(10));
});

test("what the tree finds is what a comparison with every text finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), word, (words, text) => {
      const tree = new PrefixTree();
      for (const one of words) tree.put(one, one);
      const whole = words.filter((one) => text.startsWith(one)).toSorted((a, b) => b.length - a.length)[0] ?? "";
      const begun = Math.max(
        0,
        ...words
          .map((one) => [...one].findIndex((_, at) => one[at] !== text[at]))
          .map((at, n) => (at < 0 ? words[n]!.length : at)),
      );
      const matching = tree.at(text, 0);
      expect([matching.whole, matching.value, matching.begun]).toEqual([whole.length, whole, begun]);
      expect(matching.begunValue.slice(0, begun)).toBe(text.slice(0, begun));
    }),
  );
});

test("of secrets that begin alike the longest one that is there is found", () => {
  const known = knownOf(["aaaaaaaa1", "aaaaaaaa1234", "aaaaaaaa1299"]);
  expect(known.in("aaaaaaaa1234 aaaaaaaa12 aaaaaaaa1x")).toEqual([
    { from: 0, to: 12, kind: "234" },
    { from: 13, to: 22, kind: "aa1" },
    { from: 24, to: 33, kind: "aa1" },
  ]);
});

test("of a long secret all that is there is found, also if its end is missing", () => {
  const secret = `${"aB3".repeat(5000)}!`;
  const known = knownOf([secret]);
  expect(known.in(`x ${secret} y`)).toEqual([{ from: 2, to: 2 + secret.length, kind: "B3!" }]);
  expect(known.in(`x ${secret.slice(0, 900)} y`)).toEqual([{ from: 2, to: 902, kind: "B3!" }]);
});
