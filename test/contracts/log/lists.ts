// What can be asked about sessions without reading their events.
import { describe, expect, test } from "vitest";
import { sessionOrders } from "../../../src/core/index.ts";
import type { Log, SessionFilter } from "../../../src/log/index.ts";
import { A, B, bare, C, changeFor, summaryFor, workspaceOf } from "./samples.ts";
import type { Subject } from "./subject.ts";

export function describeLists(subject: Subject): void {
  describe("lists", () => {
    const day = (n: number): string => `2026-05-0${n}T10:00:00.000Z`;
    const add = (session: string, row: Parameters<typeof summaryFor>[1]) =>
      subject.log.append(changeFor(session, [1, 1], { summary: summaryFor(session, row, 1) }));

    test("begin with the session that was active last, and go on after any row", async () => {
      await add(A, { lastActiveAt: day(1) });
      await add(B, { lastActiveAt: day(2), workspace: "w2" });
      await add(C, { lastActiveAt: day(1) });
      await subject.log.append(bare(A, { summary: summaryFor(A, { lastActiveAt: day(3) }, 1) }));
      await subject.log.append(bare(A, { summary: summaryFor(A, { lastActiveAt: day(1) }, 1) }));
      const stored = await subject.stored();
      const ids = (query: Partial<Parameters<Log["sessions"]>[0]> = {}) =>
        stored.sessions({ limit: 10, ...query }).map(({ id }) => id);
      expect(ids()).toEqual([B, C, A]);
      expect(ids({ limit: 2 })).toEqual([B, C]);
      expect(ids({ after: { lastActiveAt: day(1), id: C } })).toEqual([A]);
      expect(ids({ after: { lastActiveAt: day(1), id: A } })).toEqual([]);
      expect(ids({ workspace: "w1" })).toEqual([C, A]);
      expect(ids({ workspace: "w1", after: { lastActiveAt: day(2), id: B }, limit: 1 })).toEqual([C]);
      expect(ids({ workspace: "w3" })).toEqual([]);
    });

    test("are ordered by the activity of anyone, also with rows of an earlier version; `since` is about a person's", async () => {
      await add(A, { lastActiveAt: day(1), activityAt: day(5) });
      await add(B, { lastActiveAt: day(3) });
      const { activityAt: _, ...earlier } = summaryFor(C, { lastActiveAt: day(4) }, 1);
      await subject.log.append(changeFor(C, [1, 1], { summary: earlier }));
      const stored = await subject.stored();
      const ids = (filter: SessionFilter) => stored.sessionIds(filter);
      expect(ids({})).toEqual([A, C, B]);
      const after = { id: A, lastActiveAt: day(1), activityAt: day(5) };
      expect(stored.sessions({ limit: 1, after }).map(({ id }) => id)).toEqual([C]);
      expect(stored.sessions({ limit: 2, after: { ...earlier } }).map(({ id }) => id)).toEqual([B]);
      expect(ids({ since: day(2) })).toEqual([C, B]);
      expect([...stored.fitting([A, B, C], { since: day(4) }).keys()]).toEqual([C]);
    });

    test("show the summary as it was given, and which session is selected", async () => {
      const summary = summaryFor(A, { name: 'q"\u0000\ud800ü', lastActiveAt: day(5) }, 1);
      await subject.log.append(changeFor(A, [1, 1], { summary, workspace: workspaceOf("w1", { activeSessionId: A }) }));
      await add(B, {});
      await add(C, { workspace: "w2" });
      const stored = await subject.stored();
      expect(stored.summary(A)).toEqual({ ...summary, active: true });
      const listed = stored.sessions({ limit: 9 });
      expect(stored.sessionIds({})).toEqual(listed.map(({ id }) => id));
      expect(stored.sessionIds({ workspace: "w2" })).toEqual([C]);
      expect(stored.sessionLines([A, "gone", B, C]).map((line) => JSON.parse(line))).toEqual(listed);
      expect(stored.sessionLines([C, A]).map((line) => JSON.parse(line).id)).toEqual([C, A]);
      expect(stored.sessions({ limit: 9 }).map(({ id, active }) => [id, active])).toEqual([
        [A, true],
        [B, false],
        [C, false],
      ]);
    });

    test("of some sessions those that a filter lets in are what the list with that filter has of them", async () => {
      const active = workspaceOf("w1", { activeSessionId: A });
      await subject.log.append(
        changeFor(A, [1, 1], { summary: summaryFor(A, { lastActiveAt: day(3) }, 1), workspace: active }),
      );
      await add(B, { lastActiveAt: day(1), workspace: "w2", agent: "claude" });
      await subject.log.append(changeFor(C, [1, 1], { summary: { ...summaryFor(C, {}, 1), shelf: "archived" } }));
      const stored = await subject.stored();
      const filters: readonly SessionFilter[] = [
        {},
        { workspace: "w1" },
        { shelves: ["archived", "trash"] },
        { shelves: ["listed", "archived"], agent: ["claude"] },
        { status: ["idle"] },
        { status: ["running"] },
        { since: day(2) },
      ];
      for (const filter of filters) {
        const ids = stored.sessionIds(filter);
        const fitting = stored.fitting([C, "gone", B, A, A], filter);
        expect({ filter, ids: [...fitting.keys()].toSorted() }).toEqual({ filter, ids: ids.toSorted() });
        expect(ids.map((id) => fitting.get(id))).toEqual(stored.sessionLines(ids));
        expect([...stored.fitting([B], filter).keys()]).toEqual(ids.filter((id) => id === B));
      }
      expect(stored.fitting([], {})).toEqual(new Map());
    });

    test("have the one order that clients keep, too, whatever names are made of", async () => {
      const names = ["b", "A", "é", "\u{1f600}", "\uffee", "\u{1f600}a", "\u{10ffff}", null, "z"];
      const ids = names.map((_, index) => `cccccccc-0000-4000-8000-00000000000${index}`);
      for (const [index, name] of names.entries())
        await add(ids[index] ?? "", { name, lastActiveAt: day(1 + (index % 3)) });
      const stored = await subject.stored();
      for (const sort of ["active", "created", "name"] as const) {
        const listed = stored.sessions({ sort, limit: 20 });
        expect({ sort, listed }).toEqual({ sort, listed: listed.toReversed().sort(sessionOrders[sort]) });
      }
    });

    test("candidates are found by name, whatever its case, and by the beginning of the id", async () => {
      await add(A, { name: "Größe", lastActiveAt: day(1) });
      await add(B, { name: "größe", workspace: "w2", lastActiveAt: day(2) });
      await add(C, { name: null, lastActiveAt: day(3) });
      const stored = await subject.stored();
      const found = (ref: string) => stored.candidates(ref).map(({ id }) => id);
      expect(stored.candidates("GRÖSSE")).toEqual([]);
      expect(stored.candidates("GRÖßE")).toEqual([
        { id: B, name: "größe", workspaceId: "w2" },
        { id: A, name: "Größe", workspaceId: "w1" },
      ]);
      expect(found("aaaa")).toEqual([C, A]);
      expect(found("AAAAAAAA-0000-4000-8000-000000000001")).toEqual([A]);
      expect(found(B)).toEqual([B]);
      expect([found("grö"), found("aab"), found("%"), found("a*"), found("")]).toEqual([[], [], [], [], []]);
    });

    test("a new name takes the place of the old one", async () => {
      await add(A, { name: "one" });
      await add(B, { name: "two" });
      await add(C, { name: null });
      await subject.log.append(bare(A, { summary: summaryFor(A, { name: "three" }, 1) }));
      const stored = await subject.stored();
      expect(stored.names("w1")).toEqual(["three", "two"]);
      expect(stored.names("w2")).toEqual([]);
      expect(stored.candidates("one")).toEqual([]);
      expect(stored.candidates("three")).toHaveLength(1);
    });

    test("[A-26] a conversation of an agent belongs to the oldest session that holds it", async () => {
      await add(A, { agent: "claude", nativeId: "n1" });
      await add(B, { agent: "claude", nativeId: "n1" });
      await add(C, { agent: "codex", nativeId: "n1" });
      const stored = await subject.stored();
      expect(stored.sessionOfNative("claude", "n1")).toBe(A);
      expect(stored.sessionOfNative("codex", "n1")).toBe(C);
      expect(stored.sessionOfNative("claude", "n2")).toBeNull();
    });

    test("[A-26] a conversation that is named by a UUID is the same one in capitals; other names are not", async () => {
      const uuid = "01a1eec8-44ce-7b50-b1d3-cb4dfa517113";
      await add(A, { agent: "codex", nativeId: uuid });
      await add(B, { agent: "codex", nativeId: uuid.toUpperCase() });
      await add(C, { agent: "opencode", nativeId: "ses_AbC" });
      const stored = await subject.stored();
      for (const name of [uuid, uuid.toUpperCase()]) expect(stored.sessionOfNative("codex", name)).toBe(A);
      expect(stored.sessionOfNative("opencode", "ses_AbC")).toBe(C);
      expect(stored.sessionOfNative("opencode", "ses_abc")).toBeNull();
    });

    test("busy sessions are those to take up again", async () => {
      await subject.log.append(changeFor(A, [1, 1], { isBusy: true }));
      await subject.log.append(changeFor(B, [1, 1], { isBusy: true }));
      await subject.log.append(bare(A, { isBusy: false }));
      expect((await subject.stored()).busySessions()).toEqual([B]);
    });
  });
}
