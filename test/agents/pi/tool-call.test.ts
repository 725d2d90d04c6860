import { expect, test } from "vitest";
import { shownOf } from "../../../src/agents/pi/tool.ts";
import { absolutePath } from "../../../src/agents/pi/tool-path.ts";
import { Life } from "./life.ts";

const begin = (toolName: string, args: object) => ({ type: "tool_execution_start", toolCallId: "c1", toolName, args });
const text = (words: string) => ({ content: [{ type: "text", text: words }] });
const grow = (words: string) => ({ type: "tool_execution_update", toolCallId: "c1", partialResult: text(words) });
const end = (words: string, isError = false) => ({
  ...{ type: "tool_execution_end", toolCallId: "c1", isError },
  result: text(words),
});

test("output comes in pieces, though the agent repeats all of it", () => {
  const life = Life.atWork();
  const { facts } = life.print(
    begin("bash", { command: "make" }),
    grow("one\n"),
    grow("one\ntwo\n"),
    end("one\ntwo\nthree\n"),
  );
  const outputs = facts.flatMap((fact) =>
    fact.type === "tool_call_update" ? [fact.data.output ?? fact.data.status] : [],
  );
  expect(outputs).toEqual(["one\n", "two\n", "three\n", "completed"]);
});

test("output that became too long for the agent goes on with the end that it kept", () => {
  const life = Life.atWork();
  const { facts } = life.print(
    begin("bash", { command: "make" }),
    grow("one\ntwo\n"),
    grow("two\nthree\n"),
    end("three\nfour\n"),
  );
  const outputs = facts.flatMap((fact) =>
    fact.type === "tool_call_update" ? [fact.data.output ?? fact.data.status] : [],
  );
  expect(outputs).toEqual(["one\ntwo\n", "\n…\nthree\nfour\n", "completed"]);
});

test("files that were read or written are told with their whole path, those of failed calls are not", () => {
  const life = Life.atWork();
  const written = life.print(begin("write", { path: "a/b.txt", content: "äh" }), end("ok")).facts;
  expect(written).toContainEqual({
    type: "file_write",
    data: { path: "/workspace/a/b.txt", toolCallId: "r1-c1", bytes: 3 },
  });
  const failed = life.print(begin("read", { path: "gone" }), end("ENOENT", true)).facts;
  expect(failed.map(({ type }) => type)).toEqual(["tool_call", "tool_call_update", "tool_call_update"]);
});

test("a path means to Skein what it means to Pi", () => {
  const where = { cwd: "/work", home: "/home/me" };
  for (const [path, meant] of [
    ["a.txt", "/work/a.txt"],
    ["../b.txt", "/b.txt"],
    ["~", "/home/me"],
    ["~/.profile", "/home/me/.profile"],
    ["@~/.profile", "/home/me/.profile"],
    ["@src/x", "/work/src/x"],
    ["file:///etc/hosts", "/etc/hosts"],
    ["a\u00a0b", "/work/a b"],
  ])
    expect(absolutePath(path!, where), path).toBe(meant);
});

test("[T-21] what is asked about is all of what would run", () => {
  expect(shownOf("bash", { command: "ls", timeout: 5 }).detail).toBe("ls");
  expect(shownOf("bash", { command: "ls", timeout: "x" }).notes).toEqual(["timeout: x"]);
  expect(shownOf("bash", { command: "ls", as: "root" })).toEqual({ detail: "ls", notes: ["as: root"] });
  expect(shownOf("write", { path: "a\n\nb", content: "text" }).detail).toBe("a\\n\\nb\n\ntext");
  expect(shownOf("write", { path: "a", content: "text" }).detail).toBe("a\n\ntext");
  expect(shownOf("edit", { path: "a", edits: [{ oldText: "x", newText: "y" }] }).detail).toBe("a\n\n-x\n+y");
  expect(shownOf("edit", { path: "a", edits: [], all: true }).detail).toContain('"all": true');
  expect(shownOf("toString", { a: 1 }).detail).toBe('{\n  "a": 1\n}');
});
