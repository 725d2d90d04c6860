// What goes into a log comes out of it: in order, whole, and not before it is safe.
import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/core/index.ts";
import { eventLine, eventText, type Log } from "../../../src/log/index.ts";
import {
  A,
  B,
  bare,
  bytesOf,
  C,
  changeFor,
  eventFor,
  runOf,
  seqsOf,
  stateAt,
  summaryFor,
  workspaceOf,
} from "./samples.ts";
import type { Subject } from "./subject.ts";

const lineOf = (event: Event): string => eventLine(event.session, eventText(event));

/** The twelve types that the ledger names, with what they say. */
const ledgerEvents: Record<string, unknown> = {
  session_start: { agent: "demo", workspace: { id: "w1", path: "/work/w1" }, name: null, resumed: false },
  session_end: { reason: "killed" },
  user_prompt: { promptId: "p1", text: "fix it", turn: "t1" },
  agent_message: { messageId: "m1", text: "**done**" },
  agent_thought: { messageId: "m2", text: "hm" },
  tool_call: { toolCallId: "c1", title: "ls", kind: "execute", status: "running", input: { command: "ls" } },
  tool_call_update: { toolCallId: "c1", status: "completed", output: "a\nb\n", durationMs: 12.5 },
  plan: { entries: [{ content: "look", status: "completed" }] },
  permission: { id: "q1", state: "applied", option: "allow" },
  file_read: { path: "/work/w1/a" },
  file_write: { path: "/work/w1/b", bytes: 3 },
  error: { code: "agent_failed", message: "it broke" },
};

export function describeEvents(subject: Subject): void {
  describe("events", () => {
    test("[M-07] the head is the highest stored seq", async () => {
      await subject.log.append(changeFor(A, [1, 3]));
      await subject.log.append(changeFor(A, [4, 4]));
      await subject.log.append(changeFor(B, [1, 1]));
      const stored = await subject.stored();
      expect(stored.read({ session: A, after: 0, limit: 10 })).toMatchObject({ firstSeq: 1, head: 4, more: false });
      expect(seqsOf(stored.read({ session: A, after: 0, limit: 10 }).events)).toEqual([1, 2, 3, 4]);
      expect(stored.read({ session: B, after: 0, limit: 10 }).head).toBe(1);
    });

    test("an append tells how its events are stored, exactly as they are read afterwards", async () => {
      const appended = await Promise.all([
        subject.log.append(changeFor(A, [1, 3])),
        subject.log.append(changeFor(B, [1, 2])),
        subject.log.append(changeFor(C, [1, 1])),
      ]);
      appended.push(await subject.log.append(changeFor(A, [4, 5])));
      const told = appended.flatMap(({ stored }) => stored());
      expect(told.toSorted((a, b) => a.commit - b.commit)).toEqual(
        (await subject.stored()).readCommits({ after: 0, limit: 100 }).events,
      );
    });

    test("an unknown session has nothing", async () => {
      await subject.log.append(changeFor(A, [1, 1]));
      const stored = await subject.stored();
      const nothing = { events: [], firstSeq: 1, head: 0, more: false };
      expect(stored.read({ session: B, after: 0, limit: 10 })).toEqual(nothing);
      expect(stored.read({ session: B, before: 9, limit: 10 })).toEqual(nothing);
      expect(stored.summary(B)).toBeNull();
      expect(stored.snapshot(B)).toBeNull();
      expect(stored.verify(B)).toBeNull();
    });

    test("[M-05] the one writer gives the seq, and any other than the next is refused", async () => {
      await subject.log.append(changeFor(A, [1, 2]));
      for (const wrong of [1, 2, 4]) {
        await expect(subject.log.append(changeFor(A, [wrong, wrong]))).rejects.toMatchObject({ code: "seq_conflict" });
      }
      const holed = changeFor(A, [3, 3]);
      await expect(subject.log.append({ ...holed, events: [...holed.events, eventFor(A, 5)] })).rejects.toMatchObject({
        code: "seq_conflict",
        message: expect.stringContaining("expects event 4 next but got 5"),
      });
      await subject.log.append(changeFor(A, [3, 3]));
      expect(seqsOf((await subject.stored()).read({ session: A, after: 0, limit: 10 }).events)).toEqual([1, 2, 3]);
    });

    test("a refused change leaves the others of its turn alone", async () => {
      const results = await Promise.allSettled([
        subject.log.append(changeFor(A, [1, 1])),
        subject.log.append(changeFor(A, [1, 1])),
        subject.log.append(changeFor(B, [7, 7])),
        subject.log.append(changeFor(A, [2, 3])),
        subject.log.append(changeFor(C, [1, 2])),
      ]);
      expect(results.map(({ status }) => status)).toEqual([
        "fulfilled",
        "rejected",
        "rejected",
        "fulfilled",
        "fulfilled",
      ]);
      const { events } = (await subject.stored()).readCommits({ after: 0, limit: 10 });
      expect(events.map(({ session, seq, commit }) => [session, seq, commit])).toEqual([
        [A, 1, 1],
        [A, 2, 2],
        [A, 3, 3],
        [C, 1, 4],
        [C, 2, 5],
      ]);
    });

    test("a refused change writes nothing of what it carries", async () => {
      await subject.log.append(changeFor(A, [1, 1], { summary: summaryFor(A, { name: "before" }, 1) }));
      const everything = {
        summary: summaryFor(A, { name: "after" }, 9),
        isBusy: true,
        snapshot: stateAt(9),
        receipt: { command: "c1", session: A, bodyHash: "h", answer: "{}" },
        run: runOf(A),
        outbox: [{ run: "run-1", offset: 0, bytes: bytesOf("hello") }],
        workspace: workspaceOf("w1", { activeSessionId: A }),
      };
      await expect(subject.log.append(changeFor(A, [9, 9], everything))).rejects.toMatchObject({
        code: "seq_conflict",
      });
      await expect(subject.log.append(changeFor(B, [9, 9]))).rejects.toMatchObject({ code: "seq_conflict" });
      const stored = await subject.stored();
      expect(stored.summary(A)).toMatchObject({ name: "before", active: false });
      expect(stored.summary(B)).toBeNull();
      expect(stored.snapshot(A)).toBeNull();
      expect(stored.receipt("c1")).toBeNull();
      expect([stored.runs(), stored.outbox("run-1"), stored.busySessions()]).toEqual([[], [], []]);
      expect(stored.workspace("w1")).toBeNull();
      expect(stored.lastCommit()).toBe(1);
    });

    test("[M-03] [M-06] an event is visible when its append is acknowledged, and not before", async () => {
      const appended = subject.log.append(changeFor(A, [1, 1]));
      expect(subject.log.read({ session: A, after: 0, limit: 10 }).events).toEqual([]);
      expect(subject.log.lastCommit()).toBe(0);
      await appended;
      expect(subject.log.read({ session: A, after: 0, limit: 10 }).events).toHaveLength(1);
    });

    test("what is changed after the call is not what is stored", async () => {
      const data = { text: "as it was" };
      const bytes = bytesOf("as it was");
      const change = {
        events: [eventFor(A, 1, { data })],
        run: runOf(A),
        outbox: [{ run: "run-1", offset: 0, bytes }],
      };
      const appended = subject.log.append(bare(A, change));
      data.text = "changed";
      bytes.fill(0);
      await appended;
      const stored = await subject.stored();
      expect(JSON.parse(stored.read({ session: A, after: 0, limit: 1 }).events[0]!.line).data).toEqual({
        text: "as it was",
      });
      expect(stored.outbox("run-1")).toEqual([{ run: "run-1", offset: 0, bytes: bytesOf("as it was") }]);
    });

    test("[M-08] [T-05] every type that the ledger names comes back with the seq and the text it had", async () => {
      const events = Object.entries(ledgerEvents).map(([type, data], index) => eventFor(A, index + 1, { type, data }));
      expect(events).toHaveLength(12);
      await subject.log.append(bare(A, { events }));
      const page = (await subject.stored()).read({ session: A, after: 0, limit: 20 });
      expect(page.events.map(({ line }) => line)).toEqual(events.map(lineOf));
      expect(page.events.map(({ line }) => JSON.parse(line))).toEqual(events);
      expect(page.events.map(({ seq, type }) => [seq, type])).toEqual(events.map(({ seq, type }) => [seq, type]));
    });

    test("types and fields from a newer version come back byte for byte", async () => {
      const by = { kind: "oracle", certainty: 0.5 } as unknown as Event["by"];
      const data = { b: 1, a: [null, { "": "", "\u2028": "ünïcödé 🧶", __proto__: null }], 10: 1e21, 9: -0 };
      const events = [
        eventFor(A, 1, { type: "dream", by, data }),
        eventFor(A, 2, { type: "größe/✓", data: "only text" }),
        eventFor(A, 3, { type: "nothing", data: null }),
      ];
      await subject.log.append(bare(A, { events }));
      const stored = await subject.stored();
      expect(stored.read({ session: A, after: 0, limit: 5 }).events.map(({ line }) => line)).toEqual(
        events.map(lineOf),
      );
      expect(stored.verify(A)).toBeNull();
    });

    test("a megabyte, NUL, half a surrogate pair and control characters survive", async () => {
      const texts = [
        "x".repeat(1_000_000),
        "🧶".repeat(300_000),
        "a\u0000b",
        "\ud800 \udfff \udc00\ud800",
        "\u0001\u007f\u0085\ufeff\uffff",
      ];
      const events = texts.map((text, index) => eventFor(A, index + 1, { data: { text, [text.slice(0, 9)]: 1 } }));
      await subject.log.append(bare(A, { events }));
      const stored = await subject.stored();
      const page = stored.read({ session: A, after: 0, limit: 10 });
      expect(page.events.map(({ line }) => JSON.parse(line).data.text) as string[]).toEqual(texts);
      expect(stored.verify(A)).toBeNull();
    });

    test.for<[what: string, change: Parameters<Log["append"]>[0]]>([
      ["a type of two lines", bare(A, { events: [eventFor(A, 1, { type: "a\nb" })] })],
      ["a type with half a surrogate pair", bare(A, { events: [eventFor(A, 1, { type: "a\ud800" })] })],
      ["a time of two lines", bare(A, { events: [eventFor(A, 1, { at: "1\n2" })] })],
      ["data that is no JSON", bare(A, { events: [eventFor(A, 1, { data: undefined })] })],
      ["data that can't be serialised", bare(A, { events: [eventFor(A, 1, { data: 1n })] })],
      ["another session's event", bare(A, { events: [eventFor(B, 1)] })],
      ["another session's summary", bare(A, { summary: summaryFor(B) })],
      ["another session's run", bare(A, { run: runOf(B) })],
      ["a snapshot ahead of the events", changeFor(A, [1, 2], { snapshot: stateAt(3) })],
      ["an offset that is no number", bare(A, { run: runOf(A, { outOffset: Number.NaN }) })],
    ])("%s is refused, and alone", async ([, change]) => {
      const results = await Promise.allSettled([subject.log.append(change), subject.log.append(changeFor(B, [1, 1]))]);
      expect(results).toMatchObject([
        { status: "rejected", reason: { code: "invalid_change" } },
        { status: "fulfilled" },
      ]);
      const stored = await subject.stored();
      expect(stored.summary(A)).toBeNull();
      expect(stored.lastCommit()).toBe(1);
    });

    test("a closed log refuses, and what was waiting is written", async () => {
      const waiting = subject.log.append(changeFor(A, [1, 1]));
      await Promise.all([subject.log.close(), subject.log.close()]);
      await expect(subject.log.append(changeFor(A, [2, 2]))).rejects.toMatchObject({ code: "log_closed" });
      expect(await waiting).toMatchObject({ lastCommit: 1 });
    });
  });
}
