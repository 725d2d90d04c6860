import { expect, test } from "vitest";
import { createDemoDriver } from "../../src/agents/demo/driver.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { contextFor, DriverInUse, readRecording } from "./recording.ts";

const driver = createDemoDriver("/opt/skein/demo-agent.cjs");
const recording = (name: string) => readRecording(`test/recordings/demo/${name}.jsonl`);

describeDriverContract("demo agent", {
  driver,
  recordings: () => ({
    turn: recording("turn"),
    permission: recording("permission"),
    interrupt: recording("interrupt"),
  }),
});

test("a new conversation gets the id that Skein chose, a known one is resumed", () => {
  const context = contextFor("r1");
  const begin = [process.execPath, "/opt/skein/demo-agent.cjs", "--state-dir", "/state"];
  expect(driver.launch(context)).toEqual({ argv: [...begin, "--session-id", context.newNativeId], env: {} });
  expect(driver.launch({ ...context, nativeId: "n1" }).argv).toEqual([...begin, "--resume", "n1"]);
});

test("it says where it looked when the program is not there", async () => {
  expect(await driver.find({})).toEqual({
    kind: "missing",
    tried: ["/opt/skein/demo-agent.cjs"],
    install: "npm install -g skein",
  });
});

test("[M-08] a recorded turn becomes these facts", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  for (const step of recording("turn")) if (!("in" in step)) use.take(step);
  expect(use.facts).toEqual([
    { type: "bound", nativeId: contextFor("r1").newNativeId, provenance: "assigned", model: "demo-1" },
    { type: "agent_thought", data: { messageId: "r1-m1", text: "Let" } },
    { type: "agent_thought", data: { messageId: "r1-m1", text: " me" } },
    { type: "agent_thought", data: { messageId: "r1-m1", text: " see." } },
    {
      type: "plan",
      data: {
        entries: [
          { content: "write", status: "in_progress" },
          { content: "check", status: "pending" },
        ],
      },
    },
    {
      type: "tool_call",
      data: {
        toolCallId: "r1-c1",
        title: "Write `note.txt`",
        kind: "edit",
        status: "running",
        input: { path: "/workspace/note.txt", content: "knit one\n" },
      },
    },
    { type: "file_write", data: { path: "/workspace/note.txt", toolCallId: "r1-c1", bytes: 9 } },
    { type: "tool_call_update", data: { toolCallId: "r1-c1", status: "completed", durationMs: 1 } },
    {
      type: "tool_call",
      data: {
        toolCallId: "r1-c2",
        title: "Run `cat note.txt; exit 3`",
        kind: "execute",
        status: "running",
        input: { command: "cat note.txt; exit 3" },
      },
    },
    { type: "tool_call_update", data: { toolCallId: "r1-c2", output: "knit one\n" } },
    { type: "tool_call_update", data: { toolCallId: "r1-c2", output: "[exit 3]\n" } },
    { type: "tool_call_update", data: { toolCallId: "r1-c2", status: "failed", durationMs: 1 } },
    {
      type: "tool_call",
      data: {
        toolCallId: "r1-c3",
        title: "Read `note.txt`",
        kind: "read",
        status: "running",
        input: { path: "/workspace/note.txt" },
      },
    },
    { type: "file_read", data: { path: "/workspace/note.txt", toolCallId: "r1-c3" } },
    { type: "tool_call_update", data: { toolCallId: "r1-c3", output: "knit one\n" } },
    { type: "tool_call_update", data: { toolCallId: "r1-c3", status: "completed", durationMs: 1 } },
    { type: "agent_message", data: { messageId: "r1-m2", text: "All" } },
    { type: "agent_message", data: { messageId: "r1-m2", text: " **done**." } },
    {
      type: "plan",
      data: {
        entries: [
          { content: "write", status: "completed" },
          { content: "check", status: "completed" },
        ],
      },
    },
    { type: "usage", inputTokens: 1200, outputTokens: 340, costUsd: 0.02 },
    { type: "turn_end", reason: "completed" },
  ]);
});

test("[M-27] a recorded question shows the whole command and its choices", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  for (const step of recording("permission")) if (!("in" in step)) use.take(step);
  const questions = use.facts.filter(({ type }) => type === "permission");
  expect(questions[0]).toEqual({
    type: "permission",
    data: {
      id: "r1-q1",
      state: "asked",
      title: "Run `printf yes > allowed.txt`",
      detail: "printf yes > allowed.txt",
      toolCallId: "r1-c1",
      options: [
        { id: "allow", label: "Allow once", kind: "allow_once" },
        { id: "allow-session", label: "Allow for this session", kind: "allow_always" },
        { id: "deny", label: "Deny", kind: "reject_once" },
      ],
    },
  });
  expect(questions).toHaveLength(2);
});

test("an answer to a question that is gone says nothing", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  use.take({ do: "open" });
  const answer = { permission: "r1-q1", option: "allow", message: null };
  expect(driver.answer(use.state, answer)).toEqual({ state: use.state, facts: [], writes: [] });
});

test("the end of a turn that is not running is shown, not believed", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  use.take({ do: "open" });
  const line = '{"type":"done","prompt":"p1","reason":"completed"}';
  const text = "The agent ended a turn that was not running.";
  expect(use.take({ out: line }).facts).toEqual([
    { type: "notice", data: { kind: "unreadable_line", text, raw: line } },
  ]);
});

test("a state from elsewhere is refused, not guessed at", () => {
  expect(() => driver.read({ run: 7 }, "{}")).toThrow();
});
