// Tool calls of Claude Code: how they are shown, what files they touched, and the plans that some of them are.
import { expect, test } from "vitest";
import { block, use, used, working } from "./life.ts";

const ONLY_FOR_THE_MODEL = "(file state is current in your context — no need to Read it back)";

test.for([
  ["Bash", { command: "npm test" }, "execute", "Run `npm test`"],
  ["Bash", { command: `echo ${"x".repeat(200)}` }, "execute", `Run \`echo ${"x".repeat(74)}…\``],
  ["Read", { file_path: "/workspace/src/a.ts" }, "read", "Read `src/a.ts`"],
  ["Read", { file_path: "/etc/hosts" }, "read", "Read `/etc/hosts`"],
  ["Edit", { file_path: "/workspace/a.ts" }, "edit", "Edit `a.ts`"],
  ["NotebookEdit", { notebook_path: "/workspace/a.ipynb" }, "edit", "Edit `a.ipynb`"],
  ["Glob", { pattern: "**/*.ts" }, "search", "Find `**/*.ts`"],
  ["Grep", { pattern: "todo" }, "search", "Search for `todo`"],
  ["WebFetch", { url: "https://example.com" }, "fetch", "Fetch `https://example.com`"],
  ["Agent", { description: "look around" }, "think", "Delegate `look around`"],
  ["mcp__github__list_issues", {}, "other", "github: list_issues"],
  ["Brand", { new: true }, "other", "Brand"],
] as const)("%s %j", ([name, input, kind, title]) => {
  expect(working().say(block(use(name, input)))).toEqual([
    { type: "tool_call", data: { toolCallId: "r1-toolu_1", title, kind, status: "running", input } },
  ]);
});

test("an input that would burden the log is shortened, and says by how much", () => {
  const input = { file_path: "/workspace/a", content: "x".repeat(100_000) };
  const [call] = working().say(block(use("Write", input)));
  expect(call).toMatchObject({
    data: { input: { file_path: "/workspace/a", content: `${"x".repeat(8192)}… (91808 more characters)` } },
  });
});

test("a file counts as read or written once that has succeeded", () => {
  const life = working();
  const input = { file_path: "/workspace/é.txt", content: "é\n" };
  life.say(block(use("Write", input), { timestamp: "2026-11-15T10:00:00.000Z" }));
  expect(life.say({ ...used("created"), timestamp: "2026-11-15T10:00:01.500Z" })).toEqual([
    { type: "tool_call_update", data: { toolCallId: "r1-toolu_1", output: "created" } },
    { type: "file_write", data: { path: "/workspace/é.txt", toolCallId: "r1-toolu_1", bytes: 3 } },
    { type: "tool_call_update", data: { toolCallId: "r1-toolu_1", status: "completed", durationMs: 1500 } },
  ]);
  life.say(block(use("Read", { file_path: "/workspace/b" })));
  expect(life.say(used("no such file", { is_error: true })).map(({ type }) => type)).toEqual([
    "tool_call_update",
    "tool_call_update",
  ]);
});

test.for([
  ["both of a shell's outputs", "out\nerr", { stdout: "out", stderr: "err" }, "out\nerr"],
  ["a silent shell", "(Bash completed with no output)", { stdout: "", stderr: "" }, null],
  ["a silent shell of a subagent", "(Bash completed with no output)", undefined, null],
  [
    "blocks",
    [
      { type: "text", text: "a" },
      { type: "image", source: {} },
    ],
    undefined,
    "a\n[image]",
  ],
  ["a subagent's report", [{ type: "text", text: "words around it" }], report("The report"), "The report"],
  [
    "a change of a file, without what is for the model alone",
    `The file a.ts has been updated successfully. ${ONLY_FOR_THE_MODEL}`,
    { filePath: "/workspace/a.ts", structuredPatch: [] },
    "The file a.ts has been updated successfully.",
  ],
  ["a file that was read, as it is", `1 ${ONLY_FOR_THE_MODEL}`, { type: "text" }, `1 ${ONLY_FOR_THE_MODEL}`],
  ["nothing", null, undefined, null],
] as const)("the output of %s", ([_, content, detail, output]) => {
  const life = working();
  life.say(block(use("Bash", { command: "x" })));
  const pieces = life.say({ ...used(content), tool_use_result: detail }).slice(0, -1);
  expect(pieces).toEqual(
    output === null ? [] : [{ type: "tool_call_update", data: { toolCallId: "r1-toolu_1", output } }],
  );
});

function report(text: string) {
  return { agentId: "a1", status: "completed", content: [{ type: "text", text }] };
}

test("a to-do list is a plan", () => {
  const life = working();
  const todos = [
    { content: "knit", status: "completed", activeForm: "knitting" },
    { content: "sew", status: "in_progress", activeForm: "sewing" },
  ];
  expect(life.say(block(use("TodoWrite", { todos })), used("ok"))).toEqual([
    {
      type: "plan",
      data: {
        entries: [
          { content: "knit", status: "completed" },
          { content: "sew", status: "in_progress" },
        ],
      },
    },
  ]);
});

test("single tasks add up to a plan", () => {
  const life = working();
  const plans = (...lines: Parameters<typeof life.say>) =>
    life.say(...lines).flatMap((fact) => (fact.type === "plan" ? [fact.data.entries] : []));
  const create = [
    block(use("TaskCreate", { subject: "knit" })),
    { ...used("ok"), tool_use_result: { task: { id: "1", subject: "knit" } } },
  ];
  expect(plans(...create)).toEqual([[{ content: "knit", status: "pending" }]]);
  const change = (to: string) => ({ ...used("ok"), tool_use_result: { taskId: "1", statusChange: { from: "x", to } } });
  expect(plans(block(use("TaskUpdate", { taskId: "1" })), change("completed"))).toEqual([
    [{ content: "knit", status: "completed" }],
  ]);
  expect(plans(block(use("TaskUpdate", { taskId: "1" })), change("deleted"))).toEqual([[]]);
});
