// Pages of one session, and of all of them in the order of writing.
import { beforeEach, describe, expect, test } from "vitest";
import type { Event } from "../../../src/core/index.ts";
import type { Log, SkimQuery } from "../../../src/log/log.ts";
import { A, B, bare, C, changeFor, pages, seqsOf } from "./samples.ts";
import type { Subject } from "./subject.ts";

const faultIn = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (fault) {
    return fault;
  }
};

export function describeReads(subject: Subject): void {
  describe("pages", () => {
    beforeEach(() => subject.log.append(changeFor(A, [1, 10])).then(() => undefined));

    test("read forwards and backwards, always in order", async () => {
      const stored = await subject.stored();
      expect(pages(stored, { session: A, after: 0, limit: 4 })).toEqual([
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10],
      ]);
      expect(pages(stored, { session: A, before: 11, limit: 4 })).toEqual([
        [7, 8, 9, 10],
        [3, 4, 5, 6],
        [1, 2],
      ]);
      expect(pages(stored, { session: A, after: 0, limit: 5 })).toEqual([
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
      ]);
      expect(pages(stored, { session: A, before: 11, limit: 5 })).toEqual([
        [6, 7, 8, 9, 10],
        [1, 2, 3, 4, 5],
      ]);
    });

    test("say head and floor wherever they lie, also beyond both ends", async () => {
      const stored = await subject.stored();
      const ends = { firstSeq: 1, head: 10, more: false };
      expect(stored.read({ session: A, after: 10, limit: 5 })).toEqual({ events: [], ...ends });
      expect(stored.read({ session: A, after: 99, limit: 5 })).toEqual({ events: [], ...ends });
      expect(stored.read({ session: A, before: 1, limit: 5 })).toEqual({ events: [], ...ends });
      expect(seqsOf(stored.read({ session: A, before: 99, limit: 2 }).events)).toEqual([9, 10]);
    });

    test.for([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
      "of %d events are refused as they are asked for",
      (limit) => {
        const refused = expect.objectContaining({ code: "invalid_query" });
        for (const place of [{ after: 0 }, { after: 3 }, { before: 5 }])
          expect(faultIn(() => subject.log.read({ session: A, ...place, limit }))).toEqual(refused);
        expect(faultIn(() => subject.log.readCommits({ after: 0, limit }))).toEqual(refused);
        for (const odd of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
          expect(faultIn(() => subject.log.read({ session: A, after: odd, limit: 5 }))).toEqual(refused);
        expect(subject.log.condition()).toEqual({ kind: "writable" });
      },
    );

    test("stop at the byte bound, but never before the first event", async () => {
      const stored = await subject.stored();
      const { events } = stored.read({ session: A, after: 0, limit: 10 });
      const [one, two, three] = events.map(({ line }) => Buffer.byteLength(line)) as [number, number, number];
      const within = (maxBytes: number) => seqsOf(stored.read({ session: A, after: 0, limit: 10, maxBytes }).events);
      expect(within(one + two + three)).toEqual([1, 2, 3]);
      expect(within(one + two + three - 1)).toEqual([1, 2]);
      expect(within(0)).toEqual([1]);
      expect(pages(stored, { session: A, before: 4, limit: 10, maxBytes: one + two })).toEqual([[2, 3], [1]]);
      expect(stored.read({ session: A, after: 9, limit: 10, maxBytes: 0 }).more).toBe(false);
      expect(stored.readCommits({ after: 0, limit: 10, maxBytes: one + two })).toMatchObject({
        events: [{ seq: 1 }, { seq: 2 }],
        lastCommit: 2,
        more: true,
      });
    });
  });
  describe("an overview", () => {
    const whole = ["turn_start", "turn_end"];
    const turn = { turn: "t1", promptId: null };
    const at = "2026-05-04T10:00:00.000Z";
    const start = { seq: 2, at, type: "turn_start", data: JSON.stringify(turn) };
    const tool = { seq: 4, at, type: "tool_call", data: null };
    const end = { seq: 9, at, type: "turn_end", data: JSON.stringify(turn) };
    const skim = (log: Log, query: Partial<SkimQuery> = {}) =>
      log.skim({ session: A, after: 0, limit: 100, whole, bare: ["tool_call"], ...query });

    beforeEach(async () => {
      const types: Record<number, Partial<Event>> = {
        2: { type: "turn_start", data: turn },
        4: { type: "tool_call", data: { toolCallId: "c1", input: "x".repeat(1000) } },
        9: { type: "turn_end", data: turn },
      };
      const { events, ...change } = changeFor(A, [1, 10]);
      await subject.log.append({ ...change, events: events.map((one) => ({ ...one, ...types[one.seq] })) });
      await subject.log.append(changeFor(C, [1, 3]));
    });

    test("has the events of the types that are asked for, with their data where that is asked for", async () => {
      const stored = await subject.stored();
      expect(skim(stored)).toEqual({ events: [start, tool, end], lastSeq: 10, firstSeq: 1, head: 10 });
      expect(skim(stored, { whole: [], bare: ["turn_end"] }).events).toEqual([{ ...end, data: null }]);
    });

    test("passes by so many events at a time, whatever they are, and says where to go on", async () => {
      const stored = await subject.stored();
      const ends = { firstSeq: 1, head: 10 };
      expect(skim(stored, { limit: 4 })).toEqual({ events: [start, tool], lastSeq: 4, ...ends });
      expect(skim(stored, { limit: 4, after: 4 })).toEqual({ events: [], lastSeq: 8, ...ends });
      expect(skim(stored, { limit: 4, after: 8 })).toEqual({ events: [end], lastSeq: 10, ...ends });
      expect(skim(stored, { limit: 4, after: 10 })).toEqual({ events: [], lastSeq: 10, ...ends });
      expect(skim(stored, { session: B })).toEqual({ events: [], lastSeq: 0, firstSeq: 1, head: 0 });
    });

    test("stops at the byte bound, but never before the first event", async () => {
      const stored = await subject.stored();
      const bytes = Buffer.byteLength(start.data);
      expect(skim(stored, { maxBytes: 2 * bytes - 1 })).toMatchObject({ events: [start, tool], lastSeq: 4 });
      expect(skim(stored, { maxBytes: 0, after: 4 })).toMatchObject({ events: [end], lastSeq: 10 });
    });

    test("of a fork begins with its base's", async () => {
      const { events, ...change } = changeFor(B, [7, 8], { base: { session: A, seq: 6 } });
      await subject.log.append({ ...change, events: events.map((one) => ({ ...one, type: "turn_end", data: turn })) });
      const own = { ...end, seq: 7 };
      const stored = await subject.stored();
      const seen = { lastSeq: 8, firstSeq: 1, head: 8 };
      expect(skim(stored, { session: B })).toEqual({ events: [start, tool, own, { ...own, seq: 8 }], ...seen });
      expect(skim(stored, { session: B, after: 3, limit: 4 }).events).toEqual([tool, own]);
    });

    test("from no whole number, or of no events, is refused", () => {
      const refused = expect.objectContaining({ code: "invalid_query" });
      for (const query of [{ limit: 0 }, { after: 0.5 }])
        expect(faultIn(() => skim(subject.log, query))).toEqual(refused);
    });
  });

  describe("commits", () => {
    beforeEach(async () => {
      await subject.log.append(changeFor(A, [1, 2]));
      await Promise.all([subject.log.append(changeFor(B, [1, 1])), subject.log.append(changeFor(A, [3, 3]))]);
      await subject.log.append(changeFor(C, [1, 1]));
    });

    test("number every event of every session in the order of writing", async () => {
      const stored = await subject.stored();
      const { events, lastCommit, more } = stored.readCommits({ after: 0, limit: 10 });
      expect(events.map(({ commit, session, seq }) => [commit, session, seq])).toEqual([
        [1, A, 1],
        [2, A, 2],
        [3, B, 1],
        [4, A, 3],
        [5, C, 1],
      ]);
      expect([lastCommit, more, stored.lastCommit()]).toEqual([5, false, 5]);
      expect(stored.readCommits({ after: 1, limit: 2 })).toMatchObject({
        events: [{ commit: 2 }, { commit: 3 }],
        lastCommit: 3,
        more: true,
      });
    });

    test("are told to the appender, and go on where they were", async () => {
      const stored = await subject.stored();
      expect(await stored.append(changeFor(B, [2, 4]))).toMatchObject({ lastCommit: 8 });
      expect(await stored.append(bare(B))).toMatchObject({ lastCommit: 8 });
      expect(stored.lastCommit()).toBe(8);
    });

    test("of some sessions move the cursor past those of others", async () => {
      const stored = await subject.stored();
      const commitsOf = (sessions: string[], after: number, limit = 10) => {
        const { events, ...rest } = stored.readCommits({ after, limit, sessions });
        return { commits: events.map(({ commit }) => commit), ...rest };
      };
      expect(commitsOf([A], 0)).toEqual({ commits: [1, 2, 4], lastCommit: 5, more: false });
      expect(commitsOf([A, A, "unknown"], 1)).toEqual({ commits: [2, 4], lastCommit: 5, more: false });
      expect(commitsOf([C, A], 1, 2)).toEqual({ commits: [2, 4], lastCommit: 4, more: true });
      expect(commitsOf([B], 3)).toEqual({ commits: [], lastCommit: 5, more: false });
      expect(commitsOf([], 0)).toEqual({ commits: [], lastCommit: 5, more: false });
    });
  });
}
