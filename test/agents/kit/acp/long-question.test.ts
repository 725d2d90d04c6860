// Questions of ACP agents about calls that were told before: shown to their end, or said to be partial.
import { expect, test } from "vitest";
import { placeholders } from "../../../../src/agents/index.ts";
import { AcpTalk, diff } from "../../../kit/acp-talk.ts";

test("[T-21] what was said of a call before its question is shown with it", () => {
  const talk = AcpTalk.working();
  talk.update("tool_call", { toolCallId: "c", title: "Edit", kind: "edit", status: "in_progress", content: [diff] });
  expect(talk.ask(1, { toolCallId: "c", title: "Edit files" }).at(-1)).toMatchObject({
    data: { detail: "/w/b\n-x\n+y", request: { kind: "edit", paths: ["/w/b"] } },
  });
  talk.update("tool_call", { toolCallId: "d", title: "Run", kind: "execute", rawInput: { command: "rm x", cwd: "/" } });
  expect(talk.ask(2, { toolCallId: "d" }).at(-1)).toMatchObject({
    data: { detail: "rm x", notes: ["in /"], request: { command: "rm x", cwd: "/" } },
  });
});

/** The newest question. */
const askedBy = (talk: AcpTalk, id: number, toolCall: Record<string, unknown>) => {
  const fact = talk.ask(id, { toolCallId: "c", ...toolCall }).at(-1);
  return fact?.type === "permission" && fact.data.state === "asked" ? fact.data : null;
};

const longInput = { command: `echo ${"a".repeat(81_000)}; rm -rf /evil` };
const longDiff = { ...diff, newText: `${"y\n".repeat(50_000)}the last line` };

test("[T-21] a long input and long diffs of a call are shown to their end with a question that only names it", () => {
  const talk = AcpTalk.working();
  talk.update("tool_call", { toolCallId: "c", title: "Do it", kind: "execute", rawInput: longInput });
  const run = askedBy(talk, 1, { title: "Do it" });
  expect(run).toMatchObject({ detail: longInput.command, request: { command: longInput.command } });
  talk.update("tool_call", { toolCallId: "d", title: "Edit", kind: "edit", content: [longDiff] });
  const edit = askedBy(talk, 2, { toolCallId: "d" });
  expect(edit).toMatchObject({ detail: expect.stringMatching(/\n\+the last line$/) });
  expect([run?.isPartial, edit?.isPartial]).toEqual([undefined, undefined]);
});

test("[T-21] a text that was taken out of a long line comes whole behind the path of its file, and nothing beside it", () => {
  const talk = AcpTalk.working();
  const shortened = (beginning: string, hash: string) =>
    placeholders.write({ beginning, hash: hash.repeat(64), bytes: 90_000 });
  const [oldText, newText] = [shortened("same\nx", "a"), shortened("same\ny", "b")];
  talk.update("tool_call", { toolCallId: "c", kind: "edit", content: [{ ...diff, oldText, newText }] });
  const asked = askedBy(talk, 1, {});
  const parts = placeholders.split(asked?.detail ?? "");
  const shown = parts.map((part) => (part.kind === "blob" ? `[${part.hash[0]}]` : part.text));
  expect(shown.join("")).toBe("/w/b\nall of its new text:\n[b]");
  expect(asked?.isPartial).toBeUndefined();
});

const tooLong = "z".repeat(1_100_000);
const partial = { isPartial: true, request: { hasMore: true } };

test.for([
  [{ kind: "execute", rawInput: { command: tooLong } }, { rawInput: { command: "ls" } }],
  [{ kind: "edit", content: [{ ...diff, newText: tooLong }] }, { content: [diff] }],
] as const)(
  "what could not be remembered of a call makes its question partial, unless that says it: %#",
  ([said, again]) => {
    const talk = AcpTalk.working();
    talk.update("tool_call", { toolCallId: "c", title: "Do it", ...said });
    expect(askedBy(talk, 1, {})).toMatchObject(partial);
    expect(JSON.stringify(talk.state).length).toBeLessThan(10_000);
    expect(askedBy(talk, 2, again)?.isPartial).toBeUndefined();
  },
);

test("what a call would have done is not shown by a question that comes after its end, which says so", () => {
  const talk = AcpTalk.working();
  talk.update("tool_call", { toolCallId: "c", title: "Run", kind: "execute", rawInput: { command: "rm x" } });
  talk.update("tool_call_update", { toolCallId: "c", status: "completed" });
  expect(askedBy(talk, 1, {})).toMatchObject(partial);
});

test("of many calls at a time the newest are remembered, and the question about another one is partial", () => {
  const talk = AcpTalk.working();
  const newText = "y".repeat(100_000);
  for (let n = 0; n < 12; n++)
    talk.update("tool_call", {
      ...{ toolCallId: `c${n}`, title: "Edit", kind: "edit" },
      content: [{ ...diff, path: `/w/${n}`, newText }],
    });
  expect(JSON.stringify(talk.state).length).toBeLessThan(1_200_000);
  expect(talk.ask(1, { toolCallId: "c11" }).at(-1)).toMatchObject({ data: { detail: `/w/11\n-x\n+${newText}` } });
  expect(askedBy(talk, 2, { toolCallId: "c0" })).toMatchObject(partial);
});
