// A session that comes from another log: byte for byte, and out of sight until all of it is there.
import { describe, expect, test } from "vitest";
import type { Change, EventText, Log } from "../../../src/log/index.ts";
import { A, B, bare, changeFor, eventFor, seqsOf, summaryFor } from "./samples.ts";
import type { Subject } from "./subject.ts";

/** As no JSON.stringify would write it. */
const odd = (seq: number): EventText => ({
  seq,
  at: "2020-01-01T00:00:00Z",
  type: "from_the_future",
  by: '{"kind":"client" , "x":1.0}',
  data: '{"n":1e3,"n":2,"s":"\\u00e4"}',
});

function part(session: string, [from, to]: [number, number], rest: Partial<Change> = {}): Change {
  const texts = Array.from({ length: to - from + 1 }, (_, index) => odd(from + index));
  const events = texts.map(({ by, data, ...text }) => ({
    session,
    ...text,
    by: JSON.parse(by),
    data: JSON.parse(data),
  }));
  return {
    ...changeFor(session, [1, 0]),
    summary: summaryFor(session, { name: "new" }, to),
    events,
    arriving: texts,
    ...rest,
  };
}

const isSeen = (log: Log, id: string): boolean[] => [
  log.summary(id) !== null,
  log.sessionLines([id]).length > 0,
  log.sessionIds({ shelves: ["listed", "archived", "trash"] }).includes(id),
  log.candidates(id).length > 0,
  log.names("w1").length > 0,
];

export function describeArriving(subject: Subject): void {
  describe("a session from another log", () => {
    test("is not seen before its end, and then is as it was written, byte for byte", async () => {
      await subject.log.append(part(A, [1, 3]));
      await subject.log.append(part(A, [4, 5]));
      expect(isSeen(subject.log, A)).toEqual([false, false, false, false, false]);
      await subject.log.append(changeFor(A, [6, 6], { summary: summaryFor(A, { name: "new" }, 6) }));
      const stored = await subject.stored();
      expect(isSeen(stored, A)).toEqual([true, true, true, true, true]);
      const { events } = stored.read({ session: A, after: 0, limit: 9 });
      expect(seqsOf(events)).toEqual([1, 2, 3, 4, 5, 6]);
      const { at, type, by, data } = odd(1);
      expect(events[0]?.line).toBe(
        `{"session":"${A}","seq":1,"at":"${at}","type":"${type}","by":${by},"data":${data}}`,
      );
      expect(stored.verify(A)).toBeNull();
    });

    test("goes without a trace when it is of no use", async () => {
      await subject.log.append(changeFor(B, [1, 1]));
      await subject.log.append(part(A, [1, 3]));
      expect(await subject.log.purge([A])).toEqual({ sessions: 1, events: 3, kept: 0 });
      const stored = await subject.stored();
      expect(stored.readCommits({ after: 0, limit: 9 }).events.map(({ session }) => session)).toEqual([B]);
      await stored.append(changeFor(A, [1, 1]));
      expect(stored.verify(A)).toBeNull();
    });

    test("can't be one that is there, and its texts are those of its events", async () => {
      await subject.log.append(changeFor(A, [1, 1]));
      await expect(subject.log.append(part(A, [2, 2]))).rejects.toMatchObject({ code: "invalid_change" });
      await expect(subject.log.append(part(B, [1, 2], { arriving: [odd(1)] }))).rejects.toMatchObject({
        code: "invalid_change",
      });
      const twoLines = { ...odd(1), type: "a\nb" };
      await expect(subject.log.append(part(B, [1, 1], { arriving: [twoLines] }))).rejects.toMatchObject({
        code: "invalid_change",
      });
      expect(isSeen(subject.log, B)[0]).toBe(false);
    });

    test("may refer to long texts that are not there; any other may not", async () => {
      const hash = "0".repeat(64);
      const data = { messageId: "m1", text: "be", blobs: [{ at: "/text", from: 0, to: 2, hash, bytes: 9 }] };
      const event = eventFor(A, 1, { data });
      const { by, ...text } = odd(1);
      const arriving = [{ ...text, type: event.type, by, data: JSON.stringify(data) }];
      await subject.log.append(bare(A, { events: [event], arriving }));
      await subject.log.append(changeFor(A, [2, 2]));
      await expect(subject.log.append(bare(B, { events: [{ ...event, session: B }] }))).rejects.toMatchObject({
        code: "blob_missing",
      });
      expect((await subject.stored()).verify(A)).toBeNull();
    });
  });
}
