// Inputs of Claude Code's tools that say more than rules look at.
import { expect, test } from "vitest";
import { asks, before, working } from "./life.ts";

function asked(tool: string, input: Record<string, unknown>) {
  const fact = working()
    .say(before(tool, input, "/workspace"), asks(tool, input))
    .at(-1);
  return fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
}

const path = "/workspace/src/a.ts";
const replacement = { old_string: "a", new_string: "b" };

test.for([
  ["Write", { file_path: path, content: "x", also_write: "/workspace/.env" }],
  ["Edit", { file_path: path, ...replacement, also: "/workspace/.env" }],
  ["Edit", { file_path: ["/workspace/.env"], path }],
  ["MultiEdit", { file_path: path, edits: [{ ...replacement, file_path: "/workspace/.env" }] }],
  ["Read", { file_path: path, more: ["/workspace/.env"] }],
  ["WebFetch", { url: "https://example.org", save_to: "/workspace/.env" }],
  ["WebFetch", { url: { href: "/workspace/.env" } }],
  ["Read", { file_path: { toString: "/workspace/.env" } }],
  ["mcp__files__edit", { file_path: "sqlite:///workspace/.env", path }],
] as const)("[T-21] no rule allows %s with %j, and all of it is shown", ([tool, input]) => {
  const question = asked(tool, input);
  expect(question?.request?.hasMore).toBe(true);
  expect([question?.detail, ...(question?.notes ?? [])].join("\n")).toContain("/workspace/.env");
});

test.for([
  ["Write", { file_path: path, content: "x" }],
  ["Edit", { file_path: path, ...replacement, replace_all: true }],
  ["MultiEdit", { file_path: path, edits: [replacement, { ...replacement, replace_all: false }] }],
  ["Read", { file_path: path, offset: 1, limit: 2 }],
  ["WebFetch", { url: "https://example.org", prompt: "What is it?" }],
  ["mcp__files__edit", { path, anything: {} }],
] as const)("rules look at all of %s with %j", ([tool, input]) => {
  expect(asked(tool, input)?.request?.hasMore).toBeUndefined();
});

test("a file: URL is a path, also in a tool that fetches", () => {
  const { request } = asked("WebFetch", { url: "file:///workspace/.env", prompt: "x" }) ?? {};
  expect(request).toEqual({ kind: "read", tool: "WebFetch", command: null, paths: ["/workspace/.env"] });
});

test("[T-21] of a tool of an MCP server every path and every command counts", () => {
  const moved = asked("mcp__files__move", { source: "src/a", destination: "/root/.bashrc" });
  expect(moved?.request?.paths).toEqual(["/workspace/src/a", "/root/.bashrc"]);
  expect(asked("mcp__files__edit", { file_path: ["/workspace/.env"], path })?.request?.paths).toContain(
    "/workspace/.env",
  );
  expect(asked("mcp__shell__run", { command: "rm -rf ~/x" })?.request).toEqual({
    ...{ kind: "other", tool: "mcp__shell__run", command: "rm -rf ~/x", paths: [] },
  });
  expect(asked("mcp__db__query", { path, sql: "select 1" })?.request).toMatchObject({
    paths: [path],
    hasOtherInput: true,
  });
});
