// Consecutive tool calls as one line.
import { describe, expect, test } from "vitest";
import type { Block, BlockOf } from "../../../src/core/index.ts";
import { callGroupMs, callGroupText, isCallGroup, stretchesOf, withCallGroups } from "../../../src/view/index.ts";

const place = (seq: number) => ({ seq, at: new Date(Date.UTC(2026, 0, 1, 9, 0, seq)).toISOString() });

const call = (seq: number, more: Partial<BlockOf<"tool">> = {}): Block => ({
  ...{ kind: "tool", ...place(seq), toolCallId: `c${seq}`, title: "Run `ls`", toolKind: "execute" },
  ...{ status: "completed", input: null, output: "", durationMs: 10, files: [], ...more },
});
const read = (seq: number, path: string): Block =>
  call(seq, { toolKind: "read", files: [{ path, access: "read" }], title: `Read \`${path}\`` });
const message = (seq: number): Block => ({ kind: "message", ...place(seq), messageId: `m${seq}`, text: "so" });
const thought = (seq: number): Block => ({ kind: "thought", ...place(seq), messageId: `t${seq}`, text: "hm" });
const question = (seq: number): Block => ({
  ...{ kind: "permission", ...place(seq), id: `q${seq}`, title: "Run `ls`", detail: "", options: [] },
  ...{ state: "applied", option: null, by: null },
});

/** The numbers of what is shown; those of a group together. */
const shown = (blocks: readonly Block[]): (number | number[])[] =>
  stretchesOf(blocks)
    .flatMap(({ items }) => withCallGroups(items))
    .map((one) => (isCallGroup(one) ? one.items.map(({ block }) => block.seq) : one.block.seq));

const textOf = (blocks: readonly Block[]): string => {
  const [group] = withCallGroups(stretchesOf([...blocks, message(90)]).flatMap(({ items }) => items)).filter(
    isCallGroup,
  );
  return group ? callGroupText(group) : "no group";
};

describe("groups of calls", () => {
  test("calls that follow each other are one, what else is said or asked ends it", () => {
    expect(shown([call(1), call(2), message(3), call(4), message(5), call(6), call(7), call(8), message(9)])).toEqual([
      ...[[1, 2], 3, 4, 5, [6, 7, 8], 9],
    ]);
    expect(shown([call(1), question(2), call(3), message(4)])).toEqual([1, 2, 3, 4]);
  });

  test.for<[what: string, more: Partial<BlockOf<"tool">>]>([
    ["runs", { status: "running" }],
    ["waits", { status: "pending" }],
    ["failed", { status: "failed" }],
    ["was cancelled", { status: "cancelled" }],
    ["edits", { toolKind: "edit" }],
    ["wrote a file", { files: [{ path: "a", access: "write" }] }],
    ["has a diff", { input: { file_path: "a", old_string: "x", new_string: "y" } }],
  ])("a call that %s stays in sight", ([, more]) => {
    expect(shown([call(1), call(2), call(3, more), call(4), call(5), message(6)])).toEqual([[1, 2], 3, [4, 5], 6]);
  });

  test("the newest call stays in sight until something follows", () => {
    expect(shown([call(1), call(2), call(3)])).toEqual([[1, 2], 3]);
    expect(shown([call(1), call(2), call(3), call(4, { status: "running" })])).toEqual([[1, 2, 3], 4]);
  });

  test("thoughts between calls go with them, those around them do not", () => {
    const blocks = [thought(1), call(2), thought(3), call(4), thought(5), message(6)];
    expect(shown(blocks)).toEqual([1, [2, 3, 4], 5, 6]);
    expect(shown([call(1), call(2), thought(3)])).toEqual([[1, 2], 3]);
  });

  test("a call with calls of its own stays in sight", () => {
    const task: Block = {
      kind: "task",
      ...place(3),
      taskId: "t",
      taskKind: "subagent",
      title: "look",
      toolCallId: "c2",
    };
    const blocks = [call(1), call(2), task, call(4, { taskId: "t" }), call(5), call(6), message(7)];
    expect(shown(blocks)).toEqual([1, 2, 3, [5, 6], 7]);
  });

  test("they say what was done, and how long it took", () => {
    const reads = ["a", "b", "a", "c"].map((path, at) => read(at + 1, path));
    expect(textOf([...reads, call(8), call(9)])).toBe("Read 3 files, ran 2 commands");
    expect(textOf([call(1), read(2, "a")])).toBe("Ran 1 command, read 1 file");
    const kinds = ["search", "search", "fetch", "think", "__proto__"];
    expect(textOf(kinds.map((toolKind, at) => call(at + 1, { toolKind })))).toBe(
      "Searched 2 times, looked on the web, used 2 tools",
    );
    const items = stretchesOf([call(1), call(2, { durationMs: null }), call(3)]).flatMap(({ items }) => [...items]);
    expect(callGroupMs({ items })).toBe(20);
    expect(callGroupMs({ items: items.slice(1, 2) })).toBeNull();
  });
});
