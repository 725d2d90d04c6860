import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LineOffloader, type Offloaded } from "../../../src/agents/large-lines/line-offloader.ts";
import { placeholdersWith } from "../../../src/agents/large-lines/placeholders.ts";
import { type EventBody, externalizeTexts, MAX_INLINE_BYTES, restoreTexts } from "../../../src/core/index.ts";

const placeholders = placeholdersWith("5eed0123456789abcdef0123456789ab");

interface Taken {
  outcome: Offloaded;
  texts: Buffer[];
}

/** The line in chunks of this size. */
function offloaded(line: Buffer, chunkBytes: number): Taken {
  const texts: Buffer[] = [];
  let parts: Uint8Array[] = [];
  const offloader = new LineOffloader({
    placeholders: placeholders,
    output: {
      part: (bytes) => void parts.push(bytes),
      end() {
        texts.push(Buffer.concat(parts));
        parts = [];
      },
      drop: () => void texts.splice(0),
    },
  });
  for (let at = 0; at < line.length; at += chunkBytes) {
    if (!offloader.push(Buffer.from(line.subarray(at, at + chunkBytes)))) break;
  }
  return { outcome: offloader.end(), texts };
}

/** The slim line with every text put back in its place. */
function restored({ outcome, texts }: Taken): unknown {
  if (outcome.kind !== "offloaded") return outcome;
  const input = JSON.parse(outcome.line);
  const wrapped: EventBody = {
    type: "tool_call",
    by: { kind: "agent" },
    data: { toolCallId: "", title: "", kind: "", status: "running", input },
  };
  const byHash = new Map(texts.map((text) => [createHash("sha256").update(text).digest("hex"), text.toString()]));
  const { body, blobs } = externalizeTexts(wrapped, {
    placeholders: placeholders,
    // Texts that the line keeps because they are short there, and long only in UTF-8.
    blobOf: (text) => ({ hash: createHash("sha256").update(text).digest("hex"), bytes: Buffer.from(text) }),
  });
  for (const { hash, bytes } of blobs) byHash.set(hash, Buffer.from(bytes).toString());
  const put = new Map((body.blobs ?? []).map((one) => [one, byHash.get(one.hash) ?? "?"]));
  for (const { hash, bytes } of put.keys()) expect(Buffer.byteLength(byHash.get(hash) ?? "")).toBe(bytes);
  return (restoreTexts(body.data, put) as { input: unknown }).input;
}

const wellFormed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === "string" ? one.toWellFormed() : one));

/** Any writing of a string: as it is, with short escapes, with escapes for every unit. */
const anyWriting = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 6 }),
        fc.constantFrom("😀", "\ud83d", "\ude00", "\n", '"', "\\", "\u2028", "\0", "é", "漢", "/"),
      ),
      { maxLength: 12 },
    ),
    fc.integer({ min: 1, max: 9_000 }),
    fc.constantFrom("plain", "escaped"),
  )
  .map(([pieces, times, how]) => {
    const text = pieces.join("").repeat(pieces.length > 0 ? Math.ceil(times / pieces.length) : 0);
    const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return how === "plain" ? JSON.stringify(text) : `"${text.slice(0, 12_000).replace(/[\s\S]/g, escaped)}"`;
  });

const anyJsonText = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("0", "-1.5e9", "true", "null", "{}", "[]", '"short"', '"a:b,c{"'),
    anyWriting,
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[ ${items.join(" ,")}]`),
    fc
      .array(
        fc.tuple(
          anyWriting.map((one) => (one.length < 2_000 ? one : '"k"')),
          tie("value"),
        ),
        { maxLength: 3 },
      )
      .map((fields) => `{${fields.map(([key, value]) => `${key} : ${value}`).join(",\t")}}`),
  ),
})).value;

const anyLine = anyJsonText.map((value) => Buffer.from(`{"type":"x","value":${value}} \r`));
const anyChunk = fc.oneof(fc.integer({ min: 1, max: 64 }), fc.constantFrom(4096, 65_536, 2 ** 20));

test("what is left and what was taken out make the value that the whole line is, wherever chunks end", () => {
  fc.assert(
    fc.property(anyLine, anyChunk, (line, chunkBytes) => {
      expect(wellFormed(restored(offloaded(line, chunkBytes)))).toEqual(wellFormed(JSON.parse(line.toString())));
    }),
    { numRuns: 300 },
  );
});

test("a string that spans chunks is the same text wherever it is cut: escapes, surrogates, characters of four bytes", () => {
  const text = `${"x".repeat(MAX_INLINE_BYTES)}😀\\ud83d\\ude00é\\u00e9\\n\\"\\\\漢\\ud83d.`;
  const line = Buffer.from(`{"a":"${text}"}`);
  const expected = wellFormed(JSON.parse(line.toString()));
  for (let chunkBytes = MAX_INLINE_BYTES; chunkBytes < line.length; chunkBytes++)
    expect(restored(offloaded(line, chunkBytes))).toEqual(expected);
  expect(restored(offloaded(line, 1))).toEqual(expected);
});

test("bytes that are no UTF-8 become what they become in a short line", () => {
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 40 })
    .map((one) => one.filter((byte) => byte >= 0x80 || byte === 0x41));
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 50_000 }), (pattern, chunkBytes) => {
      const content = Buffer.alloc(MAX_INLINE_BYTES + 64, pattern.length > 0 ? pattern : "A");
      const line = Buffer.concat([Buffer.from('{"a":"'), content, Buffer.from('"}')]);
      expect(restored(offloaded(line, chunkBytes))).toEqual(JSON.parse(line.toString("utf8")));
    }),
    { numRuns: 60 },
  );
});

test("takes exactly the lines that JSON.parse takes", () => {
  const damage = fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0x22, 0x5c, 0x0a, 0x2c, 0x7d, 0x01, 0x20), fc.nat(255)));
  fc.assert(
    fc.property(anyLine, damage, anyChunk, (whole, [place, byte], chunkBytes) => {
      const line = Buffer.from(whole);
      line[place % line.length] = byte;
      let expected: unknown = { kind: "refused", why: "no_json" };
      try {
        const value: unknown = JSON.parse(line.toString("utf8").replace(/^\ufeff/, ""));
        // A line that is no object and no list says nothing to any driver.
        if (typeof value === "object" && value !== null) expected = wellFormed(value);
      } catch {}
      expect(wellFormed(restored(offloaded(line, chunkBytes)))).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

test("texts are handed on in parts, and what stays of them is small", () => {
  const { outcome, texts } = offloaded(Buffer.from(`{"a":"${"é\\n".repeat(900_000)}"}`), 65_536);
  expect(texts.map((text) => text.length)).toEqual([2_700_000]);
  expect(outcome.kind === "offloaded" && outcome.line.length).toBeLessThan(10_000);
});

test("what can't be made short is refused, and leaves no text behind", () => {
  const refused = { outcome: { kind: "refused", why: "too_long" }, texts: [] };
  const numbers = Buffer.from(`{"t":"${"x".repeat(40_000)}","a":[${"1,".repeat(3_000_000)}1]}`);
  expect(offloaded(numbers, 65_536)).toEqual(refused);
  expect(offloaded(Buffer.from(`{"${"k".repeat(5_000_000)}":1}`), 65_536)).toEqual(refused);
  expect(offloaded(Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), 65_536)).toEqual(refused);
});

test("what is no JSON is refused at its first byte or at its end", () => {
  for (const line of ["xxxxx", '"text"', "\0\0", `{"a":"${"x".repeat(50_000)}`, '{"a":1}}', "{", " "])
    expect(offloaded(Buffer.from(line), 100)).toEqual({ outcome: { kind: "refused", why: "no_json" }, texts: [] });
});
