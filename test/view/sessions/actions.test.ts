// What can be done to sessions, and why not.
import { expect, test } from "vitest";
import { initialState } from "../../../src/core/index.ts";
import { effectsOfEnding, offersFor, sessionActions } from "../../../src/view/index.ts";
import { row, running, unread } from "./rows.ts";

const names = (rows: Parameters<typeof offersFor>[0]): string[] => offersFor(rows).map(({ action }) => action.id);
const refusalOf = (id: string, rows: Parameters<typeof offersFor>[0]): string | null | undefined =>
  offersFor(rows).find(({ action }) => action.id === id)?.refusal;

test("one session offers everything that fits where it is", () => {
  expect(names([row("a")])).toContain("archive");
  expect(names([row("a", { shelf: "archived", status: "archived" })])).toContain("unarchive");
  expect(names([row("a", { shelf: "trash" })])).toEqual(["restore"]);
});

test("several sessions offer what all of them have in common", () => {
  expect(names([row("a"), row("b")])).toEqual([
    "pin",
    "snooze",
    "unread",
    "interrupt",
    "restart",
    "kill",
    "archive",
    "delete",
  ]);
  expect(names([row("a"), row("b", { shelf: "archived" })])).not.toContain("archive");
  expect(names([])).toEqual([]);
});

test("what can't be done says why; of several sessions one that can suffices", () => {
  expect(refusalOf("interrupt", [row("a")])).toBe("No turn is running.");
  expect(refusalOf("interrupt", [row("a"), running("b")])).toBeNull();
  expect(names([unread("a")])).toContain("read");
  expect(refusalOf("fork", [row("a", { turns: 0 })])).toBe("It has no finished turn yet.");
});

test("no two actions for the same session have the same key", () => {
  for (const shelf of [undefined, "archived", "trash"] as const) {
    const one = row("a", shelf ? { shelf } : {});
    const keys = sessionActions.filter((action) => action.isFor(one)).flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test("before an agent is ended people read which turn, tasks and prompts end or wait", () => {
  const { turn, task, prompt } = initialState;
  const queued = { promptId: "p", text: "then this\nand that" } as (typeof prompt.queue)[number];
  const state = {
    turn: { ...turn, open: { turn: "t3", promptId: null, startedAt: "", seq: 1, interrupt: "none" as const } },
    task: { ...task, beyond: 1 },
    prompt: { ...prompt, queue: [queued] },
  };
  expect(effectsOfEnding(state, "end")).toEqual({
    lines: [
      "A turn is running: it ends.",
      "1 background task ends.",
      "1 queued prompt is kept, held until you release it:",
    ],
    prompts: ["then this"],
  });
  expect(effectsOfEnding(initialState, "restart")).toEqual({ lines: [], prompts: [] });
});
