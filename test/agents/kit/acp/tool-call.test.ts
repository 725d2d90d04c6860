// Tool calls of ACP agents and the questions about them, from agents that tell them in different ways.
import { expect, test } from "vitest";
import { gemini } from "../../../../src/agents/gemini/acp.ts";
import { AcpTalk } from "../../../kit/acp-talk.ts";

const toolCallId = "r1-c";
const call = (fields: object) => ({ type: "tool_call", data: { toolCallId, ...fields } });
const update = (fields: object) => ({ type: "tool_call_update", data: { toolCallId, ...fields } });
const text = (said: string) => ({ type: "content", content: { type: "text", text: said } });

function working(agent?: typeof gemini): AcpTalk {
  const talk = AcpTalk.working(agent);
  return talk;
}

test("a call, its input when that comes later, its output in pieces, its end", () => {
  const talk = working();
  expect(talk.update("tool_call", { toolCallId: "c", title: "Terminal", kind: "execute", rawInput: {} })).toEqual([
    call({ title: "Terminal", kind: "execute", status: "pending" }),
  ]);
  const input = { command: "make" };
  const named = { toolCallId: "c", title: "make", rawInput: input, content: [text("builds it")] };
  expect(talk.update("tool_call_update", named)).toEqual([
    call({ title: "make", kind: "execute", status: "pending", input }),
  ]);
  expect(talk.update("tool_call_update", { toolCallId: "c", status: "in_progress" })).toEqual([
    update({ status: "running" }),
  ]);
  const printed = (said: string) => talk.update("tool_call_update", { toolCallId: "c", content: [text(said)] });
  expect(printed("one\n")).toEqual([update({ output: "one\n" })]);
  expect(printed("one\ntwo\n")).toEqual([update({ output: "two\n" })]);
  expect(printed("one\ntwo\n")).toEqual([]);
  const last = { toolCallId: "c", status: "completed", content: [text("one\ntwo\nthree\n")], rawOutput: "x" };
  expect(talk.update("tool_call_update", last)).toEqual([
    update({ output: "three\n" }),
    update({ status: "completed" }),
  ]);
  expect(talk.update("tool_call_update", last)).toEqual([]);
});

test("an agent may begin with an update, and say everything at once", () => {
  const talk = working();
  const said = { toolCallId: "c", title: "t", kind: "search", status: "failed", rawOutput: { error: "no" } };
  expect(talk.update("tool_call_update", said)).toEqual([
    call({ title: "t", kind: "search", status: "running" }),
    update({ output: "no" }),
    update({ status: "failed" }),
  ]);
});

test("output that the agent has changed its mind about comes whole, on a line of its own", () => {
  const talk = working();
  talk.update("tool_call", { toolCallId: "c", title: "t", status: "in_progress" });
  talk.update("tool_call_update", { toolCallId: "c", content: [text("a\nb")] });
  expect(talk.update("tool_call_update", { toolCallId: "c", content: [text("b\na\nc")] })).toEqual([
    update({ output: "\nb\na\nc" }),
  ]);
});

test("what a command prints may come as a stream of its own", () => {
  const talk = working();
  const terminal = [{ type: "terminal", terminalId: "c" }];
  talk.update("tool_call", { toolCallId: "c", title: "t", kind: "execute", status: "in_progress", content: terminal });
  const print = (data: string) =>
    talk.update("tool_call_update", { toolCallId: "c", _meta: { terminal_output_delta: { data } } });
  expect([...print("a"), ...print("a")]).toEqual([update({ output: "a" }), update({ output: "a" })]);
});

test("files are told of when the call is done: those that were read, and those that were changed", () => {
  const talk = working();
  const read = { toolCallId: "c", title: "t", kind: "read", locations: [{ path: "/a" }] };
  expect(talk.update("tool_call", { ...read, status: "in_progress" })).toHaveLength(1);
  expect(talk.update("tool_call_update", { toolCallId: "c", status: "completed" })).toEqual([
    { type: "file_read", data: { path: "/a", toolCallId } },
    update({ status: "completed" }),
  ]);
  const content = [{ type: "diff", path: "/b", oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" }];
  const edit = { toolCallId: "d", title: "t", kind: "edit", locations: [{ path: "/b" }, { path: "/c" }] };
  talk.update("tool_call", { ...edit, status: "in_progress" });
  expect(talk.update("tool_call_update", { toolCallId: "d", status: "completed", content })).toEqual([
    { type: "tool_call_update", data: { toolCallId: "r1-d", output: "/b\n-two\n+2" } },
    { type: "file_write", data: { path: "/b", toolCallId: "r1-d" } },
    { type: "file_write", data: { path: "/c", toolCallId: "r1-d" } },
    { type: "tool_call_update", data: { toolCallId: "r1-d", status: "completed" } },
  ]);
  const run = { toolCallId: "e", title: "t", kind: "execute", locations: [{ path: "/workspace" }] };
  expect(talk.update("tool_call", { ...run, status: "completed" }).map(({ type }) => type)).not.toContain("file_write");
});

test("[M-27] a question names the call, shows the whole of what would happen, and is answered in the agent's terms", () => {
  const talk = working();
  expect(talk.ask(0, { toolCallId: "c", title: "Run it", kind: "execute", rawInput: { command: "rm -rf x" } })).toEqual(
    [
      call({ title: "Run `rm -rf x`", kind: "execute", status: "pending", input: { command: "rm -rf x" } }),
      {
        type: "permission",
        data: {
          id: "r1-q0-1",
          state: "asked",
          title: "Run it",
          detail: "rm -rf x",
          takesReason: false,
          toolCallId,
          options: [
            { id: "yes", label: "Yes", kind: "allow_once" },
            { id: "no", label: "No", kind: "reject_once" },
          ],
          request: { kind: "execute", tool: null, command: "rm -rf x", paths: [] },
        },
      },
    ],
  );
  expect(talk.decide("yes")).toEqual([update({ status: "running" })]);
  expect(talk.written.at(-1)).toMatchObject({ id: 0, result: { outcome: { outcome: "selected", optionId: "yes" } } });
});

test.for([
  [
    { title: "make", kind: "execute", content: [text("[current directory /x]")] },
    "make",
    ["the agent says: [current directory /x]"],
  ],
  [{ title: "Edit", kind: "edit", content: [{ type: "diff", path: "/a", oldText: null, newText: "n\n" }] }, "/a\n+n"],
  [{ title: "Edit", rawInput: { fileName: "/a", diff: "\n--- a\n+++ b\n" } }, "--- a\n+++ b", ["fileName: /a"]],
  [{ title: "Edit", rawInput: { fileName: "/a", diff: "--- a\n+++ b/a\n+x\n" } }, "--- a\n+++ b/a\n+x"],
  [{ title: "Fetch", kind: "fetch", rawInput: { url: "http://x" } }, '{\n  "url": "http://x"\n}'],
  [{ title: "Leave plan mode", content: [text("The plan")] }, "The plan"],
  [{ title: "Something" }, "Something"],
] as const)("the detail and the notes of %j", ([toolCall, detail, notes]) => {
  const talk = working();
  expect(talk.ask(0, { toolCallId: "c", ...toolCall }).at(-1)).toMatchObject({
    data: { detail, ...(notes ? { notes } : {}) },
  });
});

test("a call that a person has refused is cancelled, whatever the agent makes of it; words can't be given along", () => {
  const talk = working();
  talk.ask("q", { toolCallId: "c", title: "t" });
  expect(talk.decide("no", "not that")).toMatchObject([update({ status: "cancelled" }), { type: "notice" }]);
  const said = { toolCallId: "c", status: "failed", rawOutput: { message: "The user rejected it." } };
  expect(talk.update("tool_call_update", said)).toEqual([update({ output: "The user rejected it." })]);
});

test("a question may be taken back, and one that can't be read is not left open", () => {
  const talk = working();
  talk.ask(1, { toolCallId: "c", title: "t" });
  expect(talk.say({ method: "$/cancel_request", params: { requestId: 1 } })).toMatchObject([
    { type: "permission", data: { id: "r1-q1-1", state: "stale" } },
  ]);
  expect(talk.written.at(-1)).toMatchObject({ id: 1, error: { code: -32800 } });
  expect(talk.say({ id: 2, method: "session/request_permission", params: { options: [] } })).toMatchObject([
    { type: "notice" },
  ]);
  expect(talk.written.at(-1)).toMatchObject({ id: 2, result: { outcome: { outcome: "cancelled" } } });
});

test("gemini gives no input: its title is the command", () => {
  const talk = working(gemini);
  expect(talk.ask(0, { toolCallId: "c", title: "ls -l", kind: "execute" })[0]).toEqual(
    call({ title: "ls -l", kind: "execute", status: "pending", input: { command: "ls -l" } }),
  );
});

test("the state stays small, however many calls there are and whatever they print", () => {
  const talk = working();
  for (let n = 0; n < 1000; n++) {
    const locations = Array.from({ length: 50 }, (_, at) => ({ path: `/${at}` }));
    talk.update("tool_call", { toolCallId: `c${n}`, title: "t".repeat(10_000), kind: "read", locations });
    talk.update("tool_call_update", { toolCallId: `c${n}`, status: "completed", content: [text("x".repeat(10_000))] });
  }
  expect(JSON.stringify(talk.state).length).toBeLessThan(200_000);
});
