// Background tasks: what a turn's end leaves going on, when the agent has really finished, and what ends with its process.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  attentionOf,
  type Capabilities,
  closeTask,
  closeTasks,
  closeTurn,
  countTasks,
  type DataOf,
  type EventBody,
  nextStep,
  noLimits,
  restsSince,
  type SessionState,
  statusOf,
  summaryOf,
  understand,
  waitingFor,
} from "../../src/core/index.ts";
import { RUNNING_TASKS } from "../../src/core/task/state.ts";
import { agentThat, decide } from "../kit/decide.ts";
import {
  ada,
  agent,
  asked,
  atSecond,
  body,
  created,
  daemon,
  ended,
  exited,
  fold,
  foldBodies,
  options,
  place,
  queued,
  running,
  started,
} from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

const starts = (taskId: string, title = `look ${taskId}`): EventBody =>
  body("task_start", { taskId, kind: "subagent", title }, agent);
const ends = (taskId: string, more: Partial<DataOf<"task_end">> = {}): EventBody =>
  body("task_end", { taskId, outcome: "completed", ...more }, agent);
const read = (seq: number): EventBody => body("acknowledged", { seq }, ada);
const questionOf = (taskId: string): EventBody =>
  body("permission", { id: "q1", state: "asked", title: "run", detail: "ls", options, taskId }, agent);
const callOf = (taskId: string): EventBody =>
  body("tool_call", { toolCallId: "c1", title: "ls", kind: "execute", status: "running", taskId }, agent);

/** The turn has ended, one task works on. */
const resting: readonly EventBody[] = [...running, starts("k1"), ended("t1")];

function attentionAt(...bodies: EventBody[]) {
  const events = place(bodies);
  const known = understand(events.at(-1)!);
  return known && attentionOf(fold(events), known);
}

describe("the status", () => {
  test("of a session that rests while tasks work is idle, and says so", () => {
    const one = statusOf(foldBodies(...resting));
    expect(one).toEqual({
      word: "idle",
      reason: { code: "background", text: "idle, 1 task still runs", seq: running.length + 1 },
    });
    const two = statusOf(foldBodies(...resting, starts("k2")));
    expect(two.reason.text).toBe("idle, 2 tasks still run");
  });

  test("tells a running turn, a question and a bad end first", () => {
    expect(statusOf(foldBodies(...running, starts("k1"))).word).toBe("running");
    expect(statusOf(foldBodies(...resting, questionOf("k1"))).reason.code).toBe("permission");
    const refused = [...running, starts("k1"), ended("t1", "refused")];
    expect(statusOf(foldBodies(...refused)).word).toBe("waiting");
    expect(statusOf(foldBodies(...refused, read(refused.length))).reason.code).toBe("background");
  });

  test("is finished, and unread, when the last of them has ended", () => {
    const state = foldBodies(...resting, read(resting.length), starts("k2"), ends("k1"));
    expect(statusOf(state).reason.code).toBe("background");
    const bodies = [...resting, read(resting.length), ends("k1")];
    expect(statusOf(foldBodies(...bodies))).toMatchObject({
      word: "waiting",
      reason: { code: "finished", seq: bodies.length },
    });
    expect(statusOf(foldBodies(...bodies, read(bodies.length))).word).toBe("idle");
  });

  test("of the summary counts them, and since when the first works", () => {
    const { background } = summaryOf("s1", foldBodies(...resting, starts("k2")));
    expect(background).toEqual({ tasks: 2, since: atSecond(running.length + 1) });
    expect(summaryOf("s1", foldBodies(...resting, ends("k1"))).background).toBeUndefined();
  });
});

describe("people are notified", () => {
  const worked = { workedMs: 61_000 };

  test("when the last task has ended, and not when the turn has", () => {
    const longTurn = body("turn_end", { turn: "t1", promptId: "p1", reason: "completed", durationMs: 61_000 }, agent);
    expect(attentionAt(...running, starts("k1"), longTurn)).toBeNull();
    expect(attentionAt(...running, starts("k1"), longTurn, starts("k2"), ends("k1", worked))).toBeNull();
    const at = running.length + 3;
    expect(attentionAt(...running, starts("k1"), longTurn, ends("k1", worked))).toMatchObject({
      ...{ kind: "finished", seq: at, id: `s1:${at}`, text: "work finished" },
    });
    expect(attentionAt(...running, starts("k1"), longTurn, ends("k1", { workedMs: 59_000 }))).toBeNull();
  });

  test("for the turn that a task's end makes the agent begin, and not for the task: once", () => {
    const woken = [...resting, ends("k1", { ...worked, wakes: true })];
    expect(attentionAt(...woken)).toBeNull();
    const own = [...woken, body("turn_start", { turn: "t2", promptId: null })];
    const end = body(
      "turn_end",
      { turn: "t2", promptId: null, reason: "completed", durationMs: 900, workedMs: 61_000 },
      agent,
    );
    expect(attentionAt(...own, end)).toMatchObject({ kind: "finished", seq: own.length + 1 });
  });

  test("not for tasks that ended with their process", () => {
    const stopped = body("task_end", { taskId: "k1", outcome: "stopped", ...worked }, daemon);
    expect(attentionAt(...resting, stopped)).toBeNull();
    const state = foldBodies(...resting, read(resting.length), stopped, exited("r1", "rested"));
    expect(waitingFor("s1", state)).toEqual([]);
  });

  test("while a prompt waits only for what comes of that", () => {
    expect(attentionAt(...resting, queued("p2"), ends("k1", worked))).toBeNull();
  });

  test("how long somebody waited counts from the prompt, over tasks and the turns that they begin", () => {
    const state = foldBodies(...resting);
    const at = atSecond(resting.length + 100);
    const [end] = closeTask(state, { taskId: "k1", outcome: "completed", wakes: true }, { at, by: agent });
    const startedAt = running.length - 1;
    expect(end?.data).toMatchObject({ workedMs: (resting.length + 100 - startedAt) * 1000 });
    const own = fold(place([end!, body("turn_start", { turn: "t2", promptId: null })], state.head), state);
    const [turnEnd] = closeTurn(own, { reason: "completed", at: atSecond(1000), by: agent });
    expect(turnEnd?.data).toMatchObject({ workedMs: (1000 - startedAt) * 1000 });
    const [plain] = closeTurn(foldBodies(...running), { reason: "completed", at: atSecond(1000), by: agent });
    expect(plain?.data).not.toHaveProperty("workedMs");
  });
});

describe("a turn's end", () => {
  test("closes what is its own, and leaves what a task does", () => {
    const own = body("tool_call", { toolCallId: "c2", title: "ls", kind: "execute", status: "running" }, agent);
    const state = foldBodies(...running, starts("k1"), callOf("k1"), questionOf("k1"), own, asked("q2"));
    const end = closeTurn(state, { reason: "completed", at: atSecond(50), by: agent });
    expect(
      end.map(({ type, data }) => [type, "id" in data ? data.id : "toolCallId" in data && data.toolCallId]),
    ).toEqual([
      ["tool_call_update", "c2"],
      ["permission", "q2"],
      ["turn_end", false],
    ]);
    const after = fold(place(end, state.head), state);
    expect(after.permission.open).toMatchObject([{ id: "q1", taskId: "k1" }]);
    expect(after.toolCall.open).toMatchObject([{ toolCallId: "c1", taskId: "k1" }]);
  });

  test("closes what belongs to a task that has ended", () => {
    const state = foldBodies(...running, starts("k1"), ends("k1"), questionOf("k1"));
    expect(closeTurn(state, { reason: "completed", at: atSecond(50), by: agent })).toHaveLength(2);
  });
});

test("the end of a task ends its questions and tool calls", () => {
  const state = foldBodies(...resting, callOf("k1"), questionOf("k1"));
  const end = closeTask(state, { taskId: "k1", outcome: "failed", summary: "no" }, { at: atSecond(50), by: agent });
  expect(end).toMatchObject([
    { type: "tool_call_update", data: { toolCallId: "c1", status: "failed" } },
    { type: "permission", data: { id: "q1", state: "stale" } },
    { type: "task_end", data: { taskId: "k1", outcome: "failed", summary: "no" } },
  ]);
});

describe("a process", () => {
  const limits = { ...noLimits, parkMinutes: 10 };

  test("with a task in the background is never parked; its rest begins with the end of the last", () => {
    const state = foldBodies(...resting);
    expect(restsSince(state)).toBeNull();
    expect(nextStep(state, atSecond(1_000_000), limits)).toBeNull();
    const rested = foldBodies(...resting, ends("k1"));
    expect(restsSince(rested)).toBe(atSecond(resting.length + 1));
    expect(nextStep(rested, atSecond(1_000_000), limits)).toEqual({ type: "park", run: "r1" });
  });

  test("that rests with a task takes the next prompt", () => {
    expect(nextStep(foldBodies(...resting, queued("p2")))).toMatchObject({ type: "deliver", turn: "t2" });
  });

  test("ends its tasks with it: none outlives its run", () => {
    const state = foldBodies(...resting, starts("k2"));
    const around = { at: atSecond(50), by: daemon };
    expect(closeTasks(state, around).map(({ data }) => data)).toMatchObject([
      { taskId: "k1", outcome: "stopped" },
      { taskId: "k2", outcome: "stopped" },
    ]);
    expect(countTasks(foldBodies(...resting, exited("r1", "lost")).task)).toBe(0);
    expect(countTasks(foldBodies(created, starts("k1")).task)).toBe(0);
  });
});

describe("commands", () => {
  const state = foldBodies(...resting);
  const tasks = [{ taskId: "k1", kind: "subagent", title: "look k1" }];
  const interrupt = (
    { tasks, ...more }: { tasks?: Capabilities["tasks"]; turn?: string } = {},
    at: SessionState = state,
  ) => decide(at, { type: "interrupt", ...more }, ada, tasks ? { agent: agentThat({ tasks }) } : {});

  test("that end a process name what ends with it", () => {
    const stop = decide(state, { type: "stop", reason: "killed" }, ada);
    const restart = decide(state, { type: "restart" }, ada);
    const archive = decide(state, { type: "archive", stop: true }, ada);
    for (const decision of [stop, restart, archive]) expect(decision).toMatchObject({ outcome: { tasks } });
  });

  test("that put away are refused while tasks work, unless these may be stopped", () => {
    expect(decide(state, { type: "archive", stop: false }, ada)).toMatchObject({
      rejection: {
        code: "tasks_running",
        facts: { tasks: 1 },
        detail: expect.stringMatching(/^1 task still runs in the background \(.+\): stop it first \(skein kill\), or /),
      },
    });
    const trash = { type: "trash", batch: "b", until: atSecond(9), stop: false } as const;
    expect(decide(state, trash, ada)).toMatchObject({ rejection: { code: "tasks_running" } });
  });

  test("an abort stops the turn and no task, and names them", () => {
    const working = foldBodies(...running, starts("k1"));
    expect(interrupt({ tasks: "stoppable" }, working)).toMatchObject({
      events: [{ type: "interrupt" }],
      outcome: { ran: true, tasks },
    });
  });

  test("an abort at rest asks the agent to end its tasks, once, where it can be asked", () => {
    const decision = interrupt({ tasks: "stoppable" });
    expect(decision).toMatchObject({
      events: [{ type: "task_stop", data: { state: "requested" } }],
      outcome: { ran: false, tasks, endsTasks: true },
    });
    const requested = foldBodies(...resting, body("task_stop", { state: "requested" }, ada));
    expect(interrupt({ tasks: "stoppable" }, requested)).toMatchObject({ events: [] });
    expect(nextStep(requested)).toEqual({ type: "stop_tasks" });
    expect(interrupt({ tasks: "stoppable", turn: "t1" })).toMatchObject({ rejection: { code: "turn_not_running" } });
    expect(interrupt()).toMatchObject({
      rejection: {
        code: "turn_not_running",
        facts: { tasks: 1 },
        detail: expect.stringContaining("can't stop it on request"),
      },
    });
  });
});

test("a task that did not end although the agent was told can be asked for again", () => {
  const sent = foldBodies(...resting, body("task_stop", { state: "sent" }));
  expect(nextStep(sent)).toBeNull();
  const again = decide(sent, { type: "interrupt" }, ada, { agent: agentThat() });
  expect(again).toMatchObject({ events: [{ type: "task_stop", data: { state: "requested" } }] });
});

test("the state holds so many, and counts those beyond; an end that nobody knows is one of those", () => {
  const many = Array.from({ length: RUNNING_TASKS + 3 }, (_, n) => `k${n}`);
  const state = foldBodies(...running, ...many.map((id) => starts(id)));
  expect(state.task).toMatchObject({ running: { length: RUNNING_TASKS }, beyond: 3 });
  const over = fold(
    place(
      many.map((id) => ends(id)),
      state.head,
    ),
    state,
  );
  expect(countTasks(over.task)).toBe(0);
  expect(countTasks(fold(place([ends("k0")], over.head), over).task)).toBe(0);
  const twice = foldBodies(...running, starts("k1"), starts("k1"), ends("k9"));
  expect(countTasks(twice.task)).toBe(1);
});

test("what a newer version says of a task is harmless", () => {
  const newer = { ...starts("k1"), data: { taskId: "k1", kind: "swarm", title: "many", depth: { of: 3 } } };
  const end = { ...ends("k1"), data: { taskId: "k1", outcome: "evaporated", price: 3 } };
  const before = fold(place([...running, newer as unknown as EventBody]));
  expect(before.task.running).toMatchObject([{ taskId: "k1", kind: "other", title: "many" }]);
  expect(countTasks(fold(place([end as unknown as EventBody], before.head), before).task)).toBe(0);
});

test("in a log of ours no task outlives its process, and every one that ended had started", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const { events, state } = live(moves);
      if (!state.binding.run) expect(countTasks(state.task)).toBe(0);
      const idsOf = (type: string) =>
        events.flatMap((event) => (event.type === type ? [(event.data as { taskId: string }).taskId] : []));
      const running = state.task.running.map(({ taskId }) => taskId);
      const strays = idsOf("task_end").filter((id) => id !== "k0");
      expect([...strays, ...running].toSorted()).toEqual(
        idsOf("task_start")
          .filter((id) => strays.includes(id) || running.includes(id))
          .toSorted(),
      );
    }),
  );
});

test("a start of a run that is not there changes nothing", () => {
  const state = foldBodies(created, started("r1"), exited("r1", "crashed"));
  expect(fold(place([starts("k1")], state.head), state).task).toEqual(state.task);
});
