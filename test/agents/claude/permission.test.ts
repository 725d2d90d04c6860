// Questions of Claude Code, and what is answered.
import { expect, test } from "vitest";
import { asks, block, init, result, use, used, working } from "./life.ts";

const command = { command: "printf '%s' \"$HOME\"\nrm -r build" };
const rule = { type: "addRules", rules: [{ toolName: "Bash", ruleContent: "rm:*" }], behavior: "allow" };

const answerTo = (response: unknown) => ({
  type: "control_response",
  response: { subtype: "success", request_id: "q1", response },
});

test("[M-27] a question shows the whole command; a yes says it once more, and the tool runs", () => {
  const life = working();
  life.say(block(use("Bash", command)));
  expect(life.say(asks("Bash", command))).toEqual([
    { type: "tool_call_update", data: { toolCallId: "r1-toolu_1", status: "pending" } },
    {
      type: "permission",
      data: {
        id: "r1-q1",
        state: "asked",
        title: "Run `printf '%s' \"$HOME\"…`",
        detail: command.command,
        toolCallId: "r1-toolu_1",
        options: [
          { id: "allow", label: "Allow once", kind: "allow_once" },
          { id: "deny", label: "Deny", kind: "reject_once" },
        ],
      },
    },
  ]);
  expect(life.answer("allow")).toEqual([
    { type: "tool_call_update", data: { toolCallId: "r1-toolu_1", status: "running" } },
  ]);
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput: command }));
});

test("a question may come before its tool call, which is then not told twice", () => {
  const life = working();
  expect(life.say(asks("Bash", command)).map(({ type }) => type)).toEqual(["tool_call", "permission"]);
  expect(life.say(block(use("Bash", command)))).toEqual([]);
});

test("for this session means for no longer: nothing is written into anybody's settings", () => {
  const life = working();
  const suggestions = [{ ...rule, destination: "localSettings" }];
  life.say(asks("Bash", command, { permission_suggestions: suggestions }));
  life.answer("allow-session");
  const updatedPermissions = [{ ...rule, destination: "session" }];
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput: command, updatedPermissions }));
});

test("what would allow all edits says so", () => {
  const life = working();
  const suggestions = [rule, { type: "setMode", mode: "acceptEdits", destination: "session" }];
  const asked = life.say(asks("Bash", command, { permission_suggestions: suggestions })).at(-1);
  expect(asked).toMatchObject({
    data: { options: [{ id: "allow" }, { label: "Allow this and all edits for this session" }, { id: "deny" }] },
  });
});

test("a no carries the person's words", () => {
  const life = working();
  life.say(asks("Bash", command));
  expect(life.answer("deny", "not today")).toEqual([]);
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "deny", message: "not today" }));
});

test.for([
  ["Write", { file_path: "/w/a", content: "x\ny" }, "/w/a\n\nx\ny"],
  ["Edit", { file_path: "/w/a", old_string: "x", new_string: "y" }, "/w/a\n\n--- old\nx\n+++ new\ny"],
  ["Read", { file_path: "/etc/hosts" }, "/etc/hosts"],
  ["ExitPlanMode", { plan: "1. knit" }, "1. knit"],
  ["mcp__db__drop", { table: "users" }, '{\n  "table": "users"\n}'],
] as const)("the detail of %s is all that would happen", ([name, input, detail]) => {
  expect(working().say(asks(name, input)).at(-1)).toMatchObject({ data: { state: "asked", detail } });
});

test("a question that the agent takes back is stale, and an answer to it says nothing", () => {
  const life = working();
  life.say(asks("Bash", command));
  expect(life.say({ type: "control_cancel_request", request_id: "q1" })).toEqual([
    { type: "permission", data: { id: "r1-q1", state: "stale", reason: "the agent withdrew the question" } },
  ]);
  const count = life.writes.length;
  expect(life.answer("allow")).toEqual([]);
  expect(life.writes).toHaveLength(count);
});

test("a subagent in the background outlives the turn: its question is asked again, and can be answered", () => {
  const life = working();
  life.say(init, asks("Bash", command, { agent_id: "a1" }));
  const facts = life.say(result({ user_message_uuids: ["p1"] }));
  expect(facts.map(({ type }) => type)).toEqual(["turn_end", "permission"]);
  expect(facts.at(-1)).toMatchObject({ data: { id: "r1-q1+", state: "asked" } });
  life.answer("allow");
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput: command }));
});

test("questions of the model to the person are asked one by one, with the model's options", () => {
  const input = {
    questions: [
      { question: "Which colour?", options: [{ label: "Red", description: "warm" }, { label: "Blue" }] },
      { question: "Which sizes?", options: [{ label: "S" }, { label: "L" }], multiSelect: true },
    ],
  };
  const life = working();
  expect(life.say(asks("AskUserQuestion", input)).at(-1)).toMatchObject({
    data: {
      title: "Which colour?",
      detail: "Red: warm\nBlue",
      options: [{ id: "answer-1", label: "Red" }, { id: "answer-2", label: "Blue" }, { id: "deny" }],
    },
  });
  expect(life.answer("answer-2")).toMatchObject([{ data: { state: "asked", title: "Which sizes?" } }]);
  life.answer("answer-1", "S and L");
  const answers = { "Which colour?": "Blue", "Which sizes?": "S and L" };
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput: { ...input, answers } }));
});

test("what Skein can't do is refused, and seen", () => {
  const life = working();
  const line = { type: "control_request", request_id: "q7", request: { subtype: "mcp_message", server_name: "x" } };
  expect(life.say(line)).toMatchObject([{ type: "notice", data: { kind: "unreadable_line" } }]);
  expect(life.writes.at(-1)).toMatchObject({
    type: "control_response",
    response: { subtype: "error", request_id: "q7" },
  });
});

test("an echo of our own answer is no news", () => {
  expect(working().say(answerTo({ behavior: "allow", updatedInput: {} }), used("x"))).toHaveLength(2);
});
