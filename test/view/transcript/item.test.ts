// The transcript as items: what belongs together, and what stays the same object while more comes.
import { describe, expect, test } from "vitest";
import type { Block, BlockOf } from "../../../src/core/index.ts";
import { type Stretch, stretchesOf, type TranscriptItem } from "../../../src/view/index.ts";

const at = (seq: number): string => new Date(Date.UTC(2026, 0, 1, 9, 0, seq)).toISOString();

const message = (seq: number, text = `m${seq}`): Block => ({
  kind: "message",
  seq,
  at: at(seq),
  messageId: `m${seq}`,
  text,
});

const tool = (seq: number, more: Partial<BlockOf<"tool">> = {}): Block => ({
  ...{ kind: "tool", seq, at: at(seq), toolCallId: `c${seq}`, title: "Run `ls`", toolKind: "execute" },
  ...{ status: "completed", input: null, output: "", durationMs: null, files: [], ...more },
});

const plan = (seq: number): Block => ({ kind: "plan", seq, at: at(seq), entries: [] });

const itemsOf = (stretches: readonly Stretch[]): TranscriptItem[] => stretches.flatMap(({ items }) => [...items]);
const itemOf = (stretches: readonly Stretch[], seq: number): TranscriptItem | undefined =>
  itemsOf(stretches).find(({ block }) => block.seq === seq);

describe("stretches", () => {
  test("every block is in one, in order, under a key that does not depend on what comes before", () => {
    const blocks = [1, 50, 99, 100, 350].map((seq) => message(seq));
    const all = stretchesOf(blocks);
    expect(itemsOf(all).map(({ block }) => block)).toEqual(blocks);
    expect(all.map(({ key }) => key)).toEqual([0, 1, 3]);
    expect(stretchesOf(blocks.slice(3)).map(({ key }) => key)).toEqual([1, 3]);
  });

  test("what did not change stays the same object", () => {
    const blocks = [message(1), message(99), message(100), message(101)];
    const before = stretchesOf(blocks);
    const after = stretchesOf([...blocks, message(102)], before);
    expect(after[0]).toBe(before[0]);
    expect(itemOf(after, 100)).toBe(itemOf(before, 100));
    // It is no longer the last one.
    expect(itemOf(after, 101)).toMatchObject({ isLast: false });
    expect(itemOf(after, 102)).toMatchObject({ isLast: true });
  });
});

describe("items", () => {
  test("a thought ends where the next block begins", () => {
    const thought: Block = { kind: "thought", seq: 1, at: at(1), messageId: "t", text: "hm" };
    expect(itemOf(stretchesOf([thought]), 1)?.endedAt).toBeNull();
    expect(itemOf(stretchesOf([thought, message(4)]), 1)?.endedAt).toBe(at(4));
  });

  test("only the newest plan is current", () => {
    const stretches = stretchesOf([plan(1), message(2), plan(3)]);
    expect([itemOf(stretches, 1)?.isSuperseded, itemOf(stretches, 3)?.isSuperseded]).toEqual([true, false]);
  });

  test("calls of a background task are with the call that started it, or alone if that is out of sight", () => {
    const task: Block = {
      kind: "task",
      seq: 2,
      at: at(2),
      taskId: "t",
      taskKind: "subagent",
      title: "look",
      toolCallId: "c1",
    };
    const child = tool(3, { taskId: "t" });
    const stretches = stretchesOf([tool(1), task, child, message(4)]);
    expect(itemOf(stretches, 1)?.children).toEqual([child]);
    expect(itemsOf(stretches).map(({ block }) => block.seq)).toEqual([1, 2, 4]);
    expect(itemsOf(stretchesOf([task, child])).map(({ block }) => block.seq)).toEqual([2, 3]);
  });

  test("a background task knows how it ended", () => {
    const task: Block = {
      kind: "task",
      seq: 1,
      at: at(1),
      taskId: "t",
      taskKind: "command",
      title: "serve",
      toolCallId: null,
    };
    const end: Block = {
      kind: "task_end",
      seq: 2,
      at: at(2),
      taskId: "t",
      title: "serve",
      outcome: "failed",
      summary: null,
    };
    const before = stretchesOf([task]);
    expect(itemOf(before, 1)?.end).toBeNull();
    expect(itemOf(stretchesOf([task, end], before), 1)?.end).toBe(end);
  });
});
