// What a turn says, whose end a result is, and what it cost.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import { block, echo, event, init, Life, ready, result, stream, use, used, working } from "./life.ts";

const ends = (facts: readonly Fact[]) => facts.filter(({ type }) => type === "turn_end");
const text = (words: string) => ({ type: "text", text: words });
const delta = (words: string) => event({ type: "content_block_delta", delta: { type: "text_delta", text: words } });
const message = (messageId: string, words: string): Fact => ({
  type: "agent_message",
  data: { messageId, text: words },
});

test("it is ready when it has answered, under the name that Skein gave it; its model comes with the first turn", () => {
  const life = new Life(stream);
  const { newNativeId: nativeId } = life.context;
  expect(life.writes).toEqual([
    {
      type: "control_request",
      request_id: "initialize-1",
      request: { subtype: "initialize", perTaskStopAffordance: true, hooks: { PreToolUse: [expect.anything()] } },
    },
  ]);
  expect(life.say(ready)).toEqual([{ type: "bound", nativeId, provenance: "assigned" }]);
  life.deliver("p1");
  expect(life.say(init)).toEqual([{ type: "bound", nativeId, provenance: "assigned", model: "m-1" }]);
  expect(life.say(init)).toEqual([]);
  expect(life.say({ ...init, model: "m-2" })).toEqual([{ type: "model_changed", data: { model: "m-2" } }]);
});

test("[A-18] a conversation that it calls by another name is reported", () => {
  const life = working();
  expect(life.say({ ...init, session_id: "00000000-0000-4000-8000-000000000004" })).toEqual([
    { type: "bound", nativeId: "00000000-0000-4000-8000-000000000004", provenance: "reported", model: "m-1" },
  ]);
});

describe("text and thoughts", () => {
  const start = [
    event({ type: "message_start", message: { id: "msg_1" } }),
    event({ type: "content_block_start", content_block: text("") }),
  ];

  test("a finished block adds only what was not streamed", () => {
    const life = working();
    const facts = life.say(...start, delta("Hel"), delta("lo"), block(text("Hello there")), block(text("Hello there")));
    expect(facts).toEqual([message("r1-m1", "Hel"), message("r1-m1", "lo"), message("r1-m1", " there")]);
  });

  test("a message that was not streamed is said whole, each block for itself", () => {
    const life = working();
    expect(life.say(block(text("One")), block(text("Two")))).toEqual([
      message("r1-m1", "One"),
      message("r1-m2", "Two"),
    ]);
  });

  test("after a break the model begins a new message, and both are kept", () => {
    const life = working();
    life.say(...start, delta("Bef"));
    const again = { ...block(text("Before")), message: { id: "msg_2", content: [text("Before")] } };
    expect(life.say(again)).toEqual([message("r1-m2", "Before")]);
  });

  test("the program's own remark about a failed request is no answer", () => {
    const life = working();
    expect(life.say(block(text("API Error: 500"), { error: "server_error" }))).toEqual([]);
  });

  test("a subagent's words belong to the call that it works for", () => {
    const life = working();
    const facts = life.say(
      { ...delta("x"), parent_tool_use_id: "toolu_9" },
      block({ type: "thinking", thinking: "hm" }, { parent_tool_use_id: "toolu_9" }),
      block(text("I look"), { parent_tool_use_id: "toolu_9" }),
    );
    expect(facts).toEqual([{ type: "tool_call_update", data: { toolCallId: "r1-toolu_9", output: "I look\n" } }]);
  });
});

describe("the end of a turn", () => {
  test("[C-12] comes once", () => {
    const life = working();
    life.say(init, result({ user_message_uuids: ["p1"] }), result({ user_message_uuids: ["p1"] }));
    expect(ends(life.facts)).toEqual([{ type: "turn_end", reason: "completed" }]);
  });

  test("is not that of a prompt that waits behind the agent's own turn", () => {
    const life = working();
    life.say(init, result({ user_message_uuids: ["p1"] }), init);
    life.deliver("p2");
    const own = result({ origin: { kind: "task-notification" } });
    expect(ends(life.say(own))).toEqual([]);
    expect(ends(life.say(init, result({ user_message_uuids: ["p2"] })))).toHaveLength(1);
  });

  test("is also that of a prompt that was taken into the agent's own turn", () => {
    const life = working();
    life.say(init, result({ user_message_uuids: ["p1"] }), init);
    life.deliver("p2");
    expect(ends(life.say(echo("p2"), result({ origin: { kind: "task-notification" } })))).toHaveLength(1);
  });

  test("that nobody asked for ends the agent's own turn, if that said anything", () => {
    const life = working();
    life.say(init, result({ user_message_uuids: ["p1"] }));
    const byItself = result({ origin: { kind: "task-notification" } });
    expect(ends(life.say(init, byItself))).toEqual([]);
    expect(ends(life.say(init, block(text("It is done.")), byItself))).toMatchObject([
      { type: "turn_end", reason: "completed" },
    ]);
  });

  test("without names, as older versions print it, is the prompt's", () => {
    const life = working();
    expect(ends(life.say(init, result()))).toEqual([{ type: "turn_end", reason: "completed" }]);
  });

  test.for([
    [{ subtype: "success", stop_reason: "refusal", result: "No." }, "refused"],
    [{ subtype: "error_max_turns", errors: ["Reached 3 turns"] }, "limit"],
    [{ subtype: "error_max_budget_usd", errors: ["Spent 1 USD"] }, "limit"],
    [{ subtype: "error_during_execution", errors: ["It broke"] }, "failed"],
    [{ subtype: "error_during_execution", terminal_reason: "aborted_streaming" }, "interrupted"],
  ] as const)("%j is %s", ([line, reason]) => {
    const life = working();
    expect(ends(life.say(init, result(line)))).toMatchObject([{ reason }]);
  });

  test.for([
    [{ result: "Not logged in · Please run /login" }, "authentication_failed", "not_logged_in"],
    [{ result: "API Error: 401", api_error_status: 401 }, null, "not_logged_in"],
    [{ result: "API Error: 429", api_error_status: 429 }, "rate_limit", "rate_limited"],
    [{ result: "API Error: 529", api_error_status: 529 }, "overloaded", "overloaded"],
    [{ result: "No such model", api_error_status: 404 }, "model_not_found", "model_not_found"],
    [{ result: "API Error: 500", api_error_status: 500 }, "server_error", "model_error"],
    [{ result: "" }, null, "agent_error"],
  ] as const)("%j is one error, said twice in the same words", ([line, failure, code]) => {
    const life = working();
    if (failure) life.say(block(text("x"), { error: failure }));
    const [error, end] = life.say(init, result({ is_error: true, ...line })).slice(-2);
    const words = line.result || "The agent stopped without giving a reason.";
    expect(error).toMatchObject({ type: "error", data: { code, message: words } });
    expect(end).toEqual({ type: "turn_end", reason: "failed", error: words });
  });
});

describe("a vendor's quota", () => {
  const limit = { status: "rejected", resetsAt: 1_794_781_538, rateLimitType: "five_hour" };
  const refused = { is_error: true, api_error_status: 429 };

  test("ends the turn at a limit; when there is more the vendor has said before", () => {
    const life = working();
    life.say(init, { type: "rate_limit_event", rate_limit_info: limit });
    const text = "You've hit your limit · resets 10:25pm (UTC)";
    const until = "2026-11-15T22:25:38.000Z";
    expect(life.say(result({ ...refused, api_error: "usage_limit_reached", result: text }))).toEqual([
      { type: "quota_reached", data: { until, text } },
      { type: "turn_end", reason: "limit", error: text },
    ]);
    life.deliver("p2");
    expect(life.say(result({ ...refused, result: "You've hit your limit" }))).toMatchObject([
      { type: "quota_reached", data: { until: null } },
      { type: "turn_end", reason: "limit" },
    ]);
  });

  test("is reported as far as it is used, of each window, and what is odd about it is left out", () => {
    const told = (rate_limit_info: object) =>
      working().say(init, { type: "rate_limit_event", rate_limit_info }).slice(1);
    const quota = (window: string, usedPercent: number, resetsAt: string | null) => ({
      type: "quota_reported",
      data: { window, usedPercent, resetsAt },
    });
    const resetsAt = 1_794_781_538;
    expect(
      told({
        status: "allowed",
        unifiedWindows: {
          five_hour: { utilization: 0.4211, resetsAt },
          seven_day: { utilization: 0.9 },
          new_one: { utilization: 1 },
        },
      }),
    ).toEqual([quota("5 hours", 42.1, "2026-11-15T22:25:38.000Z"), quota("week", 90, null)]);
    expect(told({ status: "allowed", rateLimitType: "seven_day", utilization: 0.5 })).toEqual([
      quota("week", 50, null),
    ]);
    expect(told({ status: "allowed", rateLimitType: "five_hour", unifiedWindows: 7 })).toEqual([]);
    const odd = { five_hour: { utilization: null, resetsAt }, seven_day: { utilization: 0.9, resetsAt: "soon" }, x: 1 };
    expect(told({ status: "allowed", unifiedWindows: odd })).toEqual([quota("week", 90, null)]);
  });

  test.for([
    ["null", null],
    ["less than nothing", -1],
    ["words", "42 %"],
  ] as const)("whose use is told as %s is known by its end all the same", ([, utilization]) => {
    const life = working();
    life.say(init, { type: "rate_limit_event", rate_limit_info: { ...limit, utilization } });
    const ended = life.say(result({ ...refused, api_error: "usage_limit_reached", result: "You've hit your limit" }));
    expect(ended).toMatchObject([{ type: "quota_reached", data: { until: "2026-11-15T22:25:38.000Z" } }, {}]);
  });

  test("of an older version is known by its words alone", () => {
    const text = "Claude AI usage limit reached";
    expect(
      working()
        .say(init, result({ ...refused, result: `${text}|1794781538` }))
        .slice(-2),
    ).toEqual([
      { type: "quota_reached", data: { until: "2026-11-15T22:25:38.000Z", text } },
      { type: "turn_end", reason: "limit", error: text },
    ]);
  });

  test("is nothing that a model could talk about", () => {
    const said = result({ result: "You've hit your limit · resets 3pm (UTC)" });
    expect(working().say(init, said).at(-1)).toEqual({ type: "turn_end", reason: "completed" });
  });
});

describe("an interrupt", () => {
  test("is said once, and drops a prompt that still waits: for that one no result will come", () => {
    const life = working({ nativeId: "00000000-0000-4000-8000-000000000001" });
    life.interrupt();
    expect(life.writes.at(-1)).toEqual({
      type: "control_request",
      request_id: "interrupt-2",
      request: { subtype: "interrupt", cancel_queued: true },
    });
    const receipt = {
      subtype: "success",
      request_id: "interrupt-2",
      response: { still_queued: [], cancelled: ["p1"] },
    };
    expect(life.say({ type: "control_response", response: receipt })).toEqual([
      { type: "turn_end", reason: "interrupted" },
    ]);
  });

  test("does not drop the very first prompt: without it there would be nothing to resume", () => {
    const life = working();
    life.interrupt();
    expect(life.writes.at(-1)).toMatchObject({ request: { subtype: "interrupt" } });
    expect(life.writes.at(-1)).not.toMatchObject({ request: { cancel_queued: true } });
  });

  test("reaches a turn that the agent began by itself", () => {
    const life = working();
    life.say(init, result({ user_message_uuids: ["p1"] }), init);
    life.interrupt();
    expect(life.writes.at(-1)).toMatchObject({ request: { subtype: "interrupt" } });
  });

  test("cancels the tool that runs", () => {
    const life = working();
    life.say(block(use("Bash", { command: "sleep 9" })));
    life.interrupt();
    expect(life.say(used("stopped", { is_error: true })).at(-1)).toMatchObject({ data: { status: "cancelled" } });
  });
});

describe("usage", () => {
  const usage = (facts: readonly Fact[]) => facts.filter(({ type }) => type === "usage");

  test("is this turn's, though the cost is a running total", () => {
    const life = working();
    const tokens = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 };
    expect(usage(life.say(init, result({ usage: tokens, total_cost_usd: 0.5 })))).toEqual([
      { type: "usage", inputTokens: 13, outputTokens: 5, costUsd: 0.5 },
    ]);
    life.deliver("p2");
    expect(usage(life.say(init, result({ usage: tokens, total_cost_usd: 0.75 })))).toMatchObject([{ costUsd: 0.25 }]);
  });

  test("of a resumed conversation leaves out what came before", () => {
    const life = working({ nativeId: "00000000-0000-4000-8000-000000000001" });
    const since = { "m-1": { inputTokens: 10, outputTokens: 5, cacheReadInputTokens: 2, costUSD: 0.25 } };
    expect(usage(life.say(init, result({ total_cost_usd: 9, model_usage_since_last_result: since })))).toEqual([
      { type: "usage", inputTokens: 12, outputTokens: 5, costUsd: 0.25 },
    ]);
  });
});

test("what it says of itself: modes in our words, retries and limits as notices, progress as nothing", () => {
  const life = working({ mode: "plan" });
  const retry = { attempt: 2, max_retries: 10, error_status: 529, error: "overloaded" };
  const limit = { status: "rejected", resetsAt: 1_800_000_000, rateLimitType: "five_hour" };
  expect(
    life.say(
      { type: "system", subtype: "status", status: null, permissionMode: "acceptEdits" },
      { type: "system", subtype: "status", status: null, permissionMode: "auto" },
      { type: "system", subtype: "api_retry", ...retry },
      { type: "rate_limit_event", rate_limit_info: limit },
      { type: "rate_limit_event", rate_limit_info: { status: "allowed" } },
      { type: "system", subtype: "informational", content: "A hook said no." },
      { type: "system", subtype: "brand_new", some: "thing" },
      { type: "system", subtype: "thinking_tokens", estimated_tokens: 3 },
      { type: "command_lifecycle", state: "queued" },
    ),
  ).toEqual([
    { type: "mode_changed", data: { mode: "code" } },
    { type: "mode_changed", data: { mode: "claude:auto" } },
    notice("api_retry", "The model did not answer (overloaded, status 529); retrying, attempt 2 of 10."),
    notice("usage_limit", "The usage limit (five hour) is reached; it ends 2027-01-15T08:00:00.000Z."),
    notice("informational", "A hook said no."),
    {
      type: "notice",
      data: {
        kind: "unreadable_line",
        text: "Claude Code sent a message that Skein does not know: brand_new.",
        raw: '{"type":"system","subtype":"brand_new","some":"thing"}',
      },
    },
  ]);
});

test("the first word on its mode is how it was set up, and no news; unless it plans, which rules must know", () => {
  const first = (permissionMode: string, mode: string | null) => working({ mode }).say({ ...init, permissionMode });
  const changes = (facts: Fact[]) => facts.filter(({ type }) => type === "mode_changed");
  expect(changes(first("default", null))).toEqual([]);
  expect(changes(first("plan", null))).toEqual([{ type: "mode_changed", data: { mode: "plan" } }]);
  expect(changes(first("plan", "plan"))).toEqual([]);
});

const notice = (kind: string, words: string): Fact => ({ type: "notice", data: { kind, text: words } });

describe("a wish for another mode or model", () => {
  test("is told to the process that runs, and what it refuses is shown", () => {
    const life = working();
    const reaction = stream.configure(life.state, { mode: "code", model: "opus" });
    expect(reaction?.writes.map((line) => JSON.parse(line).request)).toEqual([
      { subtype: "set_permission_mode", mode: "acceptEdits" },
      { subtype: "set_model", model: "opus" },
    ]);
    const refusal = { subtype: "error", request_id: "set_model-3", error: "no such model" };
    expect(life.say({ type: "control_response", response: refusal })).toMatchObject([
      { type: "error", data: { code: "model_refused", message: "Claude Code refused: no such model" } },
    ]);
  });

  test("for auto takes a new process, unless this one was started for it", () => {
    expect(stream.configure(working().state, { mode: "auto", model: null })).toBeNull();
    const free = stream.configure(working({ mode: "auto" }).state, { mode: "ask", model: null, hasWork: true });
    expect(stream.configure(free?.state, { mode: "auto", model: null })?.writes).toHaveLength(1);
  });
});
