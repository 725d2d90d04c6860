// What tool calls show of changes, by file.
import { expect, test } from "vitest";
import { EditedFiles, editsOfCall, extendEdits, noEdits, openCalls } from "../../../src/core/index.ts";

const call = (toolCallId: string, input: unknown, { kind = "edit", status = "completed" } = {}) => ({
  type: "tool_call",
  data: { toolCallId, title: "Edit", kind, status, input },
});

/** The changed files, as they are when the events come one by one. */
function of(...events: { type: string; data: unknown }[]) {
  let edits = noEdits;
  const calls = events.flatMap((event) => {
    const extended = extendEdits(edits, [event]);
    edits = extended.edits;
    return extended.ended;
  });
  return (turn: string | null = null, room = { lines: 1000, characters: 100_000 }) => {
    const files = new EditedFiles(room);
    for (const one of [...calls, ...openCalls(edits)])
      if (turn === null || one.turn === turn) for (const edit of editsOfCall(one, "/w")) files.add(edit);
    return files.list();
  };
}

const edit = (path: string, old_string: string, new_string: string) => ({ file_path: path, old_string, new_string });

test("edits of a file in several turns are one change, in their order", () => {
  const files = of(
    { type: "turn_start", data: { turn: "t1", promptId: "p" } },
    call("c1", edit("/w/a.ts", "one", "two")),
    { type: "turn_end", data: { turn: "t1", promptId: "p", reason: "completed" } },
    { type: "turn_start", data: { turn: "t2", promptId: "q" } },
    call("c2", edit("/w/a.ts", "three", "four")),
    call("c3", edit("/elsewhere/b.ts", "x", "y")),
  );
  expect(files()).toMatchObject([
    { path: "/elsewhere/b.ts", turns: ["t2"] },
    {
      path: "a.ts",
      added: 2,
      removed: 2,
      turns: ["t1", "t2"],
      hunks: [{ lines: ["-one", "+two"] }, { lines: ["-three", "+four"] }],
    },
  ]);
  expect(files("t1")).toMatchObject([{ path: "a.ts", added: 1 }]);
});

test("what failed, was refused, or only printed a patch changed nothing", () => {
  const patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
  const files = of(
    call("c1", edit("/w/a", "1", "2"), { status: "failed" }),
    call("c2", edit("/w/b", "1", "2"), { status: "running" }),
    { type: "tool_call_update", data: { toolCallId: "c2", status: "cancelled" } },
    call("c3", { command: "git diff" }, { kind: "execute", status: "running" }),
    { type: "tool_call_update", data: { toolCallId: "c3", output: patch, status: "completed" } },
  );
  expect(files()).toEqual([]);
});

test("a patch keeps its line numbers, and a file that is only said to be written is listed", () => {
  const patch = "--- a/x\n+++ b/x\n@@ -3,2 +4,2 @@ f()\n same\n-a\n+b\n";
  const files = of(call("c1", { patch }), { type: "file_write", data: { path: "/w/y", toolCallId: "c2" } });
  expect(files()).toMatchObject([
    { path: "x", hunks: [{ oldStart: 3, newStart: 4, heading: "f()", lines: [" same", "-a", "+b"] }] },
    { path: "y", added: 0, hunks: [] },
  ]);
});

test("lines that there is no room for are counted", () => {
  const files = of(
    call("c1", { file_path: "/w/a", content: "1\n2\n3\n" }),
    call("c2", { file_path: "/w/b", content: "4\n" }),
  );
  expect(files(null, { lines: 2, characters: 100 })).toMatchObject([
    { path: "a", added: 3, cut: true, hunks: [{ lines: ["+1", "+2"] }] },
    { path: "b", added: 1, cut: true, hunks: [] },
  ]);
});

test("a text of very many lines is not compared: its beginning is shown, and all of it is counted", () => {
  const content = "x\n".repeat(150_000);
  const [file] = of(call("c1", { file_path: "/w/a", content }))(null, { lines: 1_000_000, characters: 1_000_000 });
  expect(file).toMatchObject({ added: 150_000, removed: 0, cut: true });
  expect(file?.hunks.flatMap(({ lines }) => lines)).toHaveLength(10_000);
});

test("a call that never said that it has ended counts, too", () => {
  expect(of(call("c1", edit("/w/a", "1", "2"), { status: "running" }))()).toMatchObject([{ path: "a", added: 1 }]);
});
