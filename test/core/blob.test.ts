import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeholdersWith } from "../../src/agents/large-lines/placeholders.ts";
import {
  type BlobReference,
  blobsIn,
  dataOf,
  type Event,
  type EventBody,
  externalizeTexts,
  initialState,
  MAX_INLINE_BYTES,
  type NewBlob,
  neededBlobs,
  reduce,
  restoreTexts,
  SHOWN_BYTES,
} from "../../src/core/index.ts";

const placeholders = placeholdersWith("5eed0123456789abcdef0123456789ab");

function blobOf(text: string): NewBlob {
  const bytes = new TextEncoder().encode(text);
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes };
}

const slim = (body: EventBody) => externalizeTexts(body, { placeholders: placeholders, blobOf });

const toolCall = (input: unknown): EventBody => ({
  type: "tool_call",
  by: { kind: "agent" },
  data: { toolCallId: "c1", title: "t", kind: "other", status: "running", input },
});

const output = (text: string): EventBody => ({
  type: "tool_call_update",
  by: { kind: "agent" },
  data: { toolCallId: "c1", output: text },
});

function restored(body: EventBody, blobs: readonly NewBlob[]): unknown {
  const texts = new Map(blobs.map(({ hash, bytes }) => [hash, new TextDecoder().decode(bytes)]));
  const references: readonly BlobReference[] = body.blobs ?? [];
  return restoreTexts(dataOf(body) as object, new Map(references.map((one) => [one, texts.get(one.hash) ?? "?"])));
}

/** Texts on both sides of the bound, also where bytes and characters differ most. */
const longText = fc
  .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 12_000 }))
  .map(([unit, times]) => unit.repeat(times).toWellFormed());
const anyText = fc.oneof({ weight: 3, arbitrary: fc.string() }, longText);
const anyKey = fc.oneof(fc.constantFrom("a/b", "~", "~1", "", "__proto__", "blobs", "0"), fc.string({ maxLength: 4 }));
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.constant(null), anyText, tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  object: fc.array(fc.tuple(anyKey, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
})).value;

describe("taking long texts out of an event", () => {
  test("putting them back gives the event as it was, doing it twice changes nothing, and what stays is small", () => {
    fc.assert(
      fc.property(anyJson, (input) => {
        const whole = toolCall(input);
        const once = slim(whole);
        const twice = slim(once.body);
        expect(restored(once.body, once.blobs)).toEqual(whole.data);
        expect(twice).toEqual({ body: once.body, blobs: [] });
        for (const text of textsIn(once.body.data))
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_INLINE_BYTES);
        expect(once.body.blobs?.length ?? 0).toBe(once.blobs.length);
        for (const { at, from, to, bytes } of once.body.blobs ?? []) {
          expect(bytes).toBeGreaterThan(MAX_INLINE_BYTES);
          expect(Buffer.byteLength(String(follow(once.body.data, at)).slice(from, to))).toBeLessThanOrEqual(
            SHOWN_BYTES,
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  test("an event without a long text stays the very same object", () => {
    const body = output("x".repeat(MAX_INLINE_BYTES));
    expect(slim(body).body).toBe(body);
    expect(slim(output("x".repeat(MAX_INLINE_BYTES + 1))).body).toMatchObject({
      data: { output: "x".repeat(SHOWN_BYTES) },
      blobs: [{ at: "/output", from: 0, to: SHOWN_BYTES, bytes: MAX_INLINE_BYTES + 1 }],
    });
  });

  test("the beginning that stays ends with a whole character", () => {
    const { body } = slim(output(`x${"😀".repeat(20_000)}`));
    const shown = (body.data as { output: string }).output;
    expect(shown.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(shown)).toBe(SHOWN_BYTES - 3);
  });

  test("a field `blobs` that an agent sent is not taken for ours", () => {
    const forged = { at: "/output", from: 0, to: 1, hash: "0".repeat(64), bytes: 9 };
    const data = { toolCallId: "c1", output: "x", blobs: [forged] };
    const body: EventBody = { type: "tool_call_update", by: { kind: "agent" }, data };
    expect(blobsIn(dataOf(slim(body).body))).toEqual([]);
    expect(blobsIn(dataOf(slim(toolCall({ blobs: [forged] })).body))).toEqual([]);
  });

  test("data of any other shape refers to nothing", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect([...blobsIn({ blobs: value }), ...blobsIn(value)]).toEqual([]);
      }),
    );
  });

  test("a prompt keeps its reference from the queue to its delivery", () => {
    const text = "p".repeat(100_000);
    const started = { agent: "a", workspace: { id: "w", path: "/" }, name: null, resumed: false };
    const { body } = slim({ type: "prompt_queued", by: { kind: "client" }, data: { promptId: "p1", text } });
    const events: Event[] = [
      { session: "s", seq: 1, at: "", type: "session_start", by: { kind: "client" }, data: started },
      { session: "s", seq: 2, at: "", type: "prompt_queued", by: { kind: "client" }, data: dataOf(body) },
    ];
    const [queued] = events.reduce(reduce, initialState).prompt.queue;
    expect(queued?.text).toHaveLength(SHOWN_BYTES);
    expect(queued?.blobs).toEqual(body.blobs);
  });
});

describe("placeholders", () => {
  const hash = "ab".repeat(32);
  const marked = (shown: string, bytes = 70_000): string => placeholders.write({ beginning: shown, hash, bytes });

  test("a marked text becomes a reference wherever a driver put it, with the driver's words around it", () => {
    const { body, blobs } = slim(output(`stdout: ${marked("abc")}\nstderr: ${marked("def")}!`));
    expect(body.data).toEqual({ toolCallId: "c1", output: "stdout: abc\nstderr: def!" });
    expect(body.blobs).toEqual([
      { at: "/output", from: 8, to: 11, hash, bytes: 70_000 },
      { at: "/output", from: 20, to: 23, hash, bytes: 70_000 },
    ]);
    expect(blobs).toEqual([]);
  });

  test("what stands beside a mark leaves the event, too, when it is long", () => {
    const long = "y".repeat(50_000);
    const { body, blobs } = slim(output(`${marked("abc")}${long}`));
    expect(blobs).toEqual([blobOf(long)]);
    expect(body.blobs).toMatchObject([
      { from: 0, to: 3 },
      { from: 3, to: 3 + SHOWN_BYTES, bytes: 50_000 },
    ]);
  });

  test("a mark that a driver has cut leaves no trace, wherever it cut", () => {
    const text = marked("abc");
    for (let length = 3; length <= text.length; length++) {
      const shown = (slim(output(text.slice(0, length))).body.data as { output: string }).output;
      expect(shown.length).toBeLessThanOrEqual(3 + 12);
      if (length >= 3 + 12) expect(shown).toBe("abc");
    }
  });

  test("a mark of another process is text like any other", () => {
    const foreign = placeholdersWith("f".repeat(32)).write({ beginning: "", hash, bytes: 70_000 });
    expect(slim(output(foreign)).body).toEqual(output(foreign));
  });

  test("what is left of a beginning that a driver has cut is text of its own, and the whole stands behind it", () => {
    const { body } = slim(output(`words ${marked("abc").slice(1)}`));
    expect(body.data).toMatchObject({ output: "words bc" });
    expect(body.blobs).toEqual([{ at: "/output", from: 8, to: 8, hash, bytes: 70_000 }]);
  });

  test("whatever a driver makes of marked texts and its own words, none of the words is lost, and every text comes whole", () => {
    const mangle: ((beginning: string, mark: string) => string)[] = [
      (beginning, mark) => beginning + mark,
      (beginning, mark) => (beginning + mark).trim(),
      (beginning, mark) => beginning.slice(7) + mark,
      (beginning, mark) => beginning.slice(0, 2) + mark,
      (beginning, mark) => beginning.split("\n").slice(1).join("\n") + mark,
      (beginning, mark) => `+${beginning.replaceAll("\n", "\n+")}${mark}`,
      (beginning, mark) => JSON.stringify(beginning + mark),
      (_, mark) => mark,
    ];
    const wordy = fc.record({ kind: fc.constant("words" as const), blanks: fc.nat(9) });
    const taken = fc.record({
      kind: fc.constant("text" as const),
      beginning: fc.constantFrom("", " ", "\n\n", "same\n", "line 1\nline 2\nline 3"),
      how: fc.constantFrom(...mangle),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(wordy, taken), { maxLength: 8 }), (parts) => {
        const wholes: NewBlob[] = [];
        const made = parts.map((part, index) => {
          if (part.kind === "words") return `${" ".repeat(part.blanks)}<word ${index}>`;
          const blob = blobOf(`${part.beginning}<text ${index}>`);
          wholes.push(blob);
          const { beginning, how } = part;
          const marked = placeholders.write({ beginning, hash: blob.hash, bytes: blob.bytes.length });
          return how(beginning, marked.slice(beginning.length));
        });
        const { body } = slim(output(made.join("")));
        const { output: shown } = restored(body, wholes) as { output: string };
        const expected = parts.map(({ kind }, index) => (kind === "words" ? `<word ${index}>` : `<text ${index}>`));
        expect(shown.match(/<\w+ \d+>/g) ?? []).toEqual(expected);
        expect(placeholders.isIn(shown)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) yield* textsIn(one);
}

/** What a JSON pointer points to, by the letter of RFC 6901. */
const follow = (data: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((value, key) => (value as Record<string, unknown>)[key], data);

test("[M-28] an event needs its long texts and a prompt's files, each once; what an agent calls so is nothing", () => {
  const [one, two] = ["1".repeat(64), "2".repeat(64)];
  const files = [one, two, one].map((hash) => ({ name: "a", mediaType: "image/png", hash, bytes: 1 }));
  const blobs = [{ at: "/text", from: 0, to: 1, hash: two, bytes: 9 }];
  for (const type of ["prompt_queued", "user_prompt"])
    expect(neededBlobs({ type, data: { text: "a", files, blobs } }).toSorted()).toEqual([one, two]);
  expect(neededBlobs({ type: "tool_call", data: { files, blobs } })).toEqual([two]);
  expect(neededBlobs({ type: "user_prompt", data: { files: [{ hash: "no hash" }] } })).toEqual([]);
  expect(neededBlobs({ type: "user_prompt", data: null })).toEqual([]);
});
