// What an outline says of turns, and what lies between them.
import { expect, test } from "vitest";
import { emptyOutline, extendOutline, type OutlineEntry, outlineEntries } from "../../src/core/index.ts";
import {
  afterJson,
  agent,
  answered,
  asked,
  atSecond,
  body,
  created,
  delivered,
  ended,
  exited,
  place,
  queued,
  said,
} from "../kit/events.ts";

const tool = (toolCallId: string) =>
  body("tool_call", { toolCallId, title: "Run", kind: "execute", status: "running" }, agent);
const failure = body("error", { code: "start_failed", message: "no such program" });
const outlineOf = (bodies: Parameters<typeof place>[0], capacity = 1000) =>
  extendOutline(emptyOutline(capacity), place(bodies));

const entry = (from: number, to: number | null, counts: Partial<OutlineEntry>): OutlineEntry => ({
  seq: from,
  endSeq: to,
  at: atSecond(from),
  endedAt: to === null ? null : atSecond(to),
  turn: null,
  turns: 0,
  text: null,
  prompts: 0,
  tools: 0,
  questions: 0,
  errors: 0,
  ...counts,
});

test("a turn has its first words, its place, and what happened in it", () => {
  const outline = outlineOf([
    ...[created, queued("p1"), ...delivered("p1", "t1"), said("m1", "well"), tool("c1"), tool("c2")],
    ...[asked("q1"), answered("q1"), failure, ended("t1", "failed")],
    ...delivered("p2", "t2"),
  ]);
  expect(outlineEntries(outline)).toEqual([
    entry(3, 11, { turn: "t1", turns: 1, text: "do p1", prompts: 1, tools: 2, questions: 1, errors: 2 }),
    entry(12, null, { turn: "t2", turns: 1, text: "do p2", prompts: 1 }),
  ]);
  expect(afterJson(outline)).toEqual(outline);
});

test("what happens between turns is an entry of its own", () => {
  const outline = outlineOf([
    ...[created, failure, queued("p1"), failure, ...delivered("p1", "t1"), ended("t1")],
    ...[exited("r1", "rested"), exited("r1", "crashed"), tool("of a task"), said("m1", "more")],
  ]);
  expect(outlineEntries(outline)).toEqual([
    entry(2, 4, { errors: 2 }),
    entry(5, 7, { turn: "t1", turns: 1, text: "do p1", prompts: 1 }),
    entry(9, 10, { errors: 1, tools: 1 }),
  ]);
});

test("a long prompt is there with its first line, and no more of that than a title has", () => {
  const text = `${"x".repeat(200)}\nand so on`;
  const outline = outlineOf([
    body("turn_start", { turn: "t1", promptId: "p1" }),
    body("user_prompt", { promptId: "p1", text, turn: "t1" }),
    body("user_prompt", { promptId: "p2", text: "and this", turn: "t1", steered: true }),
  ]);
  expect(outlineEntries(outline)).toMatchObject([{ text: "x".repeat(80), prompts: 2 }]);
});

test("a turn begins once and ends once, with the end that names it", () => {
  const outline = outlineOf([
    ...[ended("t0"), ...delivered("p1", "t1"), body("turn_start", { turn: "t2", promptId: null }), ended("t2")],
    ended("t1"),
    ended("t1"),
  ]);
  expect(outlineEntries(outline)).toEqual([entry(2, 6, { turn: "t1", turns: 1, text: "do p1", prompts: 1 })]);
});

test("when there are more turns than entries, neighbours are one entry that counts them", () => {
  const turns = Array.from({ length: 9 }, (_, index) => [
    ...delivered(`p${index}`, `t${index}`),
    tool("c"),
    ended(`t${index}`),
  ]);
  const outline = outlineOf([...turns.flat(), ...delivered("p9", "t9")], 4);
  expect(outlineEntries(outline)).toEqual([
    entry(1, 16, { turns: 4, text: "do p0", prompts: 4, tools: 4 }),
    entry(17, 32, { turns: 4, text: "do p4", prompts: 4, tools: 4 }),
    entry(33, 36, { turn: "t8", turns: 1, text: "do p8", prompts: 1, tools: 1 }),
    entry(37, null, { turn: "t9", turns: 1, text: "do p9", prompts: 1 }),
  ]);
  expect(outlineEntries(outline, 1)).toEqual([entry(1, null, { turns: 10, text: "do p0", prompts: 10, tools: 9 })]);
});
