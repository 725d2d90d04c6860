import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChannelNews, LaneLines } from "../../../src/web/sync/lanes/lane-lines.ts";

const lines = fc.array(fc.record({ lane: fc.integer({ min: 1, max: 12 }), text: fc.string({ unit: "grapheme" }) }));

test("however a connection is cut into pieces, each lane gets its lines as they were sent", () => {
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 40 })), (sent, sizes) => {
      const bytes = new TextEncoder().encode(
        sent.map(({ lane, text }) => `{"lane":${lane},"line":${JSON.stringify({ text })}}\n`).join(""),
      );
      const parser = new LaneLines();
      const news: ChannelNews[] = [];
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const end = at + (sizes[n] ?? 40);
        news.push(...parser.push(bytes.slice(at, end)));
        at = end;
      }
      const textOf = (lane: number): string =>
        news
          .flatMap((one) => (one.kind === "lines" && one.lane === lane ? [new TextDecoder().decode(one.bytes)] : []))
          .join("");
      for (const { lane } of sent) {
        const own = sent.filter((one) => one.lane === lane).map(({ text }) => `${JSON.stringify({ text })}\n`);
        expect(textOf(lane)).toBe(own.join(""));
      }
    }),
  );
});

test("a channel says when it is open, when a lane has ended, and nothing else of itself", () => {
  const said = '{"channel":"open","id":"c","silenceMs":5}\n{"channel":"beat"}\n{"lane":3,"end":true}\n{"new":1}\n';
  expect(new LaneLines().push(new TextEncoder().encode(said))).toEqual([
    { kind: "open", id: "c", silenceMs: 5 },
    { kind: "end", lane: 3 },
  ]);
});
