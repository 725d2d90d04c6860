// What tool calls show of changes, by file.
import { expect, test } from "vitest";
import { extendEdits, filesOfEdits, noEdits } from "../../../src/core/index.ts";

const call = (toolCallId: string, input: unknown, { kind = "edit", status = "completed" } = {}) => ({
  type: "tool_call",
  data: { toolCallId, title: "Edit", kind, status, input },
});

const of = (...events: { type: string; data: unknown }[]) => extendEdits(noEdits, events);
const edit = (path: string, old_string: string, new_string: string) => ({ file_path: path, old_string, new_string });

test("edits of a file in several turns are one change, in their order", () => {
  const edits = of(
    { type: "turn_start", data: { turn: "t1", promptId: "p" } },
    call("c1", edit("/w/a.ts", "one", "two")),
    { type: "turn_end", data: { turn: "t1", promptId: "p", reason: "completed" } },
    { type: "turn_start", data: { turn: "t2", promptId: "q" } },
    call("c2", edit("/w/a.ts", "three", "four")),
    call("c3", edit("/elsewhere/b.ts", "x", "y")),
  );
  expect(filesOfEdits(edits, { directory: "/w" })).toMatchObject([
    { path: "/elsewhere/b.ts", turns: ["t2"] },
    {
      path: "a.ts",
      added: 2,
      removed: 2,
      turns: ["t1", "t2"],
      hunks: [{ lines: ["-one", "+two"] }, { lines: ["-three", "+four"] }],
    },
  ]);
  expect(filesOfEdits(edits, { directory: "/w", turn: "t1" })).toMatchObject([{ path: "a.ts", added: 1 }]);
});

test("what failed, was refused, or only printed a patch changed nothing", () => {
  const patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
  const edits = of(
    call("c1", edit("/w/a", "1", "2"), { status: "failed" }),
    call("c2", edit("/w/b", "1", "2"), { status: "running" }),
    { type: "tool_call_update", data: { toolCallId: "c2", status: "cancelled" } },
    call("c3", { command: "git diff" }, { kind: "execute", status: "running" }),
    { type: "tool_call_update", data: { toolCallId: "c3", output: patch, status: "completed" } },
  );
  expect(filesOfEdits(edits, { directory: "/w" })).toEqual([]);
});

test("a patch keeps its line numbers, and a file that is only said to be written is listed", () => {
  const patch = "--- a/x\n+++ b/x\n@@ -3,2 +4,2 @@ f()\n same\n-a\n+b\n";
  const edits = of(call("c1", { patch }), { type: "file_write", data: { path: "/w/y", toolCallId: "c2" } });
  expect(filesOfEdits(edits, { directory: "/w" })).toMatchObject([
    { path: "x", hunks: [{ oldStart: 3, newStart: 4, heading: "f()", lines: [" same", "-a", "+b"] }] },
    { path: "y", added: 0, hunks: [] },
  ]);
});
