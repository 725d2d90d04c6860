// The list of sessions as people read it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Grouped, groupOf, listGroups, listOrders, needOf, sectionsOf } from "../../src/core/index.ts";
import { atSecond } from "../kit/events.ts";

const row = (facts: Partial<Grouped> & { id: string }): Grouped => ({
  status: "idle",
  reason: { code: "idle", text: "", seq: 1 },
  createdAt: atSecond(1),
  lastActiveAt: atSecond(1),
  activityAt: atSecond(1),
  workspace: { id: "w1", path: "/w1" },
  ...facts,
});
const because = (code: string) => ({ code, text: code, seq: 1 });
const asks = { status: "waiting", reason: because("permission") } as const;
const done = { status: "waiting", reason: because("finished"), unread: true } as const;
const works = { status: "running", reason: because("running") } as const;

test.for<[string, Partial<Grouped>, string, string | null]>([
  ["asks", asks, "needs_you", "question"],
  ["waits for its quota", { status: "waiting", reason: because("quota") }, "needs_you", "quota"],
  ["has failed", { status: "error", reason: because("failed"), unread: true }, "needs_you", "failed"],
  ["has failed, and somebody knows", { status: "error", reason: because("failed") }, "rest", null],
  ["works", works, "working", null],
  ["starts", { status: "starting" }, "working", null],
  ["works in the background", { reason: because("background") }, "working", null],
  ["works on, with an unread result", { ...works, unread: true }, "working", null],
  ["is done", done, "unread", null],
  ["is done, as an older row says it", { status: "waiting", reason: because("finished") }, "unread", null],
  ["is marked unread", { unread: true }, "unread", null],
  ["rests", {}, "rest", null],
  ["is snoozed with an old question", { ...asks, snooze: { until: null } }, "snoozed", "question"],
  ["is archived", { status: "archived", shelf: "archived" }, "archived", null],
])("[A-02] one that %s", ([, facts, group, need]) => {
  const one = row({ id: "a", ...facts });
  expect([groupOf(one), needOf(one)]).toEqual([group, need]);
});

describe("in the order of attention", () => {
  const ids = (rows: readonly Grouped[]) => rows.toSorted(listOrders.attention).map(({ id }) => id);

  test("groups follow each other, pinned ones first in theirs, then the newest", () => {
    expect(
      ids([
        row({ id: "old" }),
        row({ id: "snoozed", snooze: { until: null }, pinned: true }),
        row({ id: "new", activityAt: atSecond(9) }),
        row({ id: "pinned", pinned: true }),
        row({ id: "works", ...works }),
        row({ id: "done", ...done }),
        row({ id: "asks", ...asks }),
        row({ id: "asks-later", ...asks, activityAt: atSecond(9) }),
      ]),
    ).toEqual(["asks-later", "asks", "works", "done", "pinned", "new", "old", "snoozed"]);
  });

  test("what agents do while they work moves no row", () => {
    const two = [row({ id: "a", ...works, activityAt: atSecond(2) }), row({ id: "b", ...works })];
    expect(ids(two)).toEqual(["a", "b"]);
    expect(ids(two.map((one) => (one.id === "b" ? { ...one, updatedAt: atSecond(99) } : one)))).toEqual(["a", "b"]);
  });

  test("a row of an earlier version has a person's activity alone", () => {
    const { activityAt: _, ...earlier } = row({ id: "earlier", lastActiveAt: atSecond(5) });
    const rows = [earlier, row({ id: "new", activityAt: atSecond(9) }), row({ id: "old" })];
    expect(ids(rows)).toEqual(["new", "earlier", "old"]);
    expect(rows.toSorted(listOrders.active).map(({ id }) => id)).toEqual(["new", "earlier", "old"]);
  });
});

test("sections: the rest by directory, in the order of their first rows; pinned ones on top of each", () => {
  const at = (id: string, facts: Partial<Grouped> = {}) => row({ id, workspace: { id: "w2", path: "/w2" }, ...facts });
  const sections = sectionsOf([
    at("x"),
    row({ id: "a" }),
    at("y", { pinned: true }),
    row({ id: "q", ...asks }),
    at("z"),
  ]);
  expect(sections.map(({ group, workspace, rows }) => [group, workspace?.path, rows.map(({ id }) => id)])).toEqual([
    ["needs_you", undefined, ["q"]],
    ["rest", "/w2", ["y", "x", "z"]],
    ["rest", "/w1", ["a"]],
  ]);
});

test("whatever rows there are, each is in one section once, and the sections are in order", () => {
  const anyRow = fc
    .record({
      status: fc.constantFrom("running", "waiting", "idle", "error", "stopped", "archived" as const),
      code: fc.constantFrom("permission", "finished", "quota", "background", "idle"),
      unread: fc.option(fc.constant(true as const), { nil: undefined }),
      pinned: fc.option(fc.constant(true as const), { nil: undefined }),
      workspace: fc.constantFrom("w1", "w2"),
    })
    .map(({ code, workspace, ...facts }) => ({
      ...facts,
      reason: because(code),
      workspace: { id: workspace, path: "" },
    }));
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 12 }), (many) => {
      const rows = many.map((facts, n) => row({ ...facts, id: `s${n}` } as Partial<Grouped> & { id: string }));
      const sections = sectionsOf(rows);
      expect(sections.flatMap((one) => one.rows.map(({ id }) => id)).sort()).toEqual(rows.map(({ id }) => id).sort());
      const ranks = sections.map(({ group }) => listGroups.indexOf(group));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    }),
  );
});
