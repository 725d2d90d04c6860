import { expect, test } from "vitest";
import { consumeRows } from "../../src/client/consume-rows.ts";
import type { Cursor } from "../../src/client/cursor.ts";

const none: Cursor = { epoch: null, after: 0, isGreeted: false };
const take = (from: Cursor, ...values: unknown[]) =>
  consumeRows(
    from,
    values.map((value) => JSON.stringify(value)),
  );
const hello = (after: number, epoch = "e") => ({ frame: "hello", epoch, firstSeq: 1, head: 9, after });
const removed = (commit: number) => ({ commit, removed: "s" });

test("the cursor is what the last line said, and stays at 0 until all rows were sent", () => {
  const cut = take(none, hello(0), removed(0), removed(0));
  expect([cut.cursor, cut.isOver]).toEqual([{ epoch: "e", after: 0, isGreeted: true }, false]);
  expect(take(cut.cursor, removed(7)).cursor.after).toBe(7);
});

test("an empty list has a cursor, too, and a stream that is skipped over moves it", () => {
  expect(take(none, hello(0), { frame: "caught_up", head: 9 }).cursor.after).toBe(9);
  expect(take(none, hello(3), { frame: "skip", to: 8 }).cursor.after).toBe(8);
});

test("a reset begins another list at 0, whatever was known", () => {
  const known: Cursor = { epoch: "old", after: 5, isGreeted: false };
  const { cursor, items } = take(known, { frame: "reset", epoch: "e", head: 9, reason: "epoch" }, hello(0));
  expect(cursor).toEqual({ epoch: "e", after: 0, isGreeted: true });
  expect(items.map((item) => item.kind === "frame" && item.frame.frame)).toEqual(["reset", "hello"]);
});

test.each([
  ["a row before any hello", [removed(1)]],
  ["what can't be read", [hello(0), "no object"]],
  ["a bye", [hello(0), { frame: "bye", reason: "draining", retryMs: 1 }]],
])("%s ends the connection, and nothing behind it counts", (_, values) => {
  const { cursor, isOver } = take(none, ...values, removed(8));
  expect([cursor.after, isOver]).toEqual([0, true]);
});

test("a frame of a newer daemon is passed on and moves nothing", () => {
  const { cursor, items, isOver } = take(none, hello(4), { frame: "news", to: 8 }, removed(5));
  expect([cursor.after, items.length, isOver]).toEqual([5, 3, false]);
});
