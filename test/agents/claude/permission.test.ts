// Questions of Claude Code, and what is answered.
import { expect, test } from "vitest";
import { asks, before, block, init, result, use, used, working } from "./life.ts";

const command = { command: "printf '%s' \"$HOME\"\nrm -r build" };
const rule = { type: "addRules", rules: [{ toolName: "Bash", ruleContent: "rm:*" }], behavior: "allow" };

const answerTo = (response: unknown) => ({
  type: "control_response",
  response: { subtype: "success", request_id: "q1", response },
});

test("[M-27] a question shows the whole command; a yes says it once more, and the tool runs", () => {
  const life = working();
  life.say(block(use("Bash", command)), before("Bash", command, "/workspace"));
  expect(life.say(asks("Bash", command))).toEqual([
    { type: "tool_call_update", data: { toolCallId: "r1-toolu_1", status: "pending" } },
    {
      type: "permission",
      data: {
        id: "r1-q1-1",
        state: "asked",
        title: "Run `printf '%s' \"$HOME\"…`",
        detail: command.command,
        toolCallId: "r1-toolu_1",
        request: { kind: "execute", tool: "Bash", command: command.command, paths: [] },
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

const directories = { type: "addDirectories", directories: ["/srv/data"], destination: "session" };
const edits = { type: "setMode", mode: "acceptEdits", destination: "session" };
const rules = (...contents: (string | undefined)[]) => ({
  ...rule,
  rules: contents.map((ruleContent) => ({ toolName: "Bash", ...(ruleContent === undefined ? {} : { ruleContent }) })),
});

test.for([
  [[rule], "Allow `Bash(rm:*)` for this session"],
  [[rules(undefined)], "Allow `Bash` for this session"],
  [[rule, edits], "Allow `Bash(rm:*)` and all edits for this session"],
  [[edits], "Allow this and all edits for this session"],
  [[rule, directories, edits], "Allow `Bash(rm:*)`, the directory `/srv/data` and all edits for this session"],
  [[rules("a", "b", "c", "d", "e")], "Allow `Bash(a)`, `Bash(b)`, `Bash(c)` and 2 more for this session"],
] as const)("[M-27] a yes for the session names what Claude would remember: %j", ([suggestions, label]) => {
  const asked = working()
    .say(asks("Bash", command, { permission_suggestions: suggestions }))
    .at(-1);
  expect(asked).toMatchObject({ data: { options: [{ id: "allow" }, { label }, { id: "deny" }] } });
});

test("what the label of a yes for the session leaves out is in the notes", () => {
  const long = `node ${"x".repeat(100)}`;
  const suggestions = [rules("a", "b", "c", long), directories];
  const asked = working()
    .say(before("Bash", command, "/workspace"), asks("Bash", command, { permission_suggestions: suggestions }))
    .at(-1);
  const remembered = ["Bash(a)", "Bash(b)", "Bash(c)", `Bash(${long})`, "the directory /srv/data"];
  const notes = [["for this session would be allowed:", ...remembered].join("\n")];
  expect(asked).toMatchObject({ data: { detail: command.command, notes } });
});

test("proposals that nobody could read in the question are not taken up", () => {
  const life = working();
  const suggestions = [
    rule,
    { ...rule, behavior: "deny" },
    { ...rule, type: "replaceRules" },
    { type: "removeDirectories", directories: ["/srv"] },
    { type: "setMode", mode: "bypassPermissions" },
    { type: "someday", everything: true },
    { ...directories, directories: [] },
  ];
  life.say(asks("Bash", command, { permission_suggestions: suggestions }));
  life.answer("allow-session");
  const updatedPermissions = [{ ...rule, destination: "session" }];
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput: command, updatedPermissions }));
});

test("where all proposals are of another kind, there is no yes for the session", () => {
  const suggestions = [{ ...rule, type: "replaceRules" }];
  const asked = working()
    .say(asks("Bash", command, { permission_suggestions: suggestions }))
    .at(-1);
  expect(asked).toMatchObject({ data: { options: [{ id: "allow" }, { id: "deny" }] } });
});

test("a no carries the person's words", () => {
  const life = working();
  life.say(asks("Bash", command));
  expect(life.answer("deny", "not today")).toEqual([]);
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "deny", message: "not today" }));
});

test.for([
  ["Write", { file_path: "/w/a", content: "x\ny" }, "/w/a\n\nx\ny"],
  ["Edit", { file_path: "/w/a", old_string: "x", new_string: "y" }, "/w/a\n\n-x\n+y"],
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
    { type: "permission", data: { id: "r1-q1-1", state: "stale", reason: "the agent withdrew the question" } },
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
  expect(facts.at(-1)).toMatchObject({ data: { id: "r1-q1-1+", state: "asked" } });
  life.answer("allow");
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput: command }));
});

const choices = {
  questions: [
    { question: "Which colour?", options: [{ label: "Red", description: "warm" }, { label: "Blue" }] },
    { question: "Which sizes?", options: [{ label: "S" }, { label: "L, wide" }], multiSelect: true },
  ],
};

test("[M-27] questions of the model to the person are one form, and all answers go back together", () => {
  const life = working();
  expect(life.say(asks("AskUserQuestion", choices)).at(-1)).toEqual({
    type: "permission",
    data: {
      id: "r1-q1-1",
      state: "asked",
      toolCallId: "r1-toolu_1",
      title: "2 questions",
      detail: "Which colour?\nRed: warm\nBlue\n\nWhich sizes?\nS\nL, wide",
      options: [
        { id: "accept", label: "Answer", kind: "allow_once" },
        { id: "decline", label: "Don't answer", kind: "reject_once" },
      ],
      form: [
        {
          ...{ id: "q1", label: "Which colour?", kind: "choice", isOpen: true, isRequired: true },
          options: [
            { value: "Red", label: "Red", description: "warm" },
            { value: "Blue", label: "Blue" },
          ],
        },
        {
          ...{ id: "q2", label: "Which sizes?", kind: "choices", isOpen: true, isRequired: true },
          options: [
            { value: "S", label: "S" },
            { value: "L, wide", label: "L, wide" },
          ],
        },
      ],
    },
  });
  life.answer("accept", null, { q1: "Blue", q2: ["S", "L, wide"] });
  const answers = { "Which colour?": "Blue", "Which sizes?": 'S, "L, wide"' };
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput: { ...choices, answers } }));
});

test("one question is its own title; words that come with the answer are a note on it", () => {
  const input = { questions: choices.questions.slice(0, 1) };
  const life = working();
  expect(life.say(asks("AskUserQuestion", input)).at(-1)).toMatchObject({
    data: { title: "Which colour?", detail: "Red: warm\nBlue", form: [{ id: "q1" }] },
  });
  life.answer("accept", "but dark", { q1: "Blue" });
  const updatedInput = {
    ...input,
    answers: { "Which colour?": "Blue" },
    annotations: { "Which colour?": { notes: "but dark" } },
  };
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "allow", updatedInput }));
});

test("a person may decline to answer, with a reason", () => {
  const life = working();
  life.say(asks("AskUserQuestion", choices));
  life.answer("decline", "ask me later");
  expect(life.writes.at(-1)).toEqual(answerTo({ behavior: "deny", message: "ask me later" }));
});

test.for([
  ["Bash", { command: "ls -l\nrm x", description: "Lists" }, { kind: "execute", command: "ls -l\nrm x", paths: [] }],
  ["Edit", { file_path: "/w/a", old_string: "x", new_string: "y" }, { kind: "edit", command: null, paths: ["/w/a"] }],
  ["Write", { file_path: "src/../b", content: "" }, { kind: "edit", command: null, paths: ["/workspace/b"] }],
  ["MultiEdit", { file_path: "/w/a", edits: [] }, { kind: "edit", command: null, paths: ["/w/a"] }],
  ["NotebookEdit", { notebook_path: "/w/n" }, { kind: "edit", command: null, paths: ["/w/n"] }],
  ["Read", { file_path: "/etc/hosts" }, { kind: "read", command: null, paths: ["/etc/hosts"] }],
  ["Grep", { pattern: "x" }, { kind: "search", command: null, paths: ["/workspace"] }],
  ["Glob", { pattern: "x", path: "/w" }, { kind: "search", command: null, paths: ["/w"] }],
  ["Grep", { pattern: "x", glob: ".env" }, { kind: "search", command: null, paths: ["/workspace", "/workspace/.env"] }],
  [
    "Grep",
    { pattern: "x", glob: "*.ts", path: "src" },
    { kind: "search", command: null, paths: ["/workspace/src", "/workspace/src/*.ts"] },
  ],
  ["Grep", { pattern: "x", path: "~/private" }, { kind: "search", command: null, paths: ["~/private"] }],
  ["Glob", { pattern: "x", path: " /etc " }, { kind: "search", command: null, paths: ["/etc"] }],
  ["Glob", { pattern: "{../*,a}" }, { kind: "search", command: null, paths: ["/workspace/{../*,a}"], hasMore: true }],
  ["Glob", { pattern: "{/etc/*,a}", path: "/w" }, { kind: "search", command: null, hasMore: true }],
  ["Grep", { pattern: "a..b", glob: "../*", path: "/w" }, { kind: "search", command: null, paths: ["/w", "/*"] }],
  ["Read", { file_path: "~root/x" }, { kind: "read", command: null, paths: ["~root/x"] }],
  ["WebFetch", { url: "https://example.com" }, { kind: "fetch", command: null, paths: [] }],
  ["mcp__db__drop", { table: "users" }, { kind: "other", command: null, paths: [] }],
  ["mcp__db__run", { table: "users", command: "x" }, { kind: "other", command: "x", paths: [], hasMore: true }],
] as const)("[T-21] rules are held against what %s would do", ([name, input, request]) => {
  const asked = working()
    .say(before(name, input, "/workspace"), asks(name, input))
    .at(-1);
  expect(asked).toMatchObject({ data: { request: { ...request, tool: name } } });
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

test("no rule answers a command that wants to leave the sandbox, and the person is told", () => {
  const input = { command: "npm test", dangerouslyDisableSandbox: true };
  const [asked] = working()
    .say(before("Bash", input, "/workspace"), asks("Bash", input))
    .slice(-1);
  expect(asked).toMatchObject({ data: { detail: "npm test", notes: ["outside of the agent's sandbox"] } });
  expect(asked).toMatchObject({ data: { request: { command: "npm test", hasMore: true } } });
});
