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
    question: recording("question"),
    steer: recording("steer"),
    background: recording("background"),
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
    install: "install Skein again: its demo agent is missing",
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
    { type: "turn_end", reason: "completed", mark: "1" },
  ]);
});

test("[M-27] a recorded question shows the whole command and its choices", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  for (const step of recording("permission")) if (!("in" in step)) use.take(step);
  const questions = use.facts.filter(({ type }) => type === "permission");
  expect(questions[0]).toEqual({
    type: "permission",
    data: {
      id: "r1-q1-1",
      state: "asked",
      title: "Run `printf yes > allowed.txt`",
      detail: "printf yes > allowed.txt",
      toolCallId: "r1-c1",
      request: { kind: "execute", tool: null, command: "printf yes > allowed.txt", paths: [] },
      options: [
        { id: "allow", label: "Allow once", kind: "allow_once" },
        { id: "allow-session", label: "Allow for this session", kind: "allow_always" },
        { id: "deny", label: "Deny", kind: "reject_once" },
      ],
    },
  });
  expect(questions).toHaveLength(2);
});

test("[M-27] a recorded form carries its fields, and what was filled in goes back as it was", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  for (const step of recording("question")) if (!("in" in step)) use.take(step);
  const [order] = use.facts.filter((fact) => fact.type === "permission");
  expect(order).toMatchObject({
    data: {
      title: "Order",
      form: [
        { id: "name", label: "Name", kind: "text", isRequired: true },
        { id: "size", kind: "choice", options: [{ value: "S" }, { value: "L" }] },
        { id: "extras", kind: "choices", options: [{ value: "bag" }, { value: "card" }] },
        { id: "gift", kind: "yes_no" },
        { id: "count", kind: "number" },
      ],
    },
  });
  const text = use.facts.map((fact) => (fact.type === "agent_message" ? fact.data.text : "")).join("");
  expect(text).toContain("Name = Ada; Size = L; Extras = bag,card; Gift = true; Count = 2");
  expect(text).toContain('You did not answer ("no idea").');
});

test("a quota is a fact, and the turn ends at a limit", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  use.take({ do: "open" });
  use.take({ do: "deliver", promptId: "p1", text: "go" });
  const until = "2026-11-20T12:00:00.000Z";
  use.take({ out: JSON.stringify({ type: "quota", until, text: "no more" }) });
  use.take({ out: JSON.stringify({ type: "done", prompt: "p1", reason: "limit" }) });
  expect(use.facts).toEqual([
    { type: "quota_reached", data: { until, text: "no more" } },
    { type: "turn_end", reason: "limit" },
  ]);
});

test("a turn that fails before it heard everything goes on with the rest, and tells of the failure", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  use.take({ do: "open" });
  use.take({ do: "deliver", promptId: "p1", text: "go" });
  use.take({ do: "steer", promptId: "w1", text: "more" });
  use.take({ out: JSON.stringify({ type: "failed", prompt: "p1", message: "no" }) });
  use.take({ out: JSON.stringify({ type: "done", prompt: "w1", reason: "completed" }) });
  expect(use.facts).toEqual([
    { type: "error", data: { code: "turn_failed", message: "no" } },
    { type: "turn_end", reason: "completed" },
  ]);
});

test("an answer to a question that is gone says nothing", () => {
  const use = new DriverInUse(driver, contextFor("r1"));
  use.take({ do: "open" });
  const answer = { permission: "r1-q1-1", option: "allow", message: null };
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
