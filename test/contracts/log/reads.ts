// Pages of one session, and of all of them in the order of writing.
import { beforeEach, describe, expect, test } from "vitest";
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
