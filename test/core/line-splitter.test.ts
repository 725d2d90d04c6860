import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Line, LineSplitter, TextLines } from "../../src/core/index.ts";
import { collectGarbage } from "../kit/collect-garbage.ts";

const HEAD_BYTES = 4096;

interface Options {
  startOffset: number;
  maxBytes: number;
}

function split(chunks: Buffer[], options: Options): { lines: Line[]; rest: Line | null } {
  const splitter = new LineSplitter(options);
  const lines = chunks.flatMap((chunk) => splitter.push(chunk));
  const rest = splitter.rest();
  return { lines: lines.map(asBuffers), rest: rest && asBuffers(rest) };
}

const asBuffers = (line: Line): Line =>
  line.kind === "line" ? { ...line, bytes: Buffer.from(line.bytes) } : { ...line, head: Buffer.from(line.head) };

/** The promise of the splitter, said the slow way: look at each newline of the whole stream. */
function splitWhole(bytes: Buffer, { startOffset, maxBytes }: Options): { lines: Line[]; rest: Line | null } {
  const line = (start: number, stop: number, end: number): Line | null => {
    const raw = bytes.subarray(start, stop);
    if (raw.length > maxBytes) {
      return { kind: "oversized", head: raw.subarray(0, HEAD_BYTES), length: raw.length, end: startOffset + end };
    }
    const text = raw.at(-1) === 0x0d ? raw.subarray(0, -1) : raw;
    return text.length === 0 ? null : { kind: "line", bytes: text, end: startOffset + end };
  };
  const lines: Line[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0x0a) continue;
    const found = line(start, at, at + 1);
    if (found !== null) lines.push(found);
    start = at + 1;
  }
  return { lines, rest: line(start, bytes.length, bytes.length) };
}

/** Bytes with plenty of line ends, of parts of characters, and now and then a long run of one byte. */
const stream = fc
  .array(
    fc.oneof(
      fc
        .constantFrom("\n", "\r\n", "\r", "\n\n", "{}", "é", "漢字", "\u{1f600}", "\ufeff")
        .map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
      fc.integer({ min: 1, max: 9000 }).map((length) => Buffer.alloc(length, "x")),
    ),
    { maxLength: 30 },
  )
  .map((parts) => Buffer.concat(parts));

const options = fc.record({
  startOffset: fc.nat({ max: 2 ** 40 }),
  maxBytes: fc.oneof(fc.nat({ max: 20 }), fc.integer({ min: 4090, max: 4100 }), fc.nat({ max: 12_000 })),
});

function cut(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : places[index - 1], end));
}

describe("LineSplitter", () => {
  test("gives the same lines and exact ends, however the stream is cut", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 40 }), options, (bytes, cuts, options) => {
        expect(split(cut(bytes, cuts), options)).toEqual(splitWhole(bytes, options));
      }),
      { numRuns: 500 },
    );
  });

  test("gives the same lines byte by byte", () => {
    fc.assert(
      fc.property(stream, options, (bytes, options) => {
        const bytewise = Array.from(bytes, (byte) => Buffer.of(byte));
        expect(split(bytewise, options)).toEqual(splitWhole(bytes, options));
      }),
      { numRuns: 50 },
    );
  });

  test("goes on at the end of any line as if it had read from the start", () => {
    fc.assert(
      fc.property(stream, options, fc.nat(), (bytes, options, pick) => {
        const whole = splitWhole(bytes, options);
        fc.pre(whole.lines.length > 0);
        const index = pick % whole.lines.length;
        const { end } = whole.lines[index]!;
        const later = split([bytes.subarray(end - options.startOffset)], { ...options, startOffset: end });
        expect(later).toEqual({ lines: whole.lines.slice(index + 1), rest: whole.rest });
      }),
    );
  });

  test("strips CRLF, skips empty lines and keeps the offsets right", () => {
    const { lines, rest } = split([Buffer.from("a\r\n\r\n\nb\n\r\nc")], { startOffset: 100, maxBytes: 10 });
    expect(lines).toEqual([
      { kind: "line", bytes: Buffer.from("a"), end: 103 },
      { kind: "line", bytes: Buffer.from("b"), end: 108 },
    ]);
    expect(rest).toEqual({ kind: "line", bytes: Buffer.from("c"), end: 111 });
  });

  test("reports a line that is too long by its head and length, and reads the next one whole", () => {
    const long = Buffer.alloc(10_000, "x");
    const { lines, rest } = split([long, Buffer.from("\nnext\n")], { startOffset: 0, maxBytes: 9_999 });
    expect(lines).toEqual([
      { kind: "oversized", head: long.subarray(0, HEAD_BYTES), length: 10_000, end: 10_001 },
      { kind: "line", bytes: Buffer.from("next"), end: 10_006 },
    ]);
    expect(rest).toBeNull();
  });

  test("holds no more of an endless line than a line may have", async () => {
    const splitter = new LineSplitter({ startOffset: 0, maxBytes: 1_000_000 });
    await collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < 4_000; index++) splitter.push(Buffer.alloc(65_536, "x"));
    await collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
    expect(splitter.rest()).toMatchObject({ kind: "oversized", length: 262_144_000, end: 262_144_000 });
  });

  test("takes a line of 100 MB whole", () => {
    const splitter = new LineSplitter({ startOffset: 0, maxBytes: 2 ** 30 });
    const chunk = Buffer.alloc(65_536, "x");
    for (let index = 0; index < 1_600; index++) splitter.push(chunk);
    const [line] = splitter.push(Buffer.from("\n"));
    expect(line?.kind === "line" && line.bytes.length).toBe(104_857_600);
  });
});

test("exact lines may be empty, and keep their carriage returns", () => {
  const splitter = new LineSplitter({ isExact: true });
  const texts = splitter
    .push(Buffer.from("a\r\n\nb"))
    .map((line) => line.kind === "line" && `${Buffer.from(line.bytes)}`);
  expect([texts, splitter.openLength, splitter.rest()]).toMatchObject([["a\r", ""], 1, { kind: "line", end: 5 }]);
  expect(new LineSplitter({ isExact: true }).rest()).toBeNull();
});

describe("TextLines", () => {
  const line = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", ""));

  test("however the bytes are cut, lines come out whole, in order, and the last one only with its newline", () => {
    fc.assert(
      fc.property(fc.array(line), line, fc.array(fc.nat()), (whole, cutOff, cuts) => {
        const lines = new TextLines();
        const found = cut(Buffer.from([...whole, cutOff].join("\n")), cuts).flatMap((chunk) => lines.push(chunk));
        expect(found).toEqual(whole.map((text) => text.toWellFormed()));
        expect(lines.rest()).toBe(cutOff.toWellFormed());
      }),
    );
  });

  test("a line in many pieces is put together when it ends, not before", () => {
    const lines = new TextLines();
    const pieces = Array.from({ length: 1000 }, () => new TextEncoder().encode("é".repeat(10)));
    for (const piece of pieces) expect(lines.push(piece)).toEqual([]);
    expect(lines.push(new TextEncoder().encode("\nnext\nrest"))).toEqual(["é".repeat(10_000), "next"]);
  });
});
