// A turn of OpenCode: when it begins, what it says and costs, and when it is over.
import { expect, test } from "vitest";
import { begins, ends, event, failure, idle, ours, part, ready, response, status, working } from "./life.ts";

const done = { type: "turn_end", reason: "completed", mark: "msg_2" };

test("[C-08] the prompt goes out as it is, with the mode's agent and the wished model", () => {
  const life = ready({ mode: "plan", model: "v/m/1" });
  life.deliver("p1", "/help\n-x");
  expect(life.writes).toEqual([
    {
      id: "prompt:p1",
      method: "POST",
      path: "/session/ses_1/prompt_async",
      body: {
        agent: "plan",
        model: { providerID: "v", modelID: "m/1" },
        parts: [{ type: "text", text: "/help\n-x", metadata: { skein: "r1:p1" } }],
      },
    },
  ]);
});

test("[M-28] files go along: what models take as files, the rest by its path", () => {
  const life = ready();
  const file = (name: string, mediaType: string) => ({ name, mediaType, bytes: 1, path: `/files/${name}` });
  life.deliver("p1", "", [
    file("a b.png", "image/png"),
    file("b.json", "application/json"),
    file("c.zip", "application/zip"),
  ]);
  expect(life.writes[0]?.body).toEqual({
    parts: [
      { type: "text", text: "", metadata: { skein: "r1:p1" }, ignored: true },
      { type: "text", text: "Files attached to this message:\n- c.zip (application/zip): /files/c.zip" },
      { type: "file", mime: "image/png", filename: "a b.png", url: "file:///files/a%20b.png" },
      { type: "file", mime: "text/plain", filename: "b.json", url: "file:///files/b.json" },
    ],
  });
});

test("[C-12] it ends once, when OpenCode rests; what was before the prompt ends nothing", () => {
  const life = ready();
  life.deliver("p1");
  expect(life.say(idle, ours("p1", "msg_1"), begins("msg_2", "msg_1"), ends("msg_2", "msg_1"))).toMatchObject([
    { type: "bound", model: "v/m" },
  ]);
  expect(life.say(idle, idle)).toEqual([done]);
});

test("text comes in pieces, and its end adds what they left out", () => {
  const life = working();
  const delta = (text: string) =>
    event("message.part.delta", { messageID: "msg_2", partID: "prt_9", field: "text", delta: text });
  const said = life.say(
    part("text", { text: "" }),
    delta("One "),
    delta("two"),
    part("text", { text: "One two three" }),
  );
  expect(said).toEqual([
    { type: "agent_message", data: { messageId: "r1-m1", text: "One " } },
    { type: "agent_message", data: { messageId: "r1-m1", text: "two" } },
    { type: "agent_message", data: { messageId: "r1-m1", text: " three" } },
  ]);
  expect(life.say(part("reasoning", { id: "prt_8", text: "Hm." }))).toMatchObject([{ type: "agent_thought" }]);
});

test("[A-25] what a copied conversation repeats is no part of the turn", () => {
  const life = ready();
  const history = [
    ours("p1", "msg_0", "r0"),
    begins("msg_00", "msg_0"),
    part("text", { messageID: "msg_00", text: "long ago" }),
  ];
  const step = { tokens: { input: 9, output: 9, reasoning: 0, cache: { read: 0, write: 0 } }, cost: 1 };
  life.deliver("p1");
  expect(life.say(...history, part("step-finish", { messageID: "msg_00", ...step }))).toEqual([]);
  life.say(ours("p1", "msg_1"), begins("msg_2", "msg_1"), ends("msg_2", "msg_1"));
  expect(life.say(idle)).toEqual([done]);
});

test("[C-11] usage is the sum of all steps, those of subagents and the cache included", () => {
  const life = working();
  const tokens = { total: 150, input: 60, output: 20, reasoning: 10, cache: { read: 50, write: 10 } };
  const step = (id: string, sessionID: string) =>
    event("message.part.updated", {
      sessionID,
      part: { type: "step-finish", id, messageID: "msg_2", reason: "stop", tokens, cost: 0.25 },
    });
  life.say(step("prt_1", "ses_1"), step("prt_1", "ses_1"), step("prt_2", "ses_of_a_subagent"), ends("msg_2", "msg_1"));
  expect(life.say(idle)).toEqual([{ type: "usage", inputTokens: 240, outputTokens: 60, costUsd: 0.5 }, done]);
});

test("a subagent's words and its rest are not the turn's", () => {
  const life = working();
  const sessionID = "ses_2";
  const words = { type: "text", id: "prt_1", messageID: "msg_9", text: "mine" };
  expect(
    life.say(
      event("message.part.updated", { sessionID, part: words }),
      event("session.status", { sessionID, status: { type: "idle" } }),
    ),
  ).toEqual([]);
});

test("a summary that takes the place of the history is told of, and not shown", () => {
  const life = working();
  life.say(begins("msg_3", "msg_x", { summary: true }));
  expect(life.say(part("text", { messageID: "msg_3", text: "so far" }), event("session.compacted", {}))).toMatchObject([
    { type: "notice", data: { kind: "compaction" } },
  ]);
});

test("[C-12] a failure is told when the answer is closed: OpenCode rests twice then", () => {
  const life = working();
  const error = { name: "APIError", data: { message: "no", statusCode: 401 } };
  expect(life.say(failure(error.name, error.data), idle)).toEqual([]);
  expect(life.say(ends("msg_2", "msg_1", { error }), idle)).toEqual([
    { type: "error", data: { code: "not_logged_in", message: "no", hint: "run: opencode auth login" } },
    { type: "turn_end", reason: "failed", error: "no", mark: "msg_2" },
  ]);
});

test("an answer that is never closed does not hold the turn for ever", () => {
  expect(working().say(idle, idle)).toEqual([done]);
});

test("a model that is not there fails the turn; its second report, with a trace, is not the next turn's", () => {
  const life = ready();
  life.deliver("p1");
  const facts = life.say(ours("p1", "msg_1"), failure("UnknownError", { message: "Model not found: a/b." }), idle);
  expect(facts).toMatchObject([
    { type: "error", data: { code: "model_not_found" } },
    { type: "turn_end", reason: "failed" },
  ]);
  life.deliver("p2");
  expect(life.say(failure("UnknownError", { message: "Error: Model not found\n    at getModel (x.js:1)" }))).toEqual(
    [],
  );
});

test("a prompt of which no message is made fails with the reason that was given first", () => {
  const life = ready();
  life.deliver("p1");
  expect(life.say(failure("UnknownError", { message: 'Agent not found: "x".' }))).toEqual([]);
  expect(life.say(failure("UnknownError", { message: "UnknownError\n    at prompt (x.js:1)" }))).toEqual([
    { type: "error", data: { code: "agent_error", message: 'Agent not found: "x".' } },
    { type: "turn_end", reason: "failed", error: 'Agent not found: "x".' },
  ]);
  life.deliver("p2");
  expect(life.say(response("prompt:p2", 400, { data: { message: "bad" } }))).toMatchObject([
    { type: "error", data: { message: "OpenCode refused the prompt: bad" } },
    { type: "turn_end", reason: "failed" },
  ]);
});

test("each retry is told, with the time at which it comes, unless the turn is being stopped", () => {
  const life = working();
  const retry = (attempt: number) => status("retry", { attempt, message: "busy", next: 0 });
  const text = "The model did not answer (busy); retrying at 1970-01-01T00:00:00.000Z, attempt 2.";
  expect(life.say(retry(2))).toEqual([{ type: "notice", data: { kind: "api_retry", text } }]);
  life.interrupt();
  expect(life.say(retry(3))).toEqual([]);
});

test("[M-12] a quota that is used up stops the retries, and the turn ends at a limit", () => {
  const life = working();
  const message = "You exceeded your current quota.";
  expect(life.say(status("retry", { attempt: 1, message, next: 86_400_000 }))).toEqual([]);
  expect(life.asked()).toEqual(["POST /session/ses_1/abort"]);
  const error = { name: "MessageAbortedError", data: { message: "Aborted" } };
  expect(life.say(failure(error.name, error.data), idle, ends("msg_2", "msg_1", { error }), idle)).toEqual([
    { type: "quota_reached", data: { until: "1970-01-02T00:00:00.000Z", text: message } },
    { type: "turn_end", reason: "limit", error: message, mark: "msg_2" },
  ]);
});

test("the conversation's title is its name, once it has one", () => {
  const life = working();
  const titled = (title: string) => event("session.updated", { info: { title } });
  expect(life.say(titled("New session - today"), titled("Knitting"), titled("Knitting"))).toEqual([
    { type: "renamed", data: { name: "Knitting" } },
  ]);
});

test("what it says that is new is shown; what is known to mean nothing is not", () => {
  const life = working();
  expect(life.say({ id: "evt_1", type: "plugin.added", properties: {} }, event("session.diff", { diff: [] }))).toEqual(
    [],
  );
  expect(life.say({ id: "evt_1", type: "moon.landed", properties: {} })).toMatchObject([
    { type: "notice", data: { text: "OpenCode sent a message that Skein does not know: moon.landed." } },
  ]);
});

test("another model goes with the next prompt, another mode needs another process", () => {
  const life = ready({ mode: "ask" });
  const { configure, deliver } = life.driver;
  expect(configure(life.state, { mode: "auto", model: null })).toBeNull();
  const changed = configure(life.state, { mode: "ask", model: "v/other" });
  const { writes } = deliver(changed?.state, { promptId: "p1", text: "go" });
  expect(JSON.parse(writes[0]!).body.model).toEqual({ providerID: "v", modelID: "other" });
});
