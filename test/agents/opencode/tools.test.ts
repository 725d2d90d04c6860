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

const ofSubagent = { sessionID: "ses_2" };
const runs = (input: object, more: object = {}) =>
  event("message.part.updated", {
    part: {
      ...{ type: "tool", id: "prt_9", messageID: "msg_2", callID: "call_1", tool: "bash" },
      state: { status: "running", input, metadata: {} },
    },
    ...more,
  });

test("[M-27] a question says the whole command", () => {
  const life = working();
  const [call, pending, asked] = life.say(runs({ command: "rm -r x" }), asks());
  expect(call).toMatchObject({ type: "tool_call", data: { input: { command: "rm -r x" } } });
  expect(pending).toMatchObject({ type: "tool_call_update", data: { status: "pending" } });
  expect(asked).toEqual({
    type: "permission",
    data: {
      id: "r1-per_1-1",
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
      detail: "-a\n+b",
      notes: ["filepath: /workspace/a.txt"],
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

test.for([{}, ofSubagent])("[T-21] where nobody knows where a command runs, no rule allows it: %j", (whose) => {
  expect(working().say(asks(whose)).at(-1)).toMatchObject({
    data: {
      detail: "rm -r x",
      notes: ["in a directory that OpenCode does not name"],
      request: { command: "rm -r x", hasMore: true },
    },
  });
});

test("[T-21] a subagent's command is judged where it runs", () => {
  const known = (input: object, more: object = ofSubagent) =>
    working()
      .say(runs({ command: "rm -r x", ...input }, more), asks(ofSubagent))
      .at(-1);
  expect(known({ workdir: "/etc" })).toMatchObject({
    data: { detail: "rm -r x", notes: ["in /etc"], request: { cwd: "/etc" } },
  });
  expect(known({})).toMatchObject({ data: { detail: "rm -r x" } });
  expect(known({})).not.toHaveProperty("data.request.hasMore");
  // Calls of two conversations may have the same id.
  expect(known({}, {})).toMatchObject({ data: { request: { hasMore: true } } });
});

test.for([
  ["read", { patterns: ["home/x"] }, { filePath: "/home/x" }, { kind: "read", paths: ["/home/x"] }],
  ["read", { patterns: ["a"] }, { filePath: "a" }, { kind: "read", paths: ["/workspace/a"] }],
  ["read", { patterns: ["a"] }, null, { kind: "read", paths: [], hasMore: true }],
  ["read", { patterns: ["mcp:docs:file:///a"] }, { server: "docs" }, { kind: "other", paths: [], hasMore: true }],
  ["list", { patterns: ["x"], metadata: { path: "/etc" } }, null, { kind: "search", paths: ["/etc"] }],
  ["list", { patterns: ["x"] }, null, { kind: "search", paths: [], hasMore: true }],
  ["glob", { patterns: ["*"], metadata: { pattern: "*" } }, null, { kind: "search", paths: ["/workspace"] }],
  ["glob", { metadata: { pattern: "*", path: "/etc" } }, null, { kind: "search", paths: ["/etc"] }],
  ["glob", { metadata: { pattern: "../*" } }, null, { kind: "search", paths: ["/workspace", "/*"] }],
  ["glob", { metadata: { pattern: "{..,a}/*" } }, null, { kind: "search", hasMore: true }],
  ["grep", { metadata: { pattern: "a..b", path: "src" } }, null, { kind: "search", paths: ["/workspace/src"] }],
  ["grep", { metadata: { pattern: "a", include: "~/*" } }, null, { paths: ["/workspace", "~/*"] }],
  ["lsp", { patterns: ["*"], metadata: { filePath: "/etc/x" } }, null, { kind: "other", paths: ["/etc/x"] }],
  ["external_directory", { patterns: ["/etc/*"] }, null, { kind: "other", paths: ["/etc"] }],
] as const)("[T-21] %s is judged by what it touches: %j %j", ([permission, question, input, request]) => {
  const life = working();
  if (input !== null) life.say(runs(input));
  const asked = life.say(asks({ permission, patterns: [], metadata: {}, ...question })).at(-1);
  expect(asked).toMatchObject({ data: { request } });
  if (!("hasMore" in request)) expect(asked).not.toHaveProperty("data.request.hasMore");
});

test("[T-21] a question that says nothing of its tool's input shows what the call was given", () => {
  const life = working();
  life.say(runs({ table: "users" }));
  const question = { permission: "db_drop", patterns: ["*"], metadata: {}, always: ["*"] };
  expect(life.say(asks(question)).at(-1)).toMatchObject({ data: { detail: "*", notes: ["table: users"] } });
  const unknown = working().say(asks(question)).at(-1);
  expect(unknown).toMatchObject({ data: { detail: "*", notes: ["OpenCode does not show its input"] } });
});

test.for([
  [[{ filePath: "/workspace/a", type: "update" }], "Edit `a`"],
  [[{ filePath: "/workspace/a", type: "delete" }], "Delete `a`"],
  [[{ filePath: "/workspace/a", type: "move", movePath: "/workspace/b" }], "Move `a` to `b`"],
  [[{ filePath: "/workspace/a", type: "someday" }], "Change `a`"],
  [[{ filePath: "/workspace/a" }, { filePath: "/workspace/b", type: "delete" }], "Change 2 files"],
] as const)("the title of a patch says what it does: %j", ([files, title]) => {
  const metadata = { filepath: "a", diff: "--- a\n+++ a\n", files };
  const asked = working().say(asks({ permission: "edit", patterns: ["a"], metadata }));
  expect(asked.at(-1)).toMatchObject({ data: { title } });
});

test("[M-27] what OpenCode would remember is named, as far as there is room, and the rest is in the notes", () => {
  const always = ["a *", "b *", "c *", "d *"];
  expect(
    working()
      .say(runs({ command: "rm -r x" }), asks({ always }))
      .at(-1),
  ).toMatchObject({
    data: {
      detail: "rm -r x",
      notes: ["for this session would be allowed:\na *\nb *\nc *\nd *"],
      options: [{}, { label: "Allow `a *`, `b *`, `c *` and 1 more for this session" }, {}],
    },
  });
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
    { type: "permission", data: { id: "r1-per_1-1", state: "stale", reason: "the agent withdrew the question" } },
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
