// Turns of the app-server: one end each, whatever comes in between.
import { expect, test } from "vitest";
import { Life } from "./life.ts";

test("words that come when the turn has just ended begin another one, which is still the same turn here", () => {
  const life = Life.ready();
  life.begin("t1");
  const words = life.steer("and be quick");
  expect(words).toMatchObject({ method: "turn/start", params: { threadId: "00000000-0000-4000-8000-000000000005" } });
  expect(life.end("t1")).toEqual([]);
  expect(life.hear({ id: words.id, result: { turn: { id: "t2" } } })).toEqual([]);
  life.news("turn/started", { turn: { id: "t2", status: "inProgress" } });
  expect(life.news("item/agentMessage/delta", { turnId: "t2", itemId: "m", delta: "Quick." })).toHaveLength(1);
  expect(life.end("t2")).toEqual([{ type: "turn_end", reason: "completed", mark: "t2" }]);
});

test("words that were taken into the turn let its end go, in whichever order both are told", () => {
  const life = Life.ready();
  life.begin("t1");
  const words = life.steer("and be quick");
  expect(life.end("t1")).toEqual([]);
  const end = [{ type: "turn_end", reason: "completed", mark: "t1" }];
  expect(life.hear({ id: words.id, result: { turn: { id: "t1" } } })).toEqual(end);
  expect(life.hear({ id: words.id, result: { turn: { id: "t1" } } })).toEqual([]);
});

test("[R-32] words are taken when they stand in the conversation: each of them once, also two that are alike", () => {
  const life = Life.ready();
  life.begin("t1");
  const stands = (...texts: string[]) => {
    const content = texts.map((text) => ({ type: "text", text, text_elements: [] }));
    return life.news("item/started", { turnId: "t1", item: { type: "userMessage", id: "u", clientId: null, content } });
  };
  expect(stands("go")).toEqual([]);
  const first = life.steer("and be quick", "w1");
  expect(life.hear({ id: first.id, result: { turn: { id: "t1" } } })).toEqual([]);
  life.steer("and be quick", "w2");
  life.steer("very", "w3");
  expect(stands("and be quick")).toEqual([{ type: "steer_taken", promptId: "w1" }]);
  expect(stands("something else")).toEqual([]);
  expect(stands("and be quick", "very")).toEqual([
    { type: "steer_taken", promptId: "w2" },
    { type: "steer_taken", promptId: "w3" },
  ]);
  expect(stands("very")).toEqual([]);
});

test("words that are refused are told of, and the turn goes on", () => {
  const life = Life.ready();
  life.begin("t1");
  const words = life.steer("and be quick");
  expect(life.hear({ id: words.id, error: { code: -32600, message: "not now" } })).toEqual([
    { type: "error", data: { code: "words_refused", message: expect.stringContaining("not now") } },
  ]);
  expect(life.end("t1")).toEqual([{ type: "turn_end", reason: "completed", mark: "t1" }]);
});

test("a prompt that is refused is a failed turn", () => {
  const life = Life.ready();
  const { id } = life.deliver();
  const facts = life.hear({ id, error: { code: -32600, message: "no such model" } });
  expect(facts.map(({ type }) => type)).toEqual(["error", "turn_end"]);
  expect(life.interrupt()).toEqual([]);
});

test("[C-17] an interrupt before the turn has begun is said once it has: before, it would be refused", () => {
  const life = Life.ready();
  const { id } = life.deliver();
  expect(life.interrupt()).toEqual([]);
  life.hear({ id, result: { turn: { id: "t1" } } });
  expect(life.told).toEqual([]);
  life.news("turn/started", { turn: { id: "t1", status: "inProgress" } });
  expect(life.told).toMatchObject([
    { method: "turn/interrupt", params: { threadId: "00000000-0000-4000-8000-000000000005", turnId: "t1" } },
  ]);
});

test("[R-33] an interrupt also ends the commands that would outlive it, even if the turn has ended by itself", () => {
  for (const answer of [{ result: {} }, { error: { code: -32600, message: "no active turn to interrupt" } }]) {
    const life = Life.ready();
    life.begin("t1");
    const [asked] = life.interrupt();
    life.hear({ id: asked!.id, ...answer });
    expect(life.told).toMatchObject([
      { method: "thread/backgroundTerminals/clean", params: { threadId: "00000000-0000-4000-8000-000000000005" } },
    ]);
    expect(life.end("t1", "interrupted")).toEqual([{ type: "turn_end", reason: "interrupted", mark: "t1" }]);
  }
});

test("[C-17] words on their way when the turn is interrupted begin nothing that goes on", () => {
  const life = Life.ready();
  life.begin("t1");
  const words = life.steer("one more thing");
  life.interrupt();
  expect(life.end("t1", "interrupted")).toEqual([]);
  life.hear({ id: words.id, result: { turn: { id: "t2" } } });
  life.news("turn/started", { turn: { id: "t2", status: "inProgress" } });
  expect(life.told).toMatchObject([{ method: "turn/interrupt", params: { turnId: "t2" } }]);
  expect(life.end("t2", "interrupted")).toEqual([{ type: "turn_end", reason: "interrupted", mark: "t2" }]);
});

test("a turn that Codex begins by itself ends if it was heard of; a silent one was none", () => {
  const life = Life.ready();
  life.news("turn/started", { turn: { id: "own", status: "inProgress" } });
  expect(life.end("own")).toEqual([]);
  life.news("turn/started", { turn: { id: "more", status: "inProgress" } });
  life.news("item/agentMessage/delta", { turnId: "more", itemId: "m", delta: "I go on." });
  expect(life.end("more")).toEqual([{ type: "turn_end", reason: "completed", mark: "more" }]);
});

test("what another conversation does, and what comes late from an ended turn, is passed over", () => {
  const life = Life.ready();
  life.begin("t1");
  const delta = { turnId: "t1", itemId: "m", delta: "?" };
  expect(life.hear({ method: "item/agentMessage/delta", params: { threadId: "subagent", ...delta } })).toEqual([]);
  expect(
    life.hear({ method: "turn/completed", params: { threadId: "subagent", turn: { id: "t1", status: "completed" } } }),
  ).toEqual([]);
  life.end("t1");
  expect(life.news("item/agentMessage/delta", delta)).toEqual([]);
});

const usage = (total: number, last: number) => ({
  total: { inputTokens: total, outputTokens: total / 10 },
  last: { inputTokens: last, outputTokens: last / 10 },
});

test("[C-12] usage is this turn's: totals that are told twice, and those of a source, do not count", () => {
  const spent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const fork = { nativeId: "00000000-0000-4000-8000-000000000006", mark: "t0", nextMark: null, isWhole: true, spent };
  const life = Life.ready({ fork });
  life.begin("t1");
  for (const [total, last] of [
    [5100, 100],
    [5100, 100],
    [5300, 200],
  ] as const)
    life.news("thread/tokenUsage/updated", { turnId: "t1", tokenUsage: usage(total, last) });
  expect(life.end("t1")).toContainEqual({ type: "usage", inputTokens: 300, outputTokens: 30 });

  const resumed = Life.ready({ nativeId: "00000000-0000-4000-8000-000000000005" });
  resumed.news("thread/tokenUsage/updated", { turnId: "t0", tokenUsage: usage(5300, 200) });
  resumed.begin("t2");
  resumed.news("thread/tokenUsage/updated", { turnId: "t2", tokenUsage: usage(5400, 0) });
  expect(resumed.end("t2")).toContainEqual({ type: "usage", inputTokens: 100, outputTokens: 10 });
});

test("a plan is told with its steps", () => {
  const life = Life.ready();
  life.begin("t1");
  const plan = [
    { step: "one", status: "completed" },
    { step: "two", status: "inProgress" },
  ];
  expect(life.news("turn/plan/updated", { turnId: "t1", explanation: null, plan })).toEqual([
    {
      type: "plan",
      data: {
        entries: [
          { content: "one", status: "completed" },
          { content: "two", status: "in_progress" },
        ],
      },
    },
  ]);
});
