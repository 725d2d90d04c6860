import { expect, test } from "vitest";
import { answered, Life, stateAt } from "./life.ts";

const settled = { type: "agent_settled" };
const look = (id: string, at: "rest" | "work") => ({
  ...{ type: "response", id, command: "get_state", success: true },
  data: stateAt(at),
});
const ended = (reason: string) => expect.objectContaining({ type: "turn_end", reason });

test("the end of a run that is repeated is no end of the turn; the model's last answer tells how it ended", () => {
  const life = Life.atWork();
  const failed = answered({ content: [], stopReason: "error", errorMessage: "500 {}" });
  const retry = { type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 1, errorMessage: "500 {}" };
  const { facts } = life.print(failed, { type: "agent_end", messages: [], willRetry: true }, retry);
  expect(facts).toEqual([
    { type: "notice", data: { kind: "retry", text: expect.stringMatching(/retrying, attempt 1 of 3/) } },
  ]);
  const good = answered({ content: [{ type: "text", text: "Hi." }], stopReason: "stop" });
  expect(life.print({ type: "agent_start" }, good, settled).facts).toEqual([
    expect.objectContaining({ type: "agent_message" }),
    { type: "turn_end", reason: "completed" },
  ]);
});

test("[C-12] a failure of the model is one error with its words, its kind and what to do", () => {
  for (const [said, code, message] of [
    ['401 {"error":{"message":"invalid x-api-key"}}', "not_logged_in", "401: invalid x-api-key"],
    ['429 {"error":{"message":"slow down"}}', "rate_limited", "429: slow down"],
    ["Overloaded", "overloaded", "Overloaded"],
    ["fetch failed", "model_error", "fetch failed"],
    ["", "model_error", "Pi stopped without giving a reason."],
  ]) {
    const life = Life.atWork();
    const { facts } = life.print(answered({ stopReason: "error", errorMessage: said }), settled);
    expect(facts).toMatchObject([
      { type: "error", data: { code, message } },
      { type: "turn_end", reason: "failed", error: message },
    ]);
  }
});

test("[M-12] a quota that is used up is a limit, and no error", () => {
  const life = Life.atWork();
  const said = '429 {"error":{"message":"You have exceeded your current quota"}}';
  expect(life.print(answered({ stopReason: "error", errorMessage: said }), settled).facts).toMatchObject([
    { type: "quota_reached", data: { until: null } },
    { type: "turn_end", reason: "limit" },
  ]);
});

test("usage is that of the turn: all answers of the model, tools that ask one, and summing up", () => {
  const life = Life.atWork();
  const usage = { input: 10, output: 2, cacheRead: 5, cacheWrite: 1, cost: { total: 0.25 } };
  life.print(answered({ usage }), { type: "message_end", message: { role: "toolResult", usage } });
  life.print({ type: "compaction_end", result: { usage }, aborted: false });
  const { facts } = life.print(answered({ usage }), settled);
  expect(facts[0]).toEqual({ type: "usage", inputTokens: 64, outputTokens: 8, costUsd: 1 });
  life.deliver("p2");
  life.confirm("prompt-4");
  expect(life.print({ type: "agent_start" }, answered({ usage }), settled).facts[0]).toMatchObject({ inputTokens: 16 });
});

test("words that come when the agent has just ended begin another run in the same turn", () => {
  const life = Life.atWork();
  life.steer("quickly");
  expect(life.print(settled).facts).toEqual([]);
  life.confirm("steer-4");
  expect(life.print({ type: "agent_start" }, look("look-5", "work"), settled).facts).toEqual([ended("completed")]);
});

test("words that are refused, or that an extension takes, do not keep a turn from ending", () => {
  const life = Life.atWork();
  life.steer("quickly");
  life.print(settled);
  const refused = { type: "response", id: "steer-4", command: "prompt", success: false, error: "not now" };
  expect(life.print(refused)).toMatchObject({
    facts: [{ type: "notice", data: { text: "Pi did not accept the steered text: not now" } }],
    writes: [{ id: "look-5", type: "get_state" }],
  });
  expect(life.print(look("look-5", "rest")).facts).toContainEqual(ended("completed"));
});

const typesOf = ({ writes }: { writes: Record<string, unknown>[] }) => writes.map(({ type }) => type);

test("[C-17] an interrupt drops words that wait, also those that come into the queue only after it", () => {
  const life = Life.atWork();
  life.steer("quickly");
  expect(typesOf(life.interrupt())).toEqual(["clear_queue", "abort"]);
  life.confirm("steer-4");
  const { facts, writes } = life.print(answered({ stopReason: "aborted" }), settled);
  expect(facts).toEqual([ended("interrupted")]);
  expect(typesOf({ writes })).toEqual(["clear_queue"]);
});

test("[C-17] an interrupted turn ends when nothing of it can begin any more: a run that words begin too late is stopped", () => {
  const resting = Life.atWork();
  resting.steer("quickly");
  resting.interrupt();
  expect(resting.print(settled).facts).toEqual([]);
  expect(typesOf(resting.confirm("steer-4"))).toEqual(["get_state"]);
  expect(resting.print(look("look-6", "rest"))).toMatchObject({ facts: [ended("interrupted")], writes: [{}] });

  const running = Life.atWork();
  running.steer("quickly");
  running.interrupt();
  running.print(settled);
  running.confirm("steer-4");
  expect(typesOf(running.print({ type: "agent_start" }))).toEqual(["abort"]);
  expect(running.print(look("look-6", "work"), settled).facts).toEqual([ended("interrupted")]);
});

test("an interrupt that comes before the agent has begun is said again when it begins", () => {
  const life = Life.atWork();
  life.print(settled);
  life.deliver("p2");
  expect(typesOf(life.interrupt())).toEqual(["abort"]);
  life.confirm("prompt-4");
  expect(typesOf(life.print({ type: "agent_start" }))).toEqual(["abort"]);
  expect(life.print(settled).facts).toEqual([ended("interrupted")]);
});

test("an answer that somebody else has stopped is an interrupted turn", () => {
  const life = Life.atWork();
  expect(life.print(answered({ stopReason: "aborted" }), settled).facts).toEqual([ended("interrupted")]);
});

test("a prompt that is refused is a failed turn, with the way to log in where that is missing", () => {
  const life = Life.atWork();
  life.print(settled);
  life.deliver("p2");
  const error = "No API key found for some.\n\nUse /login to log in";
  const { facts } = life.print({ type: "response", id: "prompt-4", command: "prompt", success: false, error });
  expect(facts).toMatchObject([
    { type: "error", data: { code: "not_logged_in", hint: "run: pi, then /login" } },
    { type: "turn_end", reason: "failed" },
  ]);
});

test("the session's name is its title; the place of a turn's end is its mark", () => {
  const life = Life.atWork();
  expect(life.print({ type: "session_info_changed", name: "Refactor" }).facts).toEqual([
    { type: "renamed", data: { name: "Refactor" } },
  ]);
  const entry = { type: "custom", customType: "skein-turn", id: "e7", data: {} };
  expect(life.print({ type: "entry_appended", entry }, settled).facts).toEqual([
    { type: "turn_end", reason: "completed", mark: "e7" },
  ]);
});

test("system prompts and repeated messages leave nothing behind", () => {
  const life = Life.atWork();
  const message = { role: "system", content: "", sections: { preamble: "SECRET PROMPT" } };
  const { facts } = life.print(
    { type: "message_start", message },
    { type: "message_end", message },
    { type: "agent_end", messages: [message], willRetry: false },
    { type: "turn_end", message, toolResults: [] },
  );
  expect(facts).toEqual([]);
});
