// Questions of OpenCode that say more than rules look at, or something else than their call.
import { expect, test } from "vitest";
import { event, working } from "./life.ts";

const asks = (permission: string, said: object) =>
  event("permission.asked", {
    ...{ id: "per_1", permission, patterns: [], metadata: {}, always: ["*"] },
    ...{ tool: { messageID: "msg_2", callID: "call_1" }, ...said },
  });

const runs = (input: object) =>
  event("message.part.updated", {
    part: {
      ...{ type: "tool", id: "prt_9", messageID: "msg_2", callID: "call_1", tool: "read" },
      state: { status: "running", input, metadata: {} },
    },
  });

function asked(...events: Parameters<ReturnType<typeof working>["say"]>) {
  const fact = working()
    .say(...events)
    .at(-1);
  return fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
}

const ok = "/workspace/src/a.ts";
const diffOf = (path: string) => `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-a\n+b\n`;

test.for([
  { patterns: ["src/a.ts", ".env"], metadata: { files: [{ filePath: ok }], diff: diffOf(ok) } },
  { patterns: ["src/a.ts"], metadata: { files: [{ filePath: ok }], filepath: "src/a.ts, .env", diff: diffOf(ok) } },
  { patterns: ["src/a.ts"], metadata: { filepath: ok, diff: diffOf("/workspace/.env") } },
  { patterns: [".env"], metadata: { filepath: ok, diff: diffOf(ok) } },
  { patterns: ["src/a.ts"], metadata: { filepath: ok, diff: diffOf(ok), also: "/workspace/.env" } },
])("[T-21] a change that names other files than its own is allowed by no rule: %j", (said) => {
  expect(asked(asks("edit", said))?.request?.hasMore).toBe(true);
});

test.for([
  { patterns: ["src/a.ts"], metadata: { filepath: ok, diff: diffOf(ok) } },
  { patterns: ["workspace/src/a.ts"], metadata: { filepath: ok, diff: diffOf(ok) } },
  { patterns: ["src/a.ts"], metadata: { files: [{ filePath: ok }], filepath: "src/a.ts", diff: diffOf(ok) } },
])("rules look at all of a change that names its own files: %j", (said) => {
  expect(asked(asks("edit", said))?.request).toEqual({ kind: "edit", tool: "edit", command: null, paths: [ok] });
});

test("a question that names another file than its call is allowed by no rule", () => {
  const question = (pattern: string) => asks("read", { patterns: [pattern] });
  expect(asked(runs({ filePath: ok }), question(".env"))?.request?.hasMore).toBe(true);
  expect(asked(runs({ filePath: ok }), question("workspace/src/a.ts"))?.request?.hasMore).toBeUndefined();
});

test("a file: URL is a path, also in a tool that fetches", () => {
  const url = "file:///workspace/.env";
  const fetches = (patterns: string[], said: string) => asked(asks("webfetch", { patterns, metadata: { url: said } }));
  expect(fetches([url], url)?.request).toMatchObject({ kind: "read", paths: ["/workspace/.env"] });
  expect(fetches(["https://a.org"], "https://a.org")?.request).toEqual({
    ...{ kind: "fetch", tool: "webfetch", command: null, paths: [] },
  });
  expect(fetches(["https://a.org"], "https://b.org")?.request?.hasMore).toBe(true);
});

test("[T-21] of a tool of an MCP server every path and every command counts", () => {
  const question = asks("files_move", { patterns: ["*"] });
  expect(asked(runs({ source: "src/a", destination: "/root/.bashrc" }), question)?.request).toEqual({
    ...{ kind: "other", tool: "files_move", command: null, paths: ["/workspace/src/a", "/root/.bashrc"] },
  });
  expect(asked(runs({ command: "rm -rf ~/x" }), question)?.request).toMatchObject({ command: "rm -rf ~/x" });
  expect(asked(runs({ query: "a" }), question)?.request).toEqual({
    ...{ kind: "other", tool: "files_move", command: null, paths: [] },
  });
});

test("[T-21] no rule allows a tool of an MCP server whose input nobody has said, or that is said in two ways", () => {
  const said = (metadata: object) => asks("files_move", { metadata });
  expect(asked(said({}))?.request).toMatchObject({ paths: [], hasMore: true });
  expect(asked(said({ path: "/root/.bashrc" }))?.request).toMatchObject({ paths: ["/root/.bashrc"], hasMore: true });
  expect(asked(runs({ path: ok }), said({ path: "/root/.bashrc" }))?.request).toMatchObject({
    ...{ paths: [ok, "/root/.bashrc"], hasMore: true },
  });
  expect(asked(runs({ path: ok }), said({ path: ok }))?.request).not.toHaveProperty("hasMore");
});
