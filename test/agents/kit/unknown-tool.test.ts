// Tools that no driver knows: what rules are held against, and what they say then.
import { expect, test } from "vitest";
import { unknownToolRequest } from "../../../src/agents/kit/tool-calls/unknown-tool.ts";
import { evaluateRequest, proposeRule, type Rule } from "../../../src/core/index.ts";

const tool = "mcp__server__tool";
const cwd = "/work/site";
const where = { workspace: cwd, home: "/root" };
const requestOf = (input: Record<string, unknown> | null) => unknownToolRequest({ tool, input, cwd });
const verdict = (input: Record<string, unknown> | null, ...rules: Rule[]) =>
  evaluateRequest([{ name: "global", rules }], requestOf(input), { ...where, isHumanTurn: true }).verdict;

const byTool: Rule = { effect: "allow", tool: "mcp__server__*" };
const below: Rule = { effect: "allow", tool, paths: ["src/**"] };
const deniedFile: Rule = { effect: "deny", paths: ["~/.bashrc"] };

test.for([
  { source: "src/a", destination: "/root/.bashrc" },
  { paths: ["src/a", "/root/.bashrc"] },
  { uri: "file:///root/.bashrc" },
  { path: "src/a", destination: "~/.bashrc" },
  { anything: "/root/.bashrc" },
  { anything: "../../root/.bashrc" },
  { anything: "x/../../../root/.bashrc" },
  { edits: [{ where: { deep: ["/root/.bashrc"] } }] },
  { files: { "/root/.bashrc": "its new text" } },
  { path: { value: "/root/.bashrc" } },
  { arguments: '{"path": "/root/.bashrc"}' },
  { flags: ["--output=/root/.bashrc"] },
  { body: "@/root/.bashrc" },
  { files: "src/a,/work/site/src/b,/root/.bashrc" },
  { source: "jar:file:/root/.bashrc" },
  { content: { anything: "/root/.bashrc" } },
  { files: "src/a /root/.bashrc" },
  { paths: "src/a,src/../../../root/.bashrc" },
  { line: "/root/.bashrc" },
])("[T-21] a file outside of the workspace is seen wherever the input names it: %j", (input) => {
  expect(verdict(input, byTool)).toBe("ask");
  expect(verdict(input, below)).toBe("ask");
  expect(verdict(input, byTool, deniedFile)).toBe("deny");
});

test.for([
  { url: "sqlite:////root/x.db" },
  { url: "vscode://file/root/.bashrc" },
  { path: `/work/site/${"x/../".repeat(1000)}../../root/.bashrc` },
  { paths: Array.from({ length: 300 }, (_, at) => `src/${at}`) },
  JSON.parse(`${'{"a":'.repeat(100)}"x"${"}".repeat(100)}`) as Record<string, unknown>,
  null,
  { pattern: "{/root,src}/*" },
  { pattern: "{..,src}/*" },
  { files: "src/a\n/root/.bashrc" },
  { files: "src/a\n.git/hooks/pre-commit" },
  { pattern: "{src,..}/*" },
])("what can't be told, or is too much, is allowed by no rule (%#)", (input) => {
  expect(verdict(input, byTool, { effect: "allow", tool })).toBe("ask");
});

test.for([
  {},
  { query: "how to knit", limit: 3, exact: true },
  { url: "https://example.org/a/b", method: "GET" },
  { owner: "ada", repo: "ada/loom", title: "A/B tests", body: "It breaks at /api now" },
  { path: "/work/site/src/[id]/(group)/a.ts" },
  { path: "src/a.ts", content: "/* a comment */\n" },
  { path: "db.sqlite", sql: "select 1" },
  { from: "en", to: "de", text: "/etc/hosts" },
])("a rule that names the tool allows %j", (input) => {
  expect(verdict(input, byTool)).toBe("allow");
});

test("a rule with paths allows the files and their texts, and nothing else besides", () => {
  const edits = [{ oldText: "a", newText: "b" }];
  for (const more of [{}, { content: "x" }, { edits }, { head: 3 }, { other: null }])
    expect(verdict({ path: "src/a", ...more }, below), JSON.stringify(more)).toBe("allow");
  for (const more of [{ sql: "drop table users" }, { force: true }, { depth: 3 }, { url: "https://example.org" }])
    expect(verdict({ path: "src/a", ...more }, below), JSON.stringify(more)).toBe("ask");
});

test("a directory may be taken with all that is in it", () => {
  const denied: Rule = { effect: "deny", paths: ["**/.env"] };
  expect(verdict({ source: "src", destination: "lib" }, byTool, denied)).toBe("ask");
  expect(verdict({ source: "src/a.ts", destination: "lib/a.ts" }, byTool, denied)).toBe("allow");
});

test("a word in a field that may name anything is a file, and more than that: no rule with paths covers it", () => {
  const denied: Rule = { effect: "deny", paths: ["main"] };
  for (const input of [
    { target: "main", text: "rm -rf ~" },
    { to: ["main"], content: "hello" },
    { from: { name: "main" }, text: "x" },
  ]) {
    expect(verdict(input, { effect: "allow", tool, paths: ["**"] }), JSON.stringify(input)).toBe("ask");
    expect(verdict(input, denied), JSON.stringify(input)).toBe("deny");
    expect(verdict(input, byTool), JSON.stringify(input)).toBe("allow");
    expect(proposeRule(requestOf(input), where), JSON.stringify(input)).toBeNull();
  }
  expect(verdict({ source: "src/a", destination: "./src/b" }, below)).toBe("allow");
});

test("no rule is offered to keep that would allow other words beside the same path", () => {
  expect(proposeRule(requestOf({ path: "src/a", sql: "select 1" }), where)).toBeNull();
  expect(proposeRule(requestOf({ path: "src/a" }), where)).toMatchObject({ tool, paths: ["src/a"] });
});

test.for([
  { command: "rm -rf /root/x" },
  { cmd: ["rm", "-rf", "/root/x"] },
  { command: "rm", args: ["-rf", "/root/x"] },
  { commands: ["ls", "rm -rf /root/x"] },
  { command: "ls", cmd: "rm -rf /root/x" },
  { script: "rm -rf /root/x" },
  { steps: [{ command: "rm -rf /root/x" }] },
  { options: { argv: ["rm", "-rf", "/root/x"] } },
])("[T-21] a command is a command, whichever tool runs it: %j", (input) => {
  expect(verdict(input, byTool)).toBe("ask");
  expect(verdict(input, byTool, { effect: "deny", command: "rm **" })).toBe("deny");
});

test("a command is allowed by a rule that names both the tool and the command", () => {
  const both: Rule = { effect: "allow", tool, command: "npm test" };
  const input = { command: "npm test" };
  expect(verdict(input, both)).toBe("allow");
  expect(verdict({ ...input, timeout: 3, cwd }, both)).toBe("allow");
  expect(verdict(input, { effect: "allow", command: "npm test" })).toBe("ask");
  for (const more of [{ cwd: "/root" }, { host: "production" }, { env: { A: "b" } }, { output: "src/a" }])
    expect(verdict({ ...input, ...more }, both), JSON.stringify(more)).toBe("ask");
  expect(proposeRule(requestOf(input), where)).toMatchObject({ tool, command: "npm test" });
});
