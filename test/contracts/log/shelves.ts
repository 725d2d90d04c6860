// Which sessions lists show, and in which order.
import { describe, expect, test } from "vitest";
import type { Summary } from "../../../src/core/index.ts";
import type { Log } from "../../../src/log/index.ts";
import { A, B, bare, C, changeFor, summaryFor, workspaceOf } from "./samples.ts";
import type { Subject } from "./subject.ts";

export const trashed = { shelf: "trash", trash: { batch: "b1", until: "2026-06-01T00:00:00.000Z" } } as const;

export function describeShelves(subject: Subject): void {
  describe("shelves", () => {
    const day = (n: number): string => `2026-05-0${n}T10:00:00.000Z`;
    const rowOf = (session: string, rest: Partial<Summary>): Summary => {
      const { lastActiveAt } = rest;
      return { ...summaryFor(session, lastActiveAt === undefined ? {} : { lastActiveAt }, 1), ...rest };
    };
    const add = (session: string, rest: Partial<Summary> = {}) =>
      subject.log.append(changeFor(session, [1, 1], { summary: rowOf(session, rest) }));
    const change = (session: string, rest: Partial<Summary>) =>
      subject.log.append(bare(session, { summary: rowOf(session, rest) }));
    const ids = (log: Log, query: Partial<Parameters<Log["sessions"]>[0]> = {}): string[] => {
      const listed = log.sessions({ limit: 10, ...query }).map(({ id }) => id);
      const { limit: _, after: __, ...filter } = query;
      if (!query.after) expect(log.sessionIds(filter)).toEqual(listed);
      return listed;
    };

    test("lists show what is listed, and other shelves where they are asked for", async () => {
      await add(A, { lastActiveAt: day(1) });
      await add(B, { lastActiveAt: day(2), shelf: "archived" });
      await add(C, { lastActiveAt: day(3), ...trashed });
      const stored = await subject.stored();
      expect(ids(stored)).toEqual([A]);
      expect(ids(stored, { workspace: "w1" })).toEqual([A]);
      expect(ids(stored, { shelves: ["archived"] })).toEqual([B]);
      expect(ids(stored, { shelves: ["listed", "archived"] })).toEqual([B, A]);
      expect(ids(stored, { shelves: ["trash"], workspace: "w1" })).toEqual([C]);
      expect(ids(stored, { shelves: ["listed", "archived", "trash"], after: { id: C, lastActiveAt: day(3) } })).toEqual(
        [B, A],
      );
      expect([A, B, C].map((id) => stored.summary(id)?.id)).toEqual([A, B, C]);
    });

    test("what is put away, and brought back, changes its shelf", async () => {
      await add(A);
      await change(A, { shelf: "archived" });
      expect(ids(subject.log)).toEqual([]);
      await change(A, trashed);
      expect(ids(subject.log, { shelves: ["listed", "archived"] })).toEqual([]);
      await change(A, {});
      expect(ids(await subject.stored())).toEqual([A]);
    });

    test("a name in the trash is free again, and nobody means it; one that is archived is not", async () => {
      await add(A, { name: "one", ...trashed });
      await add(B, { name: "two", shelf: "archived" });
      const stored = await subject.stored();
      expect(stored.names("w1")).toEqual(["two"]);
      expect([stored.candidates("one"), stored.candidates(A)]).toEqual([[], []]);
      expect(stored.candidates("two").map(({ id }) => id)).toEqual([B]);
    });

    test("what is in the trash is selected nowhere, and is again when it comes back", async () => {
      await subject.log.append(changeFor(B, [1, 1], { workspace: workspaceOf("w2", { activeSessionId: B }) }));
      await subject.log.append(changeFor(A, [1, 1], { workspace: workspaceOf("w1", { activeSessionId: A }) }));
      await change(A, trashed);
      const stored = await subject.stored();
      expect([stored.activeAnywhere(), stored.workspace("w1")?.activeSessionId]).toEqual([B, null]);
      await stored.append(bare(A, { summary: summaryFor(A, {}, 1) }));
      expect([stored.activeAnywhere(), stored.workspace("w1")?.activeSessionId]).toEqual([A, A]);
    });

    test("lists are narrowed by status, agent and time", async () => {
      await add(A, { lastActiveAt: day(1), status: "running", agent: "demo" });
      await add(B, { lastActiveAt: day(2), status: "idle", agent: "codex" });
      await add(C, { lastActiveAt: day(3), status: "idle", agent: "demo" });
      const stored = await subject.stored();
      expect(ids(stored, { status: ["idle"] })).toEqual([C, B]);
      expect(ids(stored, { status: ["idle", "running"], agent: ["demo"] })).toEqual([C, A]);
      expect(ids(stored, { agent: [] })).toEqual([]);
      expect(ids(stored, { since: day(2) })).toEqual([C, B]);
      expect(
        ids(stored, { since: day(2), status: ["idle"], limit: 10, after: { id: C, lastActiveAt: day(3) } }),
      ).toEqual([B]);
    });

    test("lists go by time of creation, or by name with those without one last, and go on after any row", async () => {
      await add(A, { lastActiveAt: day(3), createdAt: day(1), name: "Zoo" });
      await add(B, { lastActiveAt: day(1), createdAt: day(2), name: "ape" });
      await add(C, { lastActiveAt: day(2), createdAt: day(3), name: null });
      const stored = await subject.stored();
      expect(ids(stored, { sort: "created" })).toEqual([C, B, A]);
      expect(ids(stored, { sort: "created", after: { id: C, createdAt: day(3) } })).toEqual([B, A]);
      expect(ids(stored, { sort: "name" })).toEqual([B, A, C]);
      expect(ids(stored, { sort: "name", after: { id: A, name: "Zoo" } })).toEqual([C]);
      expect(ids(stored, { sort: "name", after: { id: C, name: null } })).toEqual([]);
    });
  });
}
