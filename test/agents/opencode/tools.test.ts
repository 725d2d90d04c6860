// Tool calls of OpenCode, its questions about them, and its own questions.
import { expect, test } from "vitest";
import { event, part, tool, working } from "./life.ts";

const running = (input: object, more: object = {}) => ({ status: "running", input, time: { start: 10 }, ...more });

test("[R-39] a command is told when it runs, its output as it comes, and its end with the time that it took", () => {
  const life = working();
  const input = { command: "ls -l" };
  expect(life.say(tool("bash", { status: "pending", input: {} }))).toEqual([]);
  const facts = life.say(
    tool("bash", running(input)),
    tool("bash", running(input, { metadata: { output: "a\n" } })),
    tool("bash", running(input, { metadata: { output: "a\nb\n" } })),
    tool("bash", { status: "completed", input, output: "a\nb\nc\n", time: { start: 10, end: 25 } }),
  );
  const toolCallId = "r1-call_1";
  expect(facts).toEqual([
    { type: "tool_call", data: { toolCallId, title: "Run `ls -l`", kind: "execute", status: "running", input } },
    { type: "tool_call_update", data: { toolCallId, output: "a\n" } },
    { type: "tool_call_update", data: { toolCallId, output: "b\n" } },
    { type: "tool_call_update", data: { toolCallId, output: "c\n" } },
    { type: "tool_call_update", data: { toolCallId, status: "completed", durationMs: 15 } },
  ]);
});

test("a command that ends badly has failed", () => {
  const state = { status: "completed", input: { command: "false" }, output: "(no output)", metadata: { exit: 1 } };
  expect(working().say(tool("bash", state)).at(-1)).toMatchObject({ data: { status: "failed" } });
});

test("files that were written and read are told once that is done, and not when it failed", () => {
  const life = working();
  const input = { filePath: "/workspace/a.txt", content: "äb" };
  const written = life.say(tool("write", { status: "completed", input, output: "Wrote file successfully." }));
  expect(written).toContainEqual({
    type: "file_write",
    data: { path: "/workspace/a.txt", toolCallId: "r1-call_1", bytes: 3 },
  });
  const read = life.say(
    tool("read", { status: "completed", input: { filePath: "/workspace/a.txt" }, output: "" }, { callID: "call_2" }),
  );
  expect(read).toContainEqual({ type: "file_read", data: { path: "/workspace/a.txt", toolCallId: "r1-call_2" } });
  const failed = life.say(tool("edit", { status: "error", input, error: "no such text" }, { callID: "call_3" }));
  expect(failed.map(({ type }) => type)).toEqual(["tool_call", "tool_call_update", "tool_call_update"]);
  const metadata = { files: [{ filePath: "/workspace/b.txt" }, { filePath: "/workspace/c.txt" }] };
  const patched = life.say(
    tool("apply_patch", { status: "completed", input: {}, output: "", metadata }, { callID: "call_4" }),
  );
  expect(patched.filter(({ type }) => type === "file_write")).toHaveLength(2);
});

test("a subagent's report is its call's output, without the words around it", () => {
  const output = '<task id="ses_2" state="completed">\n<task_result>\nIt knits.\n</task_result>\n</task>';
  const facts = working().say(tool("task", { status: "completed", input: { description: "look" }, output }));
  expect(facts).toMatchObject([
    { data: { title: "Delegate `look`", kind: "think" } },
    { data: { output: "It knits." } },
    { data: { status: "completed" } },
  ]);
});

test("the to-do list is a plan, and no tool call", () => {
  const todos = [
    { content: "a", status: "in_progress" },
    { content: "b", status: "cancelled" },
    { content: "c", status: "someday" },
  ];
  const facts = working().say(tool("todowrite", running({ todos })), event("todo.updated", { todos }));
  const entries = [
    { content: "a", status: "in_progress" },
    { content: "c", status: "pending" },
  ];
  expect(facts).toEqual([{ type: "plan", data: { entries } }]);
});

const asks = (more: object = {}) =>
  event("permission.asked", {
    id: "per_1",
    permission: "bash",
    patterns: ["rm *"],
    metadata: { command: "rm -r x" },
    always: ["rm *"],
    tool: { messageID: "msg_2", callID: "call_1" },
    ...more,
  });

test("[M-27] a question says the whole command, and may come before its call", () => {
  const life = working();
  const [call, asked] = life.say(asks());
  expect(call).toMatchObject({ type: "tool_call", data: { status: "pending", input: { command: "rm -r x" } } });
  expect(asked).toEqual({
    type: "permission",
    data: {
      id: "r1-per_1",
      state: "asked",
      title: "Run `rm -r x`",
      detail: "rm -r x",
      toolCallId: "r1-call_1",
      options: [
        { id: "once", label: "Allow once", kind: "allow_once" },
        { id: "always", label: "Allow `rm *` for this session", kind: "allow_always" },
        { id: "reject", label: "Deny", kind: "reject_once" },
      ],
      request: { kind: "execute", tool: "bash", command: "rm -r x", paths: [] },
    },
  });
  expect(life.answer("always")).toMatchObject([{ data: { status: "running" } }]);
  expect(life.writes).toMatchObject([{ path: "/permission/per_1/reply", body: { reply: "always" } }]);
  const ended = { status: "completed", input: {}, output: "", time: { start: 1, end: 99 } };
  expect(life.say(tool("bash", ended)).at(-1)).toEqual({
    type: "tool_call_update",
    data: { toolCallId: "r1-call_1", status: "completed" },
  });
});

test("a change of a file is shown as what changes", () => {
  const metadata = { filepath: "/workspace/a.txt", diff: "-a\n+b" };
  const [, asked] = working().say(asks({ permission: "edit", patterns: ["a.txt"], metadata, always: ["*"] }));
  expect(asked).toMatchObject({
    data: {
      title: "Edit `a.txt`",
      detail: "-a\n+b\n\nfilepath: /workspace/a.txt",
      request: { kind: "edit", command: null, paths: ["/workspace/a.txt"] },
      options: [{}, { label: "Allow all of this kind (edit) for this session" }, {}],
    },
  });
});

test("a no always has words: without any, OpenCode would end the turn", () => {
  const life = working();
  life.say(asks());
  life.answer("reject");
  life.say(asks({ id: "per_2" }));
  life.answer("reject", "not on a Sunday");
  expect(life.writes.map(({ body }) => body)).toEqual([
    { reply: "reject", message: "The user said no." },
    { reply: "reject", message: "not on a Sunday" },
  ]);
});

test("a subagent's question is asked without a call of this conversation", () => {
  const life = working();
  const facts = life.say(asks({ sessionID: "ses_2" }));
  expect(facts.map(({ type }) => type)).toEqual(["permission"]);
  expect(facts[0]).not.toHaveProperty("data.toolCallId");
  life.answer("once");
  expect(life.asked()).toEqual(["POST /permission/per_1/reply"]);
});

test("what another answer has settled is no longer asked", () => {
  const life = working();
  life.say(asks());
  expect(life.say(event("permission.replied", { requestID: "per_1", reply: "always" }))).toEqual([
    { type: "permission", data: { id: "r1-per_1", state: "stale", reason: "the agent withdrew the question" } },
  ]);
  expect(life.answer("once")).toEqual([]);
});

test.for([
  [[{ filePath: "/workspace/a", type: "update" }], { kind: "edit", paths: ["/workspace/a"] }],
  [[{ filePath: "/workspace/a", type: "delete" }], { kind: "delete", paths: ["/workspace/a"] }],
  [
    [{ filePath: "/workspace/a", type: "move", movePath: "/workspace/.git/hooks/pre-commit" }],
    { kind: "move", paths: ["/workspace/a", "/workspace/.git/hooks/pre-commit"] },
  ],
  [[{ filePath: "/workspace/a", type: "someday" }], { kind: "other", paths: ["/workspace/a"], hasMore: true }],
] as const)("[T-21] a patch is judged by the worst that it does, and by all of its files: %j", ([files, request]) => {
  const metadata = { filepath: "a", diff: "--- a\n+++ a\n", files };
  const asked = working().say(asks({ permission: "edit", patterns: ["a"], metadata }));
  expect(asked.at(-1)).toMatchObject({ data: { request } });
});

const questions = [
  { question: "Which colour?", header: "C", options: [{ label: "Red", description: "warm" }] },
  { question: "Which sizes?", header: "S", multiple: true, custom: false, options: [{ label: "S" }, { label: "L" }] },
  { question: "Your name?", header: "N", options: [] },
];

test("[M-27] the model's questions are one form, and words with the answers reach it", () => {
  const life = working();
  const [asked] = life.say(event("question.asked", { id: "que_1", questions }));
  expect(asked).toMatchObject({
    data: {
      title: "3 questions",
      form: [
        { id: "q1", kind: "choice", isOpen: true },
        { id: "q2", kind: "choices" },
        { id: "q3", kind: "text" },
      ],
    },
  });
  life.answer("accept", "for a friend", { q1: "Green", q2: ["S", "L"], q3: "Ada" });
  expect(life.writes).toMatchObject([
    {
      path: "/question/que_1/reply",
      body: { answers: [["Green", "(the user adds: for a friend)"], ["S", "L"], ["Ada"]] },
    },
  ]);
});

test("who does not answer says so, and the turn goes on", () => {
  const life = working();
  life.say(event("question.asked", { id: "que_1", questions: questions.slice(0, 1) }));
  life.answer("decline", "ask me on Monday");
  expect(life.writes[0]?.body).toEqual({ answers: [["The user does not want to answer: ask me on Monday"]] });
});

test("what is only for the model is not said", () => {
  expect(working().say(part("text", { text: "hint", synthetic: true }))).toEqual([]);
});
