import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "../../src/client/lines.ts";

async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) yield bytes.subarray(places[index], place);
}

const line = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", ""));

test("however the bytes are cut, lines come out whole, in order, and the last one only with its line feed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line), line, fc.array(fc.nat()), async (whole, cutOff, cuts) => {
      const bytes = new TextEncoder().encode([...whole, cutOff].join("\n"));
      const found: string[] = [];
      for await (const lines of linesOf(inPieces(bytes, cuts))) found.push(...lines);
      expect(found).toEqual(whole.map((text) => text.toWellFormed()));
    }),
  );
});
