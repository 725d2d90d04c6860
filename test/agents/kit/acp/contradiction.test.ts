// A question of an ACP agent that says something else than its call, or less.
import { expect, test } from "vitest";
import { copilot } from "../../../../src/agents/copilot/acp.ts";
import { AcpTalk } from "../../../kit/acp-talk.ts";

/** What is asked about a call that was told of before. */
function asked(call: object, question: object, agent?: Parameters<typeof AcpTalk.ready>[0]) {
  const talk = AcpTalk.working(agent);
  talk.update("tool_call", { toolCallId: "c", title: "Do it", status: "pending", ...call });
  const fact = talk.ask(1, { toolCallId: "c", title: "Do it", ...question }).at(-1);
  return fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
}

const diff = (path: string, newText: string) => ({ type: "diff", path, oldText: "x", newText });

test.for([
  [
    { kind: "execute", rawInput: { command: "rm -r /", description: "Cleans" } },
    { kind: "execute", rawInput: { command: "ls" } },
    "ls\n\nsaid of the call before: command: rm -r /",
  ],
  [
    { kind: "execute", rawInput: { command: "npm test", cwd: "/etc", env: { A: "b" } } },
    { kind: "execute", rawInput: { command: "npm test" } },
    'npm test\n\nsaid of the call before: cwd: /etc\n\nsaid of the call before: env: {"A":"b"}',
  ],
  [
    { kind: "execute", rawInput: { command: "npm test", cwd: "/etc" } },
    { kind: "execute", rawInput: { command: "npm test", description: "/etc" } },
    "npm test\n\ndescription: /etc\n\nsaid of the call before: cwd: /etc",
  ],
  [
    { kind: "move", rawInput: { from: "a", to: "b" } },
    { kind: "move", rawInput: { from: "b", to: "a" } },
    '{\n  "from": "b",\n  "to": "a"\n}\n\nsaid of the call before: from: a\n\nsaid of the call before: to: b',
  ],
  [
    { kind: "edit", rawInput: { path: "/etc/x" } },
    { kind: "edit", rawInput: { path: "src/a" } },
    '{\n  "path": "src/a"\n}\n\nsaid of the call before: path: /etc/x',
  ],
  [
    { kind: "edit", content: [diff("/workspace/a", "evil")] },
    { kind: "edit", content: [diff("/workspace/b", "good")] },
    "/workspace/b\n-x\n+good\n\n/workspace/a\n-x\n+evil",
  ],
  [
    { kind: "delete", rawInput: { path: "src/a" } },
    { kind: "read", rawInput: { path: "src/a" } },
    '{\n  "path": "src/a"\n}\n\nsaid of the call before: kind: delete',
  ],
  [
    { kind: "edit", rawInput: "*** Delete File: x" },
    { kind: "edit", rawInput: { path: "src/a" } },
    '{\n  "path": "src/a"\n}\n\nsaid of the call before: input: *** Delete File: x',
  ],
] as const)(
  "[T-21] what a question says differently is shown both ways, and no rule allows it: %j %j",
  ([call, question, shown]) => {
    const { detail, notes = [], request } = asked(call, question) ?? {};
    expect([detail, ...notes].join("\n\n")).toBe(shown);
    expect(request).toMatchObject({ hasMore: true });
  },
);

test("[T-21] a path that only the call named is shown, though it is the text of a diff", () => {
  const content = [{ ...diff("/workspace/a", "y"), oldText: "/etc/x" }];
  const question = { kind: "edit", rawInput: { path: "a" }, content };
  const data = asked({ kind: "edit", rawInput: { target: "/etc/x" } }, question);
  expect(data).toMatchObject({ notes: ["said of the call before: target: /etc/x"], request: { hasMore: true } });
});

test("[T-21] a file that only the call named is judged with those of the question", () => {
  const data = asked({ kind: "edit", rawInput: { path: "/etc/x" } }, { kind: "edit", rawInput: { path: "src/a" } });
  expect(data).toMatchObject({ request: { paths: ["/workspace/src/a", "/etc/x"] } });
});

const patch = "--- a/workspace/a\n+++ b/workspace/a\n@@ -1 +1 @@\n-x\n+y\n";

test.for([
  [
    { kind: "execute", rawInput: { command: "ls", description: "Lists", mode: "sync", initial_wait: 30 } },
    { kind: "execute", rawInput: { command: "ls", commands: ["ls"] } },
    "ls",
  ],
  [
    { kind: "edit", rawInput: { path: "/workspace/a", file_text: "y" }, content: [diff("/workspace/a", "y")] },
    { kind: "edit", rawInput: { fileName: "/workspace/a", diff: patch } },
    "/workspace/a\n-x\n+y",
  ],
  [
    { kind: "execute", rawInput: { command: "ls", cwd: "/workspace" } },
    { kind: "execute", rawInput: { command: "ls" } },
    "ls",
  ],
  [{ kind: "other", rawInput: {} }, { kind: "execute", rawInput: { command: "ls" } }, "ls"],
  [
    { kind: "edit", content: [diff("/workspace/a", "y")] },
    { content: [diff("/workspace/a", "y")] },
    "/workspace/a\n-x\n+y",
  ],
] as const)("the same in other words is no contradiction: %j %j", ([call, question, detail]) => {
  const data = asked(call, question, copilot);
  expect(data?.detail).toBe(detail);
  expect(data?.request?.hasMore).toBeUndefined();
});

test("a second question about a call is held against the call, and not against the first question", () => {
  const talk = AcpTalk.working();
  const rawInput = { command: "ls" };
  talk.update("tool_call", { toolCallId: "c", title: "Run", kind: "execute", rawInput });
  talk.ask(1, { toolCallId: "c", kind: "other", rawInput: { directory: "/etc" } });
  const second = talk.ask(2, { toolCallId: "c", kind: "execute", rawInput }).at(-1);
  expect(second).toMatchObject({ data: { detail: "ls", request: { command: "ls" } } });
  expect(second).not.toHaveProperty("data.request.hasMore");
});

test("[T-21] a patch of another file than the diff beside it is shown, though its lines are the same", () => {
  const rawInput = { diff: "--- a/etc/x\n+++ b/etc/x\n@@ -1 +1 @@\n-x\n+y\n" };
  const data = asked({}, { kind: "edit", rawInput, content: [diff("/workspace/a", "y")] });
  expect(data?.detail).toContain("+++ b/etc/x");
  expect(data?.request).toMatchObject({ hasMore: true });
});

test("[T-21] a patch that does more than the diff beside it is shown, though its lines are the same", () => {
  const rawInput = { diff: `deleted file mode 100644\n${patch}` };
  const data = asked({}, { kind: "edit", rawInput, content: [diff("/workspace/a", "y")] });
  expect(data?.detail).toContain("deleted file mode 100644");
});
