// From the start of an ACP agent to its being ready, and all that can stand in between.
import { expect, test } from "vitest";
import { copilot } from "../../../../src/agents/copilot/acp.ts";
import { gemini } from "../../../../src/agents/gemini/acp.ts";
import { AcpTalk } from "../../../kit/acp-talk.ts";

const can = (capabilities: object) => ({ protocolVersion: 1, agentCapabilities: capabilities });
const methods = (talk: AcpTalk) => talk.written.map(({ method }) => method);
const nativeId = "00000000-0000-4000-8000-000000000007";

test("a new conversation: the agent's own name for it is recorded", () => {
  const talk = new AcpTalk();
  expect(talk.asked.params).toMatchObject({
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  });
  talk.answer(can({}));
  expect(talk.asked).toMatchObject({ method: "session/new", params: { cwd: "/workspace", mcpServers: [] } });
  expect(talk.answer({ sessionId: "00000000-0000-4000-8000-000000000007", models: { currentModelId: "m" } })).toEqual([
    { type: "bound", nativeId: "00000000-0000-4000-8000-000000000007", provenance: "reported", model: "m" },
  ]);
});

test("an earlier conversation is resumed where the agent can, else loaded; what it repeats is no news", () => {
  const resuming = new AcpTalk(undefined, { nativeId });
  resuming.answer(can({ loadSession: true, sessionCapabilities: { resume: {} } }));
  expect(resuming.asked).toMatchObject({
    method: "session/resume",
    params: { sessionId: "00000000-0000-4000-8000-000000000007", cwd: "/workspace" },
  });
  expect(resuming.answer({})).toMatchObject([{ type: "bound", nativeId: "00000000-0000-4000-8000-000000000007" }]);

  const loading = new AcpTalk(undefined, { nativeId });
  loading.answer(can({ loadSession: true }));
  expect(loading.asked).toMatchObject({
    method: "session/load",
    params: { sessionId: "00000000-0000-4000-8000-000000000007" },
  });
  const repeated = [
    loading.update("user_message_chunk", { content: { type: "text", text: "a" } }),
    loading.text("b"),
    loading.update("tool_call", { toolCallId: "c", title: "t", status: "completed" }),
    loading.update("plan", { entries: [] }),
  ];
  expect(repeated.flat()).toEqual([]);
  expect(loading.answer(null)).toMatchObject([{ type: "bound", nativeId: "00000000-0000-4000-8000-000000000007" }]);
  loading.prompt();
  expect(loading.text("c")).toEqual([{ type: "agent_message", data: { messageId: "r1-m1", text: "c" } }]);
});

test("gemini repeats the history after it has answered: nothing is news before it has answered once more", () => {
  const talk = new AcpTalk(gemini, { nativeId });
  talk.answer(can({ loadSession: true }));
  expect(talk.answer({ modes: { currentModeId: "default" } })).toEqual([]);
  expect(talk.asked).toMatchObject({
    method: "session/set_mode",
    params: { sessionId: "00000000-0000-4000-8000-000000000007", modeId: "default" },
  });
  expect(talk.text("of old")).toEqual([]);
  expect(talk.answer({})).toMatchObject([{ type: "bound", nativeId: "00000000-0000-4000-8000-000000000007" }]);
});

test("[A-18] a conversation that is gone is said to be gone, in the agent's words, and none is begun in its place", () => {
  const talk = new AcpTalk(undefined, { nativeId });
  talk.answer(can({ loadSession: true }));
  const error = { code: -32603, message: "Internal error", data: { details: "No such session.\n  Use --list." } };
  expect(talk.refuse(error)).toEqual([
    {
      type: "resume_failed",
      message: "Mine can't resume its conversation: No such session.",
      hint: "start a new session: skein new",
    },
  ]);
  expect(methods(talk)).toEqual(["initialize", "session/load"]);
});

test("an agent that can neither resume nor load says so", () => {
  const talk = new AcpTalk(undefined, { nativeId });
  expect(talk.answer(can({}))).toMatchObject([
    { type: "resume_failed", message: "Mine can't resume an earlier conversation." },
  ]);
  expect(methods(talk)).toEqual(["initialize"]);
});

test("a missing login is told with the command that fixes it: ours, the agent's, or a guess", () => {
  const error = { code: -32000, message: "Authentication required" };
  const authMethods = [{ id: "a", name: "A", _meta: { "terminal-auth": { command: "mine", args: ["login"] } } }];
  const hintOf = (talk: AcpTalk, answer: object) => {
    talk.answer({ ...can({ loadSession: true }), ...answer });
    const [fact] = talk.refuse(error);
    expect(fact).toMatchObject({ type: "error", data: { code: "not_logged_in" } });
    return fact?.type === "error" ? fact.data.hint : undefined;
  };
  expect(hintOf(new AcpTalk(copilot), {})).toBe("copilot login");
  expect(hintOf(new AcpTalk(), { authMethods })).toBe("mine login");
  expect(hintOf(new AcpTalk(undefined, { nativeId }), {})).toBe("run mine in a terminal and log in");
});

test("another version of the protocol, and an answer without a name, end the start with a reason", () => {
  expect(new AcpTalk().answer({ protocolVersion: 2 })).toEqual([
    {
      type: "error",
      data: {
        code: "start_failed",
        message: "Mine speaks protocol version 2; Skein speaks version 1.",
        hint: "update it: get mine",
      },
    },
  ]);
  expect(new AcpTalk().answer("hello")).toMatchObject([{ type: "error", data: { code: "start_failed" } }]);
  const nameless = new AcpTalk();
  nameless.answer(can({}));
  expect(nameless.answer({})).toMatchObject([{ type: "error", data: { code: "start_failed" } }]);
});

test.for(["fs/read_text_file", "terminal/create", "anything"])(
  "%s is refused, by whichever daemon hears of it, and shown",
  (method) => {
    const talk = AcpTalk.ready();
    expect(talk.say({ id: 3, method, params: {} })).toMatchObject([{ type: "notice" }]);
    expect(talk.written.at(-1)).toMatchObject({ id: 3, error: { code: -32601 } });
  },
);

test("a message that is not for Skein is ignored or shown, and never answers a request", () => {
  const talk = AcpTalk.ready();
  expect(talk.say({ method: "_vendor/status", params: {} })).toEqual([]);
  const availableCommands = [
    { name: "memory show", description: "Shows it" },
    { name: "web", input: { hint: "query" } },
    7,
  ];
  expect(talk.update("available_commands_update", { availableCommands })).toEqual([
    {
      type: "commands",
      commands: [
        { name: "memory show", description: "Shows it" },
        { name: "web", hint: "query" },
      ],
    },
  ]);
  expect(talk.update("brand_new_kind")).toMatchObject([{ type: "notice", data: { kind: "unreadable_line" } }]);
  expect(talk.say({ id: "skein-99", result: {} })).toMatchObject([{ type: "notice" }]);
  const elsewhere = {
    sessionId: "s2",
    update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } },
  };
  expect(talk.say({ method: "session/update", params: elsewhere })).toMatchObject([{ type: "notice" }]);
  expect(talk.written).toHaveLength(2);
});

test("a program that refuses to start is told with its last words, and not started over and over", () => {
  const { driver, state } = new AcpTalk();
  const ending = { code: 1, stderr: "usage: mine\nUnknown argument: acp\n", isStopped: false };
  expect(driver.ended(state, ending)).toEqual([
    {
      type: "error",
      data: {
        code: "start_failed",
        message: "Mine ended before it was ready: Unknown argument: acp",
        hint: "it may be out of date: get mine",
      },
    },
  ]);
  expect(driver.ended(state, { ...ending, isStopped: true })).toEqual([]);
  expect(driver.ended(state, { ...ending, code: null })).toEqual([]);
  expect(driver.ended(AcpTalk.ready().state, ending)).toEqual([]);
});
