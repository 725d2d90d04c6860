// The end of a transcript as it grows: its changes, put together, are the transcript, and it stays bounded.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Block,
  type Event,
  emptyTail,
  emptyTranscript,
  extendTail,
  extendTranscript,
  type TranscriptTail,
} from "../../src/core/index.ts";
import { anyLog, garbageLog } from "../kit/arbitrary-events.ts";
import { asked, body, delivered, ended, place } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

function readAll(events: readonly Event[]): { tail: TranscriptTail; shown: Block[] } {
  let tail = emptyTail;
  const shown: Block[] = [];
  for (const event of events) {
    const extended = extendTail(tail, event);
    tail = extended.tail;
    for (const { before, block } of extended.changes)
      if (before === null) shown.push(block);
      else shown[shown.indexOf(before)] = block;
  }
  return { tail, shown };
}

test.for([
  ["a log that a daemon could have written", anyMoves().map((moves) => live(moves).events)],
  ["known events in any order", anyLog()],
  ["garbage among known events", garbageLog],
] as const)("the changes of %s, put together, are its transcript", ([, anyEvents]) => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      expect(readAll(events).shown).toEqual(extendTranscript(emptyTranscript, events).blocks);
    }),
  );
});

test("an event that was taken in before changes nothing", () => {
  const events = place(delivered("p1", "t1"));
  const { tail } = readAll(events);
  for (const event of events) expect(extendTail(tail, event)).toEqual({ tail, changes: [] });
});

test("of a long log the end is kept, and before it only what may still change", () => {
  const notices = Array.from({ length: 2000 }, (_, n) => body("notice", { kind: "x", text: `notice ${n}` }));
  const { tail } = readAll(place([...delivered("p1", "t1"), asked("q1"), ...notices]));
  expect(tail.blocks.length).toBeLessThan(500);
  expect(tail.blocks[0]).toMatchObject({ kind: "permission", id: "q1", state: "asked" });
  expect(tail.blocks.at(-1)).toMatchObject({ text: "notice 1999" });
});

test("of a message without end only its end is kept", () => {
  const pieces = Array.from({ length: 100 }, (_, n) =>
    body("agent_message", { messageId: "m1", text: `${n},`.padEnd(1000) }),
  );
  const { tail } = readAll(place([...delivered("p1", "t1"), ...pieces]));
  const last = tail.blocks.at(-1);
  if (last?.kind !== "message") throw new Error("The last block is no message.");
  expect(last.text.length).toBeLessThan(50_000);
  expect(last.text.trimEnd().endsWith("99,")).toBe(true);
});

test("tokens are counted from the beginning of a turn", () => {
  const used = body("usage", { turn: null, inputTokens: 10, outputTokens: 2 });
  const turn = (n: number) => [...delivered(`p${n}`, `t${n}`), used, used, ended(`t${n}`, "completed", `p${n}`)];
  expect(readAll(place([...turn(1), ...turn(2)])).tail.tokens).toBe(24);
});
