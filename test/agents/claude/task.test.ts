// What works beside the conversation: when it is a background task, whose a line is, and how a task ends.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import { asks, block, init, type Life, result, use, used, working } from "./life.ts";

type Json = Record<string, unknown>;

const system = (subtype: string, more: Json): Json => ({ type: "system", subtype, ...more });
const started = (more: Json = {}): Json =>
  system("task_started", {
    ...{ task_id: "a1", tool_use_id: "toolu_1", description: "look around", task_type: "local_agent" },
    ...{ is_backgrounded: true, ...more },
  });
const updated = (patch: Json): Json => system("task_updated", { task_id: "a1", patch });
const notified = (more: Json = {}): Json =>
  system("task_notification", {
    task_id: "a1",
    tool_use_id: "toolu_1",
    status: "completed",
    summary: "Found.",
    ...more,
  });
const level = (...ids: string[]): Json =>
  system("background_tasks_changed", { tasks: ids.map((task_id) => ({ task_id, task_type: "x", description: "y" })) });
const start: Fact = {
  type: "task_start",
  data: { taskId: "r1-a1", kind: "subagent", title: "look around", toolCallId: "r1-toolu_1" },
};
const tasksIn = (facts: readonly Fact[]) => facts.filter(({ type }) => type.startsWith("task_"));

/** A process whose turn has ended, and whose subagent works on. */
function resting(): Life {
  const life = working();
  life.say(init, block(use("Agent", { description: "look around" })), started(), used("launched"));
  life.say(result({ user_message_uuids: ["p1"] }));
  return life;
}

describe("a background task is", () => {
  test("what the agent says is one", () => {
    const life = working();
    expect(life.say(init, block(use("Agent", { description: "look around" })), started())).toContainEqual(start);
  });

  test.for([
    ["local_agent", "subagent"],
    ["in_process_teammate", "subagent"],
    ["local_bash", "command"],
    ["local_workflow", "other"],
    ["something_of_next_year", "other"],
  ])("of the type %s a %s", ([task_type, kind]) => {
    expect(working().say(started({ task_type }))).toMatchObject([{ data: { kind } }]);
  });

  test("none while a tool call waits for it, and one from when that has its result", () => {
    const life = working();
    const call = block(use("Agent", { description: "look around" }));
    expect(tasksIn(life.say(init, call, started({ is_backgrounded: undefined })))).toEqual([]);
    expect(tasksIn(life.say(used("running in the background")))).toEqual([start]);
    expect(tasksIn(life.say(used("once more"), updated({ is_backgrounded: true }), started()))).toEqual([]);
  });

  test("none that ended before the call that waits for it", () => {
    const life = working();
    const call = block(use("Agent", { description: "look around" }));
    const foreground = [init, call, started({ is_backgrounded: false }), updated({ status: "completed" }), notified()];
    expect(tasksIn(life.say(...foreground, used("report")))).toEqual([]);
  });

  test("one that a person sends there while it works", () => {
    const life = working();
    life.say(init, block(use("Agent", { description: "look around" })), started({ is_backgrounded: false }));
    expect(life.say(updated({ is_backgrounded: true }))).toEqual([start]);
  });

  test("begun with a result that is for the model alone: people are shown none of it", () => {
    const life = working();
    life.say(init, block(use("Agent", { description: "look around" })), started());
    const launched = { ...used("Async agent launched successfully. (This tool result is internal metadata)") };
    const facts = life.say({
      ...launched,
      tool_use_result: { isAsync: true, status: "async_launched", agentId: "a1" },
    });
    expect(facts).toEqual([{ type: "tool_call_update", data: { toolCallId: "r1-toolu_1", status: "completed" } }]);
  });

  test.for(["ambient", "skip_transcript"])("none of the program's own (%s)", (mark) => {
    expect(working().say(started({ [mark]: true }), level(), notified({ [mark]: true }))).toEqual([]);
  });
});

test("however many there are, each that was told of has an end", () => {
  const life = working();
  const ids = Array.from({ length: 250 }, (_, n) => `a${n}`);
  const told = life.say(...ids.map((task_id) => started({ task_id, tool_use_id: undefined })));
  const over = life.say(level());
  const startedIds = told.flatMap((fact) => (fact.type === "task_start" ? [fact.data.taskId] : []));
  expect(startedIds.length).toBeGreaterThan(100);
  expect(over.flatMap((fact) => (fact.type === "task_end" ? [fact.taskId] : [])).toSorted()).toEqual(
    startedIds.toSorted(),
  );
});

describe("its end", () => {
  test("is told once, with words, and wakes the agent: the turn that follows begins before its first word", () => {
    const life = resting();
    const end = { type: "task_end", taskId: "r1-a1", outcome: "completed", summary: "Found.", wakes: true };
    expect(
      life.say(updated({ status: "completed" }), notified(), level(), notified({ tool_use_id: undefined })),
    ).toEqual([end, { type: "notice", data: { kind: "task_notification", text: "Found." } }]);
    expect(life.say(init)).toEqual([{ type: "turn_start" }]);
    expect(life.say(init)).toEqual([]);
  });

  test("inside of a turn wakes nobody: the turn has an end of its own", () => {
    const life = resting();
    life.deliver("p2");
    const [end] = life.say(init, notified());
    expect(end).not.toHaveProperty("wakes");
    expect(life.say(result({ user_message_uuids: ["p2"] }), init).at(-1)).toEqual({ type: "turn_start" });
  });

  test.for([
    ["completed", "completed"],
    ["failed", "failed"],
    ["stopped", "stopped"],
    ["vanished", "unknown"],
  ])("%s is %s", ([status, outcome]) => {
    expect(resting().say(notified({ status }))).toMatchObject([{ type: "task_end", outcome }]);
  });

  test("is also that it is no longer among those that work, should its own word be missed", () => {
    expect(resting().say(level("b7"))).toMatchObject([{ taskId: "r1-a1", outcome: "unknown" }]);
    expect(resting().say(updated({ status: "killed" }), level())).toMatchObject([{ outcome: "stopped" }]);
    expect(resting().say(level("a1"))).toEqual([]);
  });

  test("has a summary that is bounded, and none that only repeats its name", () => {
    const [long] = resting().say(notified({ summary: "x".repeat(9000) }));
    expect(long).toMatchObject({ summary: "x".repeat(500) });
    expect(resting().say(notified({ summary: "look around" }))[0]).not.toHaveProperty("summary");
  });
});

test("the end of a turn that nobody heard of is no news", () => {
  const life = resting();
  expect(life.say(result({ origin: { kind: "task-notification" } }))).toEqual([]);
  expect(life.say(result())).toMatchObject([{ type: "notice", data: { kind: "stray_result" } }]);
});

test("it is asked to end each of them, and says so when it can't", () => {
  const life = resting();
  life.say(started({ task_id: "b7", tool_use_id: undefined, task_type: "local_bash" }));
  const { writes } = life.driver.stopTasks(life.state);
  expect(writes.map((line) => JSON.parse(line).request)).toEqual([
    { subtype: "stop_task", task_id: "a1" },
    { subtype: "stop_task", task_id: "b7" },
  ]);
  const refusal = { subtype: "error", request_id: "stop_task-2", error: "No such task" };
  expect(life.say({ type: "control_response", response: refusal })).toMatchObject([
    { type: "error", data: { code: "task_not_stopped", message: "Claude Code refused: No such task" } },
  ]);
});

describe("a line of a subagent in the background", () => {
  const run = use("Bash", { command: "ls" }, "toolu_2");

  test("is the task's, by its name or by the call that it works for", () => {
    const byCall = resting().say(block(run, { parent_tool_use_id: "toolu_1" }));
    const byName = resting().say(block(run, { parent_tool_use_id: "toolu_9", agent_id: "a1" }));
    for (const facts of [byCall, byName])
      expect(facts).toMatchObject([{ type: "tool_call", data: { taskId: "r1-a1" } }]);
  });

  test("is also the task's when it comes from one that the subagent waits for", () => {
    const life = resting();
    life.say(started({ task_id: "a2", tool_use_id: "toolu_5", parent_task_id: "a1", is_backgrounded: false }));
    life.say(started({ task_id: "a3", tool_use_id: "toolu_6", parent_task_id: "a3", is_backgrounded: false }));
    expect(life.say(block(run, { parent_tool_use_id: "toolu_5" }))).toMatchObject([{ data: { taskId: "r1-a1" } }]);
    const [other] = life.say(block({ ...run, id: "toolu_3" }, { agent_id: "a3", parent_tool_use_id: "toolu_6" }));
    expect(other?.type === "tool_call" && other.data.taskId).toBeUndefined();
  });

  test("is no plan of the conversation", () => {
    const todos = [{ content: "one", status: "pending" }];
    const plan = block(use("TodoWrite", { todos }, "toolu_4"), { parent_tool_use_id: "toolu_1" });
    expect(resting().say(plan)).toEqual([]);
  });

  test("may be a question: it is the task's, and the end of a turn does not touch it", () => {
    const life = resting();
    life.deliver("p2");
    const question = asks("Bash", { command: "ls" }, { tool_use_id: "toolu_2", agent_id: "a1" });
    expect(life.say(init, question).at(-1)).toMatchObject({
      type: "permission",
      data: { id: "r1-q1-1", state: "asked", taskId: "r1-a1" },
    });
    const facts = life.say(result({ user_message_uuids: ["p2"] }));
    expect(facts.filter(({ type }) => type === "permission")).toEqual([]);
    life.answer("allow");
    expect(life.writes.at(-1)).toMatchObject({ response: { request_id: "q1", response: { behavior: "allow" } } });
  });

  test("asks nothing any more when the task has ended", () => {
    const life = resting();
    life.say(asks("Bash", { command: "ls" }, { tool_use_id: "toolu_2", agent_id: "a1" }), notified());
    const before = life.writes.length;
    life.answer("allow");
    expect(life.writes).toHaveLength(before);
  });
});
