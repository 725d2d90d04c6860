// Turns of an ACP agent: prompts, ends, interrupts, what they cost, and what is said in them.
import { expect, test } from "vitest";
import { copilot } from "../../../../src/agents/copilot/acp.ts";
import { gemini } from "../../../../src/agents/gemini/acp.ts";
import { AcpTalk } from "../../../kit/acp-talk.ts";

const end = (reason: string) => ({ type: "turn_end", reason });

test.for([
  ["end_turn", "completed"],
  ["cancelled", "interrupted"],
  ["refusal", "refused"],
  ["max_tokens", "limit"],
  ["max_turn_requests", "limit"],
] as const)("[C-12] %s ends a turn as %s", ([stopReason, reason]) => {
  const talk = AcpTalk.working();
  talk.text("well");
  expect(talk.answer({ stopReason })).toEqual([end(reason)]);
});

test("an unknown stop reason ends the turn, too, and is shown", () => {
  const talk = AcpTalk.working();
  talk.text("well");
  expect(talk.answer({ stopReason: "tired" })).toMatchObject([{ type: "notice" }, end("completed")]);
});

test.for([
  [{ code: 500, message: "model is down" }, "model is down"],
  [{ code: 400, message: '{"error":{"code":400,"message":"bad key","status":"X"}}' }, "bad key"],
  [{ code: -32603, message: "Internal error: API Error: 400" }, "API Error: 400"],
  [{ code: -32603, message: "Internal error", data: { details: '{"error":{"message":"deep"}}' } }, "deep"],
  [{ code: -32603, message: "", data: "why" }, "why"],
  [{ code: 429, message: "Too many.\n  Try later." }, "Too many. Try later."],
  [{ code: 7, message: "" }, "error 7"],
] as const)("a failed turn is one error with one sentence: %j", ([error, message]) => {
  const talk = AcpTalk.working();
  expect(talk.refuse(error)).toEqual([
    { type: "error", data: { code: "turn_failed", message } },
    { type: "turn_end", reason: "failed", error: message },
  ]);
});

test.for([
  [{ code: 429, message: "You have exhausted your daily quota on this model." }, null],
  [{ code: -32603, message: "Internal error: You've hit your limit · resets 3pm (Europe/Berlin)" }, null],
  [{ code: 500, message: "Claude AI usage limit reached|1794781538" }, "2026-11-15T22:25:38.000Z"],
] as const)("a vendor that gives no more for now is no failure but a limit: %j", ([error, until]) => {
  const talk = AcpTalk.working();
  const text = error.message.replace("Internal error: ", "").replace(/\|\d+/, "");
  expect(talk.refuse(error)).toEqual([
    { type: "quota_reached", data: { until, text } },
    { type: "turn_end", reason: "limit", error: text },
  ]);
});

test("copilot says so in the model's voice", () => {
  const talk = AcpTalk.working(copilot);
  talk.text("Error: 429 You have exceeded your monthly quota.");
  expect(talk.answer({ stopReason: "end_turn" })).toMatchObject([
    { type: "quota_reached", data: { until: null, text: "429 You have exceeded your monthly quota." } },
    { type: "turn_end", reason: "limit" },
  ]);
});

test("a login that is missing in the midst of it, and a key that the model refuses, are told with what fixes them", () => {
  const talk = AcpTalk.working(copilot);
  expect(talk.refuse({ code: -32000, message: "Token expired." })).toMatchObject([
    { type: "error", data: { code: "not_logged_in", hint: "copilot login" } },
    { type: "turn_end", reason: "failed", error: "Copilot CLI is not logged in: Token expired." },
  ]);
  talk.prompt();
  expect(talk.refuse({ code: 401, message: "Bad key." })).toEqual([
    { type: "error", data: { code: "turn_failed", message: "Bad key.", hint: "copilot login" } },
    { type: "turn_end", reason: "failed", error: "Bad key." },
  ]);
});

test("[R-32] an interrupt is a cancel; open questions are answered with it, and an error after it is no failure", () => {
  const talk = AcpTalk.working();
  talk.ask(5, { toolCallId: "c", title: "run" });
  talk.interrupt();
  expect(talk.written.slice(-2)).toMatchObject([
    { method: "session/cancel", params: { sessionId: "00000000-0000-4000-8000-000000000007" } },
    { id: 5, result: { outcome: { outcome: "cancelled" } } },
  ]);
  expect(talk.decide("yes")).toEqual([]);
  expect(talk.refuse({ code: -32603, message: "aborted" })).toEqual([end("interrupted")]);
  expect(talk.text("straggler")).toMatchObject([{ type: "notice", data: { raw: "straggler" } }]);
  expect(talk.update("tool_call_update", { toolCallId: "c", status: "failed" })).toMatchObject([
    { type: "tool_call_update" },
  ]);
  expect(talk.update("tool_call", { toolCallId: "d", title: "another" })).toMatchObject([{ type: "notice" }]);
  expect(talk.update("plan", { entries: [] })).toMatchObject([{ type: "notice" }]);
  talk.prompt();
  expect(talk.text("next")).toMatchObject([{ type: "agent_message" }]);
});

test("a question that crosses an interrupt is answered at once: nobody is asked", () => {
  const talk = AcpTalk.working();
  talk.interrupt();
  expect(talk.ask(6, { toolCallId: "c", title: "run" }).map(({ type }) => type)).toEqual(["tool_call"]);
  expect(talk.written.at(-1)).toMatchObject({ id: 6, result: { outcome: { outcome: "cancelled" } } });
});

test("a turn that the agent begins by itself ends by its word, or with an interrupt", () => {
  const talk = AcpTalk.ready();
  expect(talk.text("a job has finished")).toMatchObject([{ type: "agent_message" }]);
  expect(talk.update("usage_update", { used: 1, size: 2, _meta: { "_claude/origin": { kind: "task" } } })).toEqual([
    end("completed"),
  ]);
  talk.update("tool_call", { toolCallId: "c", title: "again" });
  expect(talk.interrupt()).toEqual([end("interrupted")]);
  expect(talk.written.at(-1)).toMatchObject({ method: "session/cancel" });
  expect(talk.interrupt()).toEqual([]);
});

test.for([
  ["/help", true],
  ["  /help me", true],
  ["\n/ help", true],
  ["/compact", true],
  ["/etc/hosts is wrong", false],
  ["/", false],
  ["- /help", false],
  ["--help", false],
  ["$HOME is empty", false],
] as const)("%j reaches the model as a text", ([text, isGuarded]) => {
  const talk = AcpTalk.ready(copilot);
  talk.prompt(text);
  const prompt = [{ type: "text", text: isGuarded ? `\u200b${text}` : text }];
  expect(talk.asked).toMatchObject({
    method: "session/prompt",
    params: { sessionId: "00000000-0000-4000-8000-000000000007", prompt },
  });
});

test("gemini takes $help for a command, too", () => {
  const talk = AcpTalk.ready(gemini);
  talk.prompt("$help");
  expect(talk.asked.params).toMatchObject({ prompt: [{ text: "\u200b$help" }] });
});

test("pieces are one message until another kind, another name or something else comes", () => {
  const talk = AcpTalk.working();
  talk.update("agent_thought_chunk", { content: { type: "text", text: "hm" } });
  talk.text("a");
  talk.text("b");
  talk.text("c", { messageId: "x" });
  talk.text("d", { messageId: "x" });
  talk.text("e", { messageId: "y" });
  talk.update("tool_call", { toolCallId: "c", title: "t" });
  talk.text("f", { messageId: "y" });
  talk.update("agent_message_chunk", { content: { type: "resource_link", uri: "file:///a", name: "a" } });
  const said = talk.facts.flatMap((fact) =>
    fact.type === "agent_message" || fact.type === "agent_thought" ? [[fact.data.messageId, fact.data.text]] : [],
  );
  expect(said).toEqual([
    ["r1-m1", "hm"],
    ["r1-m2", "a"],
    ["r1-m2", "b"],
    ["r1-m3", "c"],
    ["r1-m3", "d"],
    ["r1-m4", "e"],
    ["r1-m5", "f"],
    ["r1-m6", "file:///a"],
  ]);
});

test("plans, names, notices and compaction are told", () => {
  const talk = AcpTalk.working();
  const entries = [{ content: "knit", priority: "high", status: "in_progress" }];
  expect(talk.update("plan", { entries })).toEqual([
    { type: "plan", data: { entries: [{ content: "knit", status: "in_progress" }] } },
  ]);
  expect(talk.update("session_info_update", { title: "Knitting" })).toEqual([
    { type: "renamed", data: { name: "Knitting" } },
  ]);
  expect(talk.update("session_info_update", { title: "Knitting", updatedAt: "now" })).toEqual([]);
  expect(talk.update("notice", { severity: "info", title: "Note", description: "well" })).toEqual([
    { type: "notice", data: { kind: "agent", text: "Note: well" } },
  ]);
  expect(talk.update("compaction_update", { compactionId: "1", status: "completed" })).toEqual([
    { type: "notice", data: { kind: "compaction", text: "compaction of the conversation completed" } },
  ]);
});

test("usage is that of the turn: as it is said, as the difference of totals, and the cost always as a difference", () => {
  const perTurn = AcpTalk.ready();
  const spend = (talk: AcpTalk, usage: object) => {
    talk.prompt();
    return talk.answer({ stopReason: "end_turn", usage }).filter(({ type }) => type === "usage");
  };
  const some = { inputTokens: 100, outputTokens: 20, totalTokens: 120 };
  perTurn.update("usage_update", { used: 1, size: 2, cost: { amount: 0.3, currency: "USD" } });
  expect(spend(perTurn, some)).toEqual([{ type: "usage", inputTokens: 100, outputTokens: 20, costUsd: 0.3 }]);
  perTurn.update("usage_update", { used: 1, size: 2, cost: { amount: 0.4, currency: "USD" } });
  expect(spend(perTurn, some)).toEqual([{ type: "usage", inputTokens: 100, outputTokens: 20, costUsd: 0.1 }]);
  const apart = {
    inputTokens: 10,
    cachedReadTokens: 90,
    cachedWriteTokens: 5,
    outputTokens: 20,
    thoughtTokens: 3,
    totalTokens: 128,
  };
  expect(spend(perTurn, apart)).toMatchObject([{ inputTokens: 105, outputTokens: 23 }]);
  expect(spend(perTurn, { ...apart, totalTokens: 30 })).toMatchObject([{ inputTokens: 10, outputTokens: 20 }]);

  const totals = AcpTalk.ready(copilot);
  expect(spend(totals, some)).toEqual([{ type: "usage", inputTokens: 100, outputTokens: 20 }]);
  expect(spend(totals, { inputTokens: 250, outputTokens: 50, totalTokens: 300 })).toMatchObject([
    { inputTokens: 150, outputTokens: 30 },
  ]);
  expect(spend(totals, { inputTokens: 250, outputTokens: 50, totalTokens: 300 })).toEqual([]);
});

test.for([
  "Error: 400 bad request",
  "Error: Failed to get response from the AI model; retried 5 times",
  "Error: Authentication failed with provider at http://localhost (HTTP 401).",
  "Error: Could not connect to local model provider at http://localhost.",
])("copilot ends a failed turn as if all were well: %j", (text) => {
  const talk = AcpTalk.working(copilot);
  expect(talk.text(text)).toEqual([]);
  const used = { inputTokens: 100, outputTokens: 20, totalTokens: 120 };
  const message = text.slice("Error: ".length);
  expect(talk.answer({ stopReason: "end_turn", usage: used }).slice(-2)).toEqual([
    { type: "error", data: { code: "turn_failed", message } },
    { type: "turn_end", reason: "failed", error: message },
  ]);
});

test("copilot: other words are an error when no model has answered, and else the model's", () => {
  const silent = AcpTalk.ready(copilot);
  silent.prompt();
  silent.text("Error: something new");
  expect(silent.answer({ stopReason: "end_turn" })).toMatchObject([
    { type: "error" },
    { type: "turn_end", reason: "failed" },
  ]);

  const answered = AcpTalk.ready(copilot);
  answered.prompt();
  answered.text("Error: is what you wrote");
  const usage = { inputTokens: 100, outputTokens: 20, totalTokens: 120 };
  expect(answered.answer({ stopReason: "end_turn", usage })).toMatchObject([
    { type: "agent_message", data: { text: "Error: is what you wrote" } },
    { type: "usage" },
    end("completed"),
  ]);

  const going = AcpTalk.ready(copilot);
  going.prompt();
  going.text("Look:\n");
  going.text("Error: 404 ");
  expect(going.text("means not found")).toEqual([
    { type: "agent_message", data: { messageId: "r1-m1", text: "Error: 404 " } },
    { type: "agent_message", data: { messageId: "r1-m1", text: "means not found" } },
  ]);
});

test("copilot: what it says of itself is a notice, and no part of the answer", () => {
  const talk = AcpTalk.working(copilot);
  talk.text("half an ans");
  const text = "Response was interrupted due to a server error. Retrying...";
  expect(talk.text(`Info: ${text}`)).toEqual([{ type: "notice", data: { kind: "agent", text } }]);
  expect(talk.text("Info: /workspace/a.txt")).toEqual([]);
  expect(talk.text("half an answer")).toMatchObject([{ data: { messageId: "r1-m2" } }]);
  expect(talk.text("Info: on knitting")).toMatchObject([{ type: "agent_message" }]);
});

test("gemini: every thought is one of its own", () => {
  const talk = AcpTalk.working(gemini);
  const think = (text: string) => talk.update("agent_thought_chunk", { content: { type: "text", text } });
  expect([...think("**One**\na"), ...think("**Two**\nb")]).toMatchObject([
    { data: { messageId: "r1-m1" } },
    { data: { messageId: "r1-m2" } },
  ]);
});

test("a turn that ends without text or a tool call says so", () => {
  const talk = AcpTalk.working(gemini);
  expect(talk.answer({ stopReason: "end_turn" })).toMatchObject([
    { type: "notice", data: { kind: "silent_turn" } },
    end("completed"),
  ]);
});
