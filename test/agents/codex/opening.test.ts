// From the start of the process to a conversation that is ready, or a sentence that says why not.
import { expect, test } from "vitest";
import type { LaunchContext } from "../../../src/agents/index.ts";
import { driver, Life } from "./life.ts";

/** The answers to everything that is asked before `method`. */
function until(method: string, context: Partial<LaunchContext> = {}): Life {
  const life = new Life(context);
  for (let asked = life.asked(); asked && asked.method !== method; asked = life.asked())
    life.hear({ id: asked.id, result: { account: null, requiresOpenaiAuth: false, config: {} } });
  return life;
}

test("somebody who is not logged in is told so before any prompt is taken, with the command", () => {
  const life = until("account/read");
  const { id } = life.asked()!;
  expect(life.hear({ id, result: { account: null, requiresOpenaiAuth: true } })).toEqual([
    { type: "error", data: { code: "not_logged_in", message: "Codex is not logged in.", hint: "run: codex login" } },
  ]);
  expect(life.told).toEqual([]);
});

test("versions that do not know a question on the way are gone on with", () => {
  const life = until("account/read");
  life.hear({ id: life.asked()!.id, error: { code: -32600, message: "unknown variant" } });
  life.hear({ id: life.asked()!.id, error: { code: -32600, message: "unknown variant" } });
  expect(life.asked()).toMatchObject({ method: "thread/start", params: { cwd: "/workspace" } });
});

test("[A-17] a conversation that is gone is a failed resume, and nothing is begun in its place", () => {
  const life = until("thread/resume", { nativeId: "00000000-0000-4000-8000-000000000005" });
  const { id, params } = life.asked()!;
  expect(params).toMatchObject({ threadId: "00000000-0000-4000-8000-000000000005", excludeTurns: true });
  expect(life.hear({ id, error: { code: -32600, message: "no rollout found for thread id th" } })).toEqual([
    {
      type: "resume_failed",
      message: "Codex no longer has the conversation 00000000-0000-4000-8000-000000000005.",
      hint: expect.stringContaining("skein new"),
    },
  ]);
  expect(life.told).toEqual([]);
});

const spent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

test.for([
  [{ mark: "t2", nextMark: "t3" }, { lastTurnId: "t2" }],
  [{ mark: null, nextMark: "t3" }, { beforeTurnId: "t3" }],
  [{ mark: null, nextMark: null }, {}],
] as const)("[A-25] a fork branches off at the last turn that it has: %j", ([marks, expected]) => {
  const life = until("thread/fork", {
    fork: { nativeId: "00000000-0000-4000-8000-000000000006", ...marks, isWhole: false, spent },
  });
  const { threadId, cwd, excludeTurns, ...place } = life.asked()!.params!;
  expect({ threadId, cwd, excludeTurns }).toEqual({
    threadId: "00000000-0000-4000-8000-000000000006",
    cwd: "/workspace",
    excludeTurns: true,
  });
  expect(place).toEqual(expected);
});

test("[A-25] a fork whose source is gone is a failed resume", () => {
  const life = until("thread/fork", {
    fork: { nativeId: "00000000-0000-4000-8000-000000000006", mark: "t2", nextMark: null, isWhole: true, spent },
  });
  const { id } = life.asked()!;
  const facts = life.hear({ id, error: { code: -32600, message: "invalid lineage: missing source rollout" } });
  expect(facts).toMatchObject([
    { type: "resume_failed", message: expect.stringContaining("00000000-0000-4000-8000-000000000006") },
  ]);
});

test("a process that ends before it is ready says why, but not what the next start will not meet", () => {
  const { state } = new Life();
  const end = { code: 1, isStopped: false };
  expect(driver.ended(state, { ...end, stderr: "Error: no such option\n" })).toMatchObject([
    { type: "error", data: { code: "start_failed", message: expect.stringContaining("no such option") } },
  ]);
  const busy = "Error: failed to initialize sqlite state runtime under /home/person/.codex";
  expect(driver.ended(state, { ...end, stderr: busy })).toEqual([]);
  expect(driver.ended(Life.ready().state, { ...end, stderr: "Error" })).toEqual([]);
});
