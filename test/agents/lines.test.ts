import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine } from "../../src/agents/index.ts";

describe("decodeLine", () => {
  test("replaces what is not UTF-8 and strips a byte order mark", () => {
    expect(decodeLine(Buffer.from([0x61, 0xff, 0x62]))).toBe("a\ufffdb");
    expect(decodeLine(Buffer.from("\ufeff{}"))).toBe("{}");
    expect(decodeLine(Buffer.from([0xe6, 0xbc]))).toBe("\ufffd");
    expect(decodeLine(Buffer.from([0x00, 0xed, 0xa0, 0x80]))).toBe("\u0000\ufffd\ufffd\ufffd");
  });

  test("gives back any text and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.startsWith("\ufeff"));
        expect(decodeLine(Buffer.from(text))).toBe(text);
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof decodeLine(Buffer.from(bytes)) === "string"));
  });
});
