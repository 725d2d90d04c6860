// Changes to files, read from what tool calls show of them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedLines, fileDiffs, lineDiff } from "../../../src/view/index.ts";

const call = (input: unknown, more: { toolKind?: string; output?: string } = {}) => ({
  toolKind: "edit",
  output: "",
  input,
  ...more,
});

const shown = (lines: readonly { kind: string; text: string }[]): string[] =>
  lines.map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-", gap: "…" }[kind]}${text}`);

describe("by line", () => {
  test("only what is near a change is shown", () => {
    const before = Array.from({ length: 20 }, (_, n) => `${n}`).join("\n");
    expect(shown(lineDiff(before, before.replace("\n10\n", "\nten\n")))).toEqual([
      ...["…", " 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13", "…"],
    ]);
  });

  test("the lines that are the same and added are the new text, those that are the same and removed the old one", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 6 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (old, now) => {
        const lines = lineDiff(`${old}\n`, `${now}\n`);
        // Lines that are far from a change are left out.
        fc.pre(lines.every(({ kind }) => kind !== "gap"));
        const whole = (changed: string): string[] =>
          lines.filter(({ kind }) => kind === changed || kind === "same").map((line) => line.text);
        expect([whole("removed"), whole("added")]).toEqual([old.split("\n"), now.split("\n")]);
      }),
    );
  });
});

describe("in tool calls", () => {
  test("old and new text, one or several, under any of the usual names", () => {
    expect(fileDiffs(call({ file_path: "a.ts", old_string: "x\n", new_string: "y\n" }))).toEqual([
      {
        path: "a.ts",
        added: 1,
        removed: 1,
        lines: [
          { kind: "removed", text: "x" },
          { kind: "added", text: "y" },
        ],
      },
    ]);
    const edits = [
      { oldText: "x", newText: "" },
      { oldText: "", newText: "z" },
    ];
    expect(fileDiffs(call({ path: "a.ts", edits })).map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ["a.ts", 0, 1],
      ["a.ts", 1, 0],
    ]);
  });

  test("a list of changes with diffs, added and deleted files", () => {
    const changes = [
      { path: "a", kind: "update", diff: "@@ -1,2 +1,2 @@ f()\n same\n-old\n+new\n" },
      { path: "b", kind: "add", diff: "one\ntwo\n" },
      { path: "c", kind: "delete", diff: "gone\n" },
    ];
    expect(fileDiffs(call({ changes })).map(({ path, lines }) => [path, shown(lines)])).toEqual([
      ["a", ["…f()", " same", "-old", "+new"]],
      ["b", ["+one", "+two"]],
      ["c", ["-gone"]],
    ]);
  });

  test("a patch in the input or in the output, by file", () => {
    const git =
      "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/y b/y\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n";
    const files = [
      ["x", ["…", "-a", "+b"]],
      ["y", ["…", "-c"]],
    ];
    expect(fileDiffs(call(null, { output: git })).map(({ path, lines }) => [path, shown(lines)])).toEqual(files);
    expect(fileDiffs(call({ patch: git })).map(({ path, lines }) => [path, shown(lines)])).toEqual(files);
    const patch = "*** Begin Patch\n*** Update File: z.ts\n@@\n-a\n+b\n*** End Patch";
    expect(fileDiffs(call({ input: patch })).map(({ path, lines }) => [path, shown(lines)])).toEqual([
      ["z.ts", ["…", "-a", "+b"]],
    ]);
  });

  test("a file that is written is all new; what only looks like it is no diff", () => {
    expect(fileDiffs(call({ path: "a", content: "x\ny\n" }))).toMatchObject([{ path: "a", added: 2, removed: 0 }]);
    expect(fileDiffs(call({ path: "a", content: "x" }, { toolKind: "read" }))).toEqual([]);
    expect(fileDiffs(call({ command: "diff a b" }, { output: "1c1\n< a\n> b" }))).toEqual([]);
    for (const input of [null, "text", 3, [], { edits: [null, 1] }, { changes: {} }, { old_string: 1, new_string: {} }])
      expect(fileDiffs(call(input))).toEqual([]);
  });

  test("a patch of lines that all look like a header is read once", () => {
    const patch = `--- a/x\n+++ b/x\n${"--- y\n".repeat(19_000)}`;
    expect(fileDiffs(call({ patch }))).toHaveLength(2);
  });

  test("what is huge is no diff", () => {
    expect(fileDiffs(call({ path: "a", old_string: "", new_string: "x\n".repeat(300_000) }))).toEqual([]);
    const large = Array.from({ length: 3000 }, (_, n) => `${n}`).join("\n");
    expect(
      fileDiffs(call({ path: "a", old_string: large, new_string: large.replaceAll("1", "x") }))[0]?.removed,
    ).toBeGreaterThan(2000);
  });
});

test("a call says how many lines it changes in all files together, and nothing where it changes none", () => {
  const edits = [
    { file_path: "a", old_string: "x", new_string: "y\nz" },
    { file_path: "b", old_string: "x\ny", new_string: "x" },
  ];
  expect(changedLines(call({ edits }))).toEqual({ added: 2, removed: 2 });
  expect(changedLines(call({ command: "ls" }))).toBeNull();
});
