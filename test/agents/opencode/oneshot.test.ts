// OpenCode with a process for each prompt: its lines tell of finished parts, its end that the turn is over.
import { expect, test } from "vitest";
import { Life, oneshot } from "./life.ts";

const line = (type: string, part: object) => ({
  type,
  sessionID: "ses_1",
  part: { id: `prt_${type}`, messageID: "msg_1", type: type.replace("_", "-"), ...part },
});
const tokens = { input: 100, output: 20, reasoning: 0, cache: { read: 0, write: 0 } };
const finish = (reason: string) => line("step_finish", { reason, tokens, cost: 0.5 });
const ending = (more: object = {}) => ({ code: 0, stderr: "", isStopped: false, ...more });
const usage = { type: "usage", inputTokens: 100, outputTokens: 20, costUsd: 0.5 };

test("[C-01] its first line binds the conversation, and its end ends the turn with usage and mark", () => {
  const life = new Life(oneshot);
  expect(life.say(line("step_start", {}), line("text", { text: "Hello" }), finish("stop"))).toEqual([
    { type: "bound", nativeId: "ses_1", provenance: "reported" },
    { type: "agent_message", data: { messageId: "r1-m1", text: "Hello" } },
  ]);
  expect(oneshot.ended(life.state, ending())).toEqual([
    usage,
    { type: "turn_end", reason: "completed", mark: "msg_1" },
  ]);
});

test("a tool that was refused ends the turn without another word; a process that was stopped does not end it well", () => {
  const life = new Life(oneshot);
  const state = { status: "error", input: { command: "ls" }, error: "rejected" };
  const facts = life.say(
    line("tool_use", { type: "tool", tool: "bash", callID: "call_1", state }),
    finish("tool-calls"),
  );
  expect(facts.at(-1)).toMatchObject({ data: { status: "failed" } });
  expect(oneshot.ended(life.state, ending())).toMatchObject([usage, { reason: "completed" }]);
  expect(oneshot.ended(life.state, ending({ isStopped: true }))).toEqual([]);
  expect(oneshot.ended(life.state, ending({ code: null }))).toEqual([]);
});

test("[C-12] an error is a failed turn", () => {
  const life = new Life(oneshot);
  life.say({
    type: "error",
    sessionID: "ses_1",
    error: { name: "APIError", data: { message: "no", statusCode: 401 } },
  });
  expect(oneshot.ended(life.state, ending({ code: 1 }))).toEqual([
    { type: "error", data: { code: "not_logged_in", message: "no", hint: "run: opencode auth login" } },
    { type: "turn_end", reason: "failed", error: "no" },
  ]);
});

test("[A-17] a conversation that is gone is a failed resume, and fails the prompt", () => {
  const { state } = new Life(oneshot, { nativeId: "ses_0" });
  const message = "OpenCode no longer has the conversation ses_0.";
  expect(oneshot.ended(state, ending({ code: 1, stderr: "Error: Session not found\n" }))).toEqual([
    { type: "resume_failed", message, hint: "start a new session: skein new" },
    { type: "turn_end", reason: "failed", error: message },
  ]);
});

test("[C-13] a process that can't start fails the prompt with the reason", () => {
  const { state } = new Life(oneshot);
  expect(oneshot.ended(state, ending({ code: 1, stderr: "unknown option\n" }))).toMatchObject([
    { type: "error", data: { code: "start_failed", message: "OpenCode ended before it was ready: unknown option" } },
    { type: "turn_end", reason: "failed" },
  ]);
  expect(oneshot.ended(state, ending({ code: 1, stderr: "database is locked\n" }))).toMatchObject([
    { type: "error", data: { code: "agent_error", hint: "send the prompt again" } },
    { type: "turn_end", reason: "failed" },
  ]);
  expect(oneshot.ended(state, ending({ code: 1, isStopped: true }))).toEqual([]);
});

test("what it prints that is no line of its own is shown", () => {
  const life = new Life(oneshot);
  expect(life.say({ type: "moon" })).toMatchObject([{ type: "notice", data: { kind: "unreadable_line" } }]);
});
