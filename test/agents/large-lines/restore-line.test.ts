// From a long line that was shortened for its driver back to the line that the agent gets: whole, or not at all.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LineOffloader } from "../../../src/agents/large-lines/line-offloader.ts";
import {
  persistPlaceholders,
  placeholdersWith,
  revivePlaceholders,
} from "../../../src/agents/large-lines/placeholders.ts";
import { MAX_INLINE_BYTES, type Placeholders, restoreLine } from "../../../src/core/index.ts";

const [ours, theirs] = ["5eed0123456789abcdef0123456789ab", "ffeed123456789abcdef0123456789ab"] as const;
const placeholders = placeholdersWith(ours);

/** A line as a driver reads it, and the texts that were taken out of it. */
function offloaded(value: unknown, by: Placeholders = placeholders) {
  const texts = new Map<string, string>();
  let parts: Uint8Array[] = [];
  const end = (): void => {
    const text = Buffer.concat(parts);
    texts.set(createHash("sha256").update(text).digest("hex"), text.toString());
    parts = [];
  };
  const offloader = new LineOffloader({
    placeholders: by,
    output: { part: (one) => void parts.push(one), end, drop: () => {} },
  });
  offloader.push(Buffer.from(JSON.stringify(value)));
  const offloaded = offloader.end();
  if (offloaded.kind !== "offloaded") throw new Error(offloaded.why);
  return { line: offloaded.line, textOf: (hash: string) => texts.get(hash) ?? null };
}

const restore = (line: string, textOf: (hash: string) => string | null, maxBytes = Number.POSITIVE_INFINITY) =>
  restoreLine(line, { placeholders: placeholders, textOf, maxBytes });

const anyText = fc
  .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }), fc.constantFrom(1, 5_000, 50_000))
  .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)));

const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.constantFrom(null, 1, true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 5 }), tie("value"), { maxKeys: 3 }),
  ),
})).value;

test("every line comes back as it was", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const { line, textOf } = offloaded({ value });
      const restored = restore(line, textOf);
      expect("line" in restored && JSON.parse(restored.line)).toEqual(JSON.parse(JSON.stringify({ value })));
    }),
    { numRuns: 100 },
  );
});

const long = 'a "text" \\ of many bytes\n'.repeat(4_000);
const { line, textOf } = offloaded({ long });
const shortened = (JSON.parse(line) as { long: string }).long;

test("a driver may say a shortened text wherever it likes, as a name too", () => {
  const said = JSON.stringify({ answers: { [shortened]: [shortened, "yes"] } });
  expect(restore(said, textOf)).toEqual({ line: JSON.stringify({ answers: { [long]: [long, "yes"] } }) });
});

test("a shortened text that somebody changed is not said", () => {
  const changed = [
    `it is: ${shortened}`,
    `${shortened}!`,
    shortened.slice(1),
    `b${shortened.slice(1)}`,
    shortened.slice(0, -1),
    shortened.slice(0, 4096 + 20),
    shortened.slice(4096),
    shortened + shortened,
    JSON.stringify({ nested: shortened }),
  ];
  for (const text of changed) expect(restore(JSON.stringify({ text }), textOf)).toEqual({ why: "changed" });
  expect(restore(shortened, textOf)).toEqual({ why: "changed" });
});

test("what is lost, or too much, is not said", () => {
  const said = JSON.stringify({ a: shortened });
  expect(restore(said, () => null)).toEqual({ why: "missing" });
  expect(restore(said, textOf, long.length - 1)).toEqual({ why: "too_long" });
  expect(restore(JSON.stringify([shortened, shortened]), textOf, 2 * long.length - 1)).toEqual({ why: "too_long" });
  expect(restore(said, textOf, long.length)).toEqual({ line: JSON.stringify({ a: long }) });
});

test("a text without marks stays as it is, to the byte", () => {
  for (const said of ['{"a" : 1.0}', "not JSON", "x".repeat(MAX_INLINE_BYTES * 2)])
    expect(restore(said, textOf)).toEqual({ line: said });
});

test("what was kept by one daemon is known by the next, and the file holds the number of neither", () => {
  const { line, textOf } = offloaded({ long });
  const state = { questions: [{ input: JSON.parse(line) }], other: 1 };
  const stored = JSON.parse(JSON.stringify(persistPlaceholders(state, ours)));
  expect(JSON.stringify(stored)).not.toContain(ours);
  const revived = revivePlaceholders(stored, theirs);
  expect(JSON.stringify(revived)).toBe(JSON.stringify(state).replaceAll(ours, theirs));
  const restored = restoreLine(JSON.stringify(revived), {
    placeholders: placeholdersWith(theirs),
    textOf,
    maxBytes: 1e9,
  });
  expect("line" in restored && JSON.parse(restored.line)).toEqual({ questions: [{ input: { long } }], other: 1 });
});

test("what holds no marks is kept as it is, whatever an agent wrote into it", () => {
  for (const state of [null, 1, { placeholders: "x", value: 1 }, { questions: [`${theirs}:${"0".repeat(64)}:1:1;`] }]) {
    expect(persistPlaceholders(state, ours)).toBe(state);
    expect(revivePlaceholders(state, ours)).toBe(state);
  }
});
