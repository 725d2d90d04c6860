import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSlimLines, marks, type TextWriter } from "../../../src/agents/slim-line/index.ts";
import { PARTS_AHEAD } from "../../../src/agents/slim-line/slim-line.ts";
import { tempDir } from "../../kit/temp-dir.ts";

/** Texts as a log would take them, slowly or not at all. */
function texts({ take = async (_part: Uint8Array): Promise<void> => {} } = {}) {
  const whole: Buffer[] = [];
  let abandoned = 0;
  const open = (): TextWriter => {
    const parts: Uint8Array[] = [];
    return {
      async write(part) {
        await take(part);
        parts.push(part);
      },
      finish: async () => whole.push(Buffer.concat(parts)),
      abandon: () => void abandoned++,
    };
  };
  return { whole, open, abandoned: () => abandoned };
}

const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

function spoolWith(line: string): { path: string; start: number; end: number; isCutOff: boolean } {
  const path = join(tempDir(), "out");
  writeFileSync(path, `before\n${line}\nafter\n`);
  return { path, start: 7, end: 7 + Buffer.byteLength(line), isCutOff: false };
}

test("takes a line from the middle of a spool, its long texts in parts of a quarter of a megabyte", async () => {
  const long = "ä\n".repeat(1_000_000);
  const sizes: number[] = [];
  const { whole, open } = texts({ take: async (part) => void sizes.push(part.length) });
  const slim = await createSlimLines()(spoolWith(JSON.stringify({ a: 1, long, b: [long] })), open);
  expect(whole.map((one) => one.toString() === long)).toEqual([true, true]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  const left = JSON.parse(slim.kind === "slim" ? slim.line : "null");
  const hash = sha(Buffer.from(long));
  expect(marks.split(left.long)).toEqual([{ kind: "blob", text: long.slice(0, 2730), hash, bytes: 3_000_000 }]);
  expect([left.a, left.b[0]]).toEqual([1, left.long]);
});

test("waits for whoever takes the parts", async () => {
  let waiting = 0;
  let most = 0;
  const { open } = texts({
    async take() {
      most = Math.max(most, ++waiting);
      await new Promise((resolve) => setImmediate(resolve));
      waiting--;
    },
  });
  await createSlimLines()(spoolWith(JSON.stringify({ long: "x".repeat(8_000_000) })), open);
  expect(most).toBeLessThanOrEqual(PARTS_AHEAD);
});

test("a line that is no JSON is kept as it is, byte for byte", async () => {
  const { whole, open, abandoned } = texts();
  const line = `{"a":"${"x".repeat(600_000)}" oops`;
  const slim = await createSlimLines()(spoolWith(line), open);
  expect(slim).toMatchObject({ kind: "raw", why: "no_json" });
  expect(whole.at(-1)?.toString()).toBe(line);
  expect(marks.split(slim.kind === "raw" ? slim.raw : "")).toMatchObject([
    { kind: "blob", hash: sha(Buffer.from(line)) },
  ]);
  expect(abandoned()).toBe(0);
});

test("a line that an agent did not end is kept as it is", async () => {
  const { whole, open } = texts();
  const line = JSON.stringify({ long: "x".repeat(50_000) });
  const slim = await createSlimLines()({ ...spoolWith(line), isCutOff: true }, open);
  expect([slim.kind, whole.map(String)]).toEqual(["raw", [line]]);
});

test("lines are taken one after the other, also after one that failed", async () => {
  const slimLines = createSlimLines();
  const refusing = texts({ take: () => Promise.reject(new Error("the disk is full")) });
  const { whole, open } = texts();
  const line = (letter: string): string => JSON.stringify({ long: letter.repeat(2_000_000) });
  const results = await Promise.allSettled([
    slimLines(spoolWith(line("a")), open),
    slimLines(spoolWith(line("b")), refusing.open),
    slimLines({ ...spoolWith(line("c")), path: "/nowhere" }, open),
    slimLines(spoolWith(line("d")), open),
  ]);
  expect(results).toMatchObject([
    { value: { kind: "slim" } },
    { reason: { message: "the disk is full" } },
    { reason: { message: expect.stringContaining("could not be read") } },
    { value: { kind: "slim" } },
  ]);
  expect(whole.map((one) => `${one.subarray(0, 1)}${one.length}`)).toEqual(["a2000000", "d2000000"]);
  expect(refusing.abandoned()).toBe(1);
});
