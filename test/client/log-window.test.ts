// What a client holds of a log.
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogWindow } from "../../src/client/log-window.ts";
import { emptyTranscript, extendTranscript, initialState } from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { body, created, fold, place } from "../kit/events.ts";

const notice = (text: string) => body("notice", { kind: "test", text });
const log = place([created, notice("yes"), notice("yes"), notice("no")]);

test("[M-19] an event is taken once, known by its seq and not by what it says", () => {
  const window = new LogWindow({ epoch: "e", state: initialState, events: [], hasOlder: false });
  const taken = [...log, ...log.slice(1), log[0]!].filter((event) => window.take(event));
  expect(taken).toEqual(log);
  window.prepend([], { hasOlder: false });
  expect(window.transcript).toEqual(extendTranscript(emptyTranscript, log));
});

test("however it was filled, forwards or backwards, with overlaps or without, it shows the same", () => {
  fc.assert(
    fc.property(anyLog(30), fc.nat(30), fc.nat(30), fc.nat(5), (events, from, head, overlap) => {
      const end = Math.min(head, events.length);
      const start = Math.min(from, end);
      const window = new LogWindow({
        epoch: "e",
        state: fold(events.slice(0, end)),
        events: events.slice(start, end),
        hasOlder: start > 0,
      });
      expect(window.transcript).toEqual(extendTranscript(emptyTranscript, events.slice(start, end)));
      for (const event of events.slice(Math.max(0, end - overlap))) window.take(event);
      window.prepend(events.slice(0, start + overlap), { hasOlder: false });
      expect([window.state, window.hasOlder, window.firstSeq]).toEqual([fold(events), false, 1]);
      expect(window.transcript).toEqual(extendTranscript(emptyTranscript, events));
    }),
  );
});
