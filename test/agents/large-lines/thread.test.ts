import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLineOffload, placeholders, type TextWriter } from "../../../src/agents/large-lines/index.ts";
import { PARTS_AHEAD } from "../../../src/agents/large-lines/offload-in-thread.ts";
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
  const offloaded = await createLineOffload()(spoolWith(JSON.stringify({ a: 1, long, b: [long] })), open);
  expect(whole.map((one) => one.toString() === long)).toEqual([true, true]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  const left = JSON.parse(offloaded.kind === "offloaded" ? offloaded.line : "null");
  const hash = sha(Buffer.from(long));
  expect(placeholders.split(left.long)).toEqual([{ kind: "blob", text: long.slice(0, 2730), hash, bytes: 3_000_000 }]);
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
  await createLineOffload()(spoolWith(JSON.stringify({ long: "x".repeat(8_000_000) })), open);
  expect(most).toBeLessThanOrEqual(PARTS_AHEAD);
});

test("a line that is no JSON is kept as it is, byte for byte", async () => {
  const { whole, open, abandoned } = texts();
  const line = `{"a":"${"x".repeat(600_000)}" oops`;
  const offloaded = await createLineOffload()(spoolWith(line), open);
  expect(offloaded).toMatchObject({ kind: "raw", why: "no_json" });
  expect(whole.at(-1)?.toString()).toBe(line);
  expect(placeholders.split(offloaded.kind === "raw" ? offloaded.raw : "")).toMatchObject([
    { kind: "blob", hash: sha(Buffer.from(line)) },
  ]);
  expect(abandoned()).toBe(0);
});

test("a line that an agent did not end is kept as it is", async () => {
  const { whole, open } = texts();
  const line = JSON.stringify({ long: "x".repeat(50_000) });
  const offloaded = await createLineOffload()({ ...spoolWith(line), isCutOff: true }, open);
  expect([offloaded.kind, whole.map(String)]).toEqual(["raw", [line]]);
});

test("lines are taken one after the other, also after one that failed", async () => {
  const lineOffload = createLineOffload();
  const refusing = texts({ take: () => Promise.reject(new Error("the disk is full")) });
  const { whole, open } = texts();
  const line = (letter: string): string => JSON.stringify({ long: letter.repeat(2_000_000) });
  const results = await Promise.allSettled([
    lineOffload(spoolWith(line("a")), open),
    lineOffload(spoolWith(line("b")), refusing.open),
    lineOffload({ ...spoolWith(line("c")), path: "/nowhere" }, open),
    lineOffload(spoolWith(line("d")), open),
  ]);
  expect(results).toMatchObject([
    { value: { kind: "offloaded" } },
    { reason: { message: "the disk is full" } },
    { reason: { message: expect.stringContaining("could not be read") } },
    { value: { kind: "offloaded" } },
  ]);
  expect(whole.map((one) => `${one.subarray(0, 1)}${one.length}`)).toEqual(["a2000000", "d2000000"]);
  expect(refusing.abandoned()).toBe(1);
});
