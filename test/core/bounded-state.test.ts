// The state's size does not grow with the log.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type EventBody, initialState, QUEUE_LIMIT, reduce, type SessionState } from "../../src/core/index.ts";
import { OPEN_PERMISSIONS, REMEMBERED } from "../../src/core/permission/state.ts";
import { RUNNING_TASKS } from "../../src/core/task/state.ts";
import { OPEN_TOOL_CALLS } from "../../src/core/tool-call/state.ts";
import { anyBody } from "../kit/arbitrary-events.ts";
import { answered, applied, asked, body, created, fold, place, queued, started } from "../kit/events.ts";

const MANY = 5000;

const sizesOf = (state: SessionState) => ({
  queue: state.prompt.queue.length,
  asked: state.permission.open.length,
  closed: state.permission.closed.length,
  tools: state.toolCall.open.length,
  starts: state.binding.startsAt.length,
  tasks: state.task.running.length,
});

const none = { queue: 0, asked: 0, closed: 0, tools: 0, starts: 0, tasks: 0 };
const numbers = Array.from({ length: MANY }, (_, n) => n);
const toolCall = (n: number): EventBody =>
  body("tool_call", { toolCallId: `c${n}`, title: "ls", kind: "execute", status: "running" });

const task = (n: number): EventBody => body("task_start", { taskId: `k${n}`, kind: "other", title: "look" });

test.for<[string, (n: number) => EventBody[], object]>([
  ["prompts that wait", (n) => [queued(`p${n}`)], { queue: QUEUE_LIMIT }],
  ["questions that nobody answers", (n) => [asked(`q${n}`)], { asked: OPEN_PERMISSIONS }],
  ["answered questions", (n) => [asked(`q${n}`), answered(`q${n}`), applied(`q${n}`)], { closed: REMEMBERED }],
  ["tool calls that never end", (n) => [toolCall(n)], { tools: OPEN_TOOL_CALLS }],
  ["background tasks that never end", (n) => [started("r1"), task(n)], { tasks: RUNNING_TASKS, starts: 3 }],
  ["starts", (n) => [started(`r${n}`)], { starts: 3 }],
])("stays bounded after 5,000 %s", ([, bodiesOf, expected]) => {
  const state = fold(place([created, ...numbers.flatMap(bodiesOf)]));
  expect(sizesOf(state)).toEqual({ ...none, ...expected });
});

/** The same body about another prompt, question or tool call. */
function withOtherIds(one: EventBody, n: number): EventBody {
  const data = { ...one.data } as Record<string, unknown>;
  for (const key of ["id", "promptId", "toolCallId", "taskId"])
    if (typeof data[key] === "string") data[key] += `-${n % 500}`;
  return { ...one, data } as EventBody;
}

test("stays bounded over 5,000 events in any order", () => {
  fc.assert(
    fc.property(fc.infiniteStream(anyBody), (bodies) => {
      const events = place([...bodies.take(MANY)].map(withOtherIds));
      let largest = 0;
      let state = initialState;
      for (const event of events) {
        state = reduce(state, event);
        if (event.seq % 50 === 0) largest = Math.max(largest, JSON.stringify(state).length);
      }
      // Every string in these events is short: what remains is how many the state holds.
      expect(largest).toBeLessThan(100_000);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
