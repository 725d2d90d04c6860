// The laws of the transcript: any window, in any batches, overlapping or not.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Event, emptyTranscript, extendTranscript, type Transcript, understand } from "../../src/core/index.ts";
import { anyLog, garbageLog } from "../kit/arbitrary-events.ts";
import { afterJson, fold } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

const lived = anyMoves().map((moves) => live(moves).events);
const read = (events: readonly Event[], before: Transcript = emptyTranscript) => extendTranscript(before, events);

/** The events cut into batches at these places. */
function batches(events: readonly Event[], cuts: readonly number[]): Event[][] {
  const places = [0, ...cuts.map((cut) => cut % (events.length + 1)).sort((a, b) => a - b), events.length];
  return places.slice(1).map((end, index) => events.slice(places[index], end));
}

/** The message, tool call or question that something is about. */
const idsIn = ({ data }: { data: unknown }): unknown[] => {
  const { messageId, toolCallId, id } = (data ?? {}) as Record<string, unknown>;
  return [messageId, toolCallId, id].filter((one) => one !== undefined);
};

/** All text of each message and thought, in order, whatever stands between the pieces. */
function textsOf(pieces: readonly { kind: string; messageId: string; text: string }[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { kind, messageId, text } of pieces)
    texts[`${kind} ${messageId}`] = (texts[`${kind} ${messageId}`] ?? "") + text;
  return texts;
}

describe.for<[string, fc.Arbitrary<Event[]>]>([
  ["a log that a daemon could have written", lived],
  ["known events in any order", anyLog()],
  ["garbage among known events", garbageLog],
])("the transcript of %s", ([, anyEvents]) => {
  test("is the same in any batches", () => {
    fc.assert(
      fc.property(anyEvents, fc.array(fc.nat(), { maxLength: 6 }), (events, cuts) => {
        const inBatches = batches(events, cuts).reduce((transcript, batch) => read(batch, transcript), emptyTranscript);
        expect(inBatches).toStrictEqual(read(events));
      }),
    );
  });

  test("does not mind events that it has taken already", () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), fc.nat(), (events, a, b) => {
        const to = a % (events.length + 1);
        const from = b % (to + 1);
        expect(read(events.slice(from), read(events.slice(0, to)))).toStrictEqual(read(events));
      }),
    );
  });

  test("keeps blocks that nothing was added to as the same objects, and leaves the old transcript alone", () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), (events, a) => {
        const cut = a % (events.length + 1);
        const before = read(events.slice(0, cut));
        const copy = JSON.stringify(before);
        const after = read(events.slice(cut), before);
        expect(JSON.stringify(before)).toBe(copy);
        const touched = new Set(events.slice(cut).flatMap(idsIn));
        const isTouched = (block: object) => idsIn({ data: block }).some((id) => touched.has(id));
        const changed = before.blocks.filter((block, index) => after.blocks[index] !== block);
        expect(changed.filter((block) => !isTouched(block))).toEqual([]);
      }),
    );
  });

  test("folds from any place to any place, with every word that lies between", () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), fc.nat(), (events, a, b) => {
        const from = a % (events.length + 1);
        const window = events.slice(from, from + (b % (events.length - from + 1)));
        const { blocks, head } = read(window);
        expect(head).toBe(window.at(-1)?.seq ?? 0);
        const shown = blocks.flatMap((block) => (block.kind === "message" || block.kind === "thought" ? [block] : []));
        const said = window.flatMap((event) => {
          const known = understand(event);
          if (known?.type === "agent_message") return [{ kind: "message", ...known.data }];
          return known?.type === "agent_thought" ? [{ kind: "thought", ...known.data }] : [];
        });
        expect(textsOf(shown)).toEqual(textsOf(said));
      }),
    );
  });

  test("is plain JSON", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const transcript = read(events);
        expect(afterJson(transcript)).toStrictEqual(transcript);
      }),
    );
  });

  test("has its blocks in the order of the events that opened them", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const seqs = read(events).blocks.map(({ seq }) => seq);
        expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
      }),
    );
  });
});

test("a transcript and the state agree on every question and on the last turn", () => {
  fc.assert(
    fc.property(lived, (events) => {
      const { permission, turn } = fold(events);
      const { blocks } = read(events);
      const shown = blocks.flatMap((block) =>
        block.kind === "permission" ? [{ id: block.id, state: block.state }] : [],
      );
      const kept = [...permission.closed, ...permission.open].map(({ id, state }) => ({ id, state }));
      const isKept = ({ id }: { id: string }) => kept.some((one) => one.id === id);
      const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
      expect(shown.filter(isKept).sort(byId)).toEqual(kept.sort(byId));
      const lastEnd = blocks.findLast((block) => block.kind === "turn_end");
      expect(lastEnd?.seq).toBe(turn.last?.seq);
    }),
  );
});
