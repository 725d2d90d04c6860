// Records in files that may be damaged.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Found, readRecords } from "../../src/foreign/kit/read-records.ts";

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(content: string | Uint8Array, length = 7): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of readRecords(inPieces(Buffer.from(content), length), '{"seq":')) found.push(one);
  return found;
}

const record = fc.record({ seq: fc.nat(), data: fc.jsonValue({ maxDepth: 3 }) });

test("every record of a whole file is found, with its line, wherever the pieces end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record), fc.integer({ min: 1, max: 50 }), async (records, length) => {
      const content = records.map((one) => `${JSON.stringify(one)}\n`).join("");
      const expected = records.map((one, index) => ({
        kind: "record",
        value: JSON.parse(JSON.stringify(one)),
        line: index + 1,
      }));
      expect(await read(content, length)).toEqual(expected);
    }),
  );
});

test("several records on one line are found, also behind half of one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1 }), fc.nat(), async (records, cut) => {
      const text = records.map((one) => JSON.stringify(one)).join("");
      expect((await read(text)).filter(({ kind }) => kind === "record")).toHaveLength(records.length);
      const half = JSON.stringify({ seq: 1, type: "agent_message", data: { html: "x" } });
      const torn = half.slice(0, 1 + (cut % (half.length - 1)));
      const behind = (await read(torn + JSON.stringify({ seq: 2, type: "x" }))).map((one) => one.kind);
      expect(behind).toEqual(["record", "skipped"]);
    }),
  );
});

test("any bytes are taken, and nothing in them throws", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      for (const one of await read(bytes)) if (one.kind === "skipped") expect(one.text.length).toBeLessThanOrEqual(500);
    }),
  );
});

test("lines that would hold up the reader are left out: too long, too many values, too deep", async () => {
  const good = '{"seq":1}\n';
  const contents = [`{"a":"${"x".repeat(11 * 1024 * 1024)}"}`, `{"a":[${"1,".repeat(500_000)}1]}`, "[".repeat(5000)];
  for (const bad of contents) {
    const found = await read(`${good}${bad}\n${good}`, 1024 * 1024);
    expect(found.map(({ kind }) => kind)).toEqual(["record", "skipped", "record"]);
  }
});
