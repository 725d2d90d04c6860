// The laws of the outline: any stretch of a log, in any batches, and never more than it may have.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Event,
  emptyOutline,
  extendOutline,
  type Outline,
  type OutlineEntry,
  outlineEntries,
  outlineTypes,
} from "../../src/core/index.ts";
import { anyLog, anyLogAbout, garbageLog } from "../kit/arbitrary-events.ts";
import { body, delivered, ended, fold, place } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

const lived = anyMoves().map((moves) => live(moves).events);
const CAPACITY = 1000;
const capacity = fc.integer({ min: 2, max: 8 });
const read = (events: readonly Event[], before: Outline): Outline => extendOutline(before, events);
const sum = (entries: readonly OutlineEntry[], what: "turns" | "prompts" | "tools" | "questions" | "errors"): number =>
  entries.reduce((total, one) => total + one[what], 0);

describe.for<[string, fc.Arbitrary<Event[]>]>([
  ["a log that a daemon could have written", lived],
  ["known events in any order", anyLog()],
  ["many turns, in any order", anyLogAbout(["turn_start", "turn_end", "user_prompt", "error"])],
  ["garbage among known events", garbageLog],
])("the outline of %s", ([, anyEvents]) => {
  test("is the same in any batches, with overlaps or without", () => {
    fc.assert(
      fc.property(anyEvents, capacity, fc.nat(), fc.nat(), (events, most, a, b) => {
        const to = a % (events.length + 1);
        const from = b % (to + 1);
        const whole = read(events, emptyOutline(most));
        expect(read(events.slice(from), read(events.slice(0, to), emptyOutline(most)))).toStrictEqual(whole);
        const oneByOne = events.reduce((outline, event) => read([event], outline), emptyOutline(most));
        expect(oneByOne).toStrictEqual(whole);
      }),
    );
  });

  test("needs no more than the events that it names, and of the bare ones no data", () => {
    fc.assert(
      fc.property(anyEvents, capacity, (events, most) => {
        const { whole, bare }: Record<string, readonly string[]> = outlineTypes;
        const skimmed = events.flatMap((event) => {
          if (bare?.includes(event.type)) return [{ ...event, data: null }];
          return whole?.includes(event.type) ? [event] : [];
        });
        const { head: _, ...fromAll } = read(events, emptyOutline(most));
        const { head: __, ...fromSome } = read(skimmed, emptyOutline(most));
        expect(fromSome).toStrictEqual(fromAll);
      }),
    );
  });

  test("has no more entries than it may, one behind the other, and counts everything once", () => {
    fc.assert(
      fc.property(anyEvents, capacity, fc.integer({ min: 1, max: 8 }), (events, most, limit) => {
        const each = outlineEntries(read(events, emptyOutline(Number.MAX_SAFE_INTEGER)), Number.MAX_SAFE_INTEGER);
        const outline = read(events, emptyOutline(most));
        const entries = outlineEntries(outline, limit);
        expect(outlineEntries(outline).length).toBeLessThanOrEqual(most);
        expect(entries.length).toBeLessThanOrEqual(limit);
        for (const what of ["turns", "prompts", "tools", "questions", "errors"] as const)
          expect(sum(entries, what)).toBe(sum(each, what));
        for (const { seq, endSeq, turns, turn } of entries) {
          const within = each.filter((one) => one.seq >= seq && (endSeq === null || one.seq <= endSeq));
          expect({ from: seq, to: endSeq, turns }).toEqual({
            from: within[0]?.seq,
            to: within.at(-1)?.endSeq,
            turns: sum(within, "turns"),
          });
          if (within.length === 1) expect(turn).toBe(within[0]?.turn);
        }
        const borders = entries.flatMap(({ seq, endSeq }) => [seq, endSeq ?? Number.POSITIVE_INFINITY]);
        expect(borders).toEqual(borders.toSorted((a, b) => a - b));
      }),
    );
  });

  test("of an entry's stretch alone has what the entry has", () => {
    fc.assert(
      fc.property(anyEvents, capacity, (events, most) => {
        for (const entry of outlineEntries(read(events, emptyOutline(most)))) {
          const stretch = events.filter(
            ({ seq }) => seq >= entry.seq && (entry.endSeq === null || seq <= entry.endSeq),
          );
          const [alone, ...others] = outlineEntries(read(stretch, emptyOutline(CAPACITY)), 1);
          expect(others).toEqual([]);
          expect(alone).toEqual(entry);
        }
      }),
    );
  });
});

test("an outline and the state agree on the turns", () => {
  fc.assert(
    fc.property(lived, capacity, (events, most) => {
      const { turn } = fold(events);
      const entries = outlineEntries(read(events, emptyOutline(most)), Number.MAX_SAFE_INTEGER);
      expect(sum(entries, "turns")).toBe(turn.count);
      expect(entries.filter(({ endSeq }) => endSeq === null).map(({ turn }) => turn)).toEqual(
        turn.open ? [turn.open.turn] : [],
      );
    }),
  );
});

test("an outline of very many turns is small", () => {
  let outline = emptyOutline(CAPACITY);
  const text = "漢".repeat(10_000);
  for (let n = 0; n < 20_000; n++) {
    const prompt = body("user_prompt", { promptId: "p", text, turn: `t${n}` });
    outline = read(place([...delivered("p", `t${n}`).slice(0, 1), prompt, ended(`t${n}`)], 3 * n), outline);
  }
  const entries = outlineEntries(outline);
  expect(sum(entries, "turns")).toBe(20_000);
  expect(entries.length).toBeGreaterThan(CAPACITY / 2 - 1);
  expect(Buffer.byteLength(JSON.stringify(outline))).toBeLessThan(500_000);
});
