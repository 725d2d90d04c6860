// An agent's output is read in pieces of any size: what is recorded does not depend on where they were cut.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import type { Event } from "../../src/core/index.ts";
import { Draft } from "../../src/session/draft.ts";
import { addFacts } from "../../src/session/run/facts-to-events.ts";
import { agent, atSecond, foldBodies as folded, options, running } from "../kit/events.ts";

const task = fc.constantFrom("k1", "k2", "k3");
const maybeTask = fc.option(task, { nil: undefined });

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  task.map((taskId): Fact => ({ type: "task_start", data: { taskId, kind: "subagent", title: "look" } })),
  fc
    .record({
      taskId: task,
      outcome: fc.constantFrom("completed", "failed", "stopped", "unknown"),
      wakes: fc.boolean(),
    })
    .map((end): Fact => ({ type: "task_end", ...end })),
  fc.constantFrom<Fact[]>(
    { type: "turn_start" },
    { type: "turn_end", reason: "completed" },
    { type: "turn_end", reason: "interrupted" },
    { type: "agent_message", data: { messageId: "m1", text: "hello" } },
  ),
  fc.record({ toolCallId: fc.constantFrom("c1", "c2"), taskId: maybeTask }).map(({ toolCallId, taskId }): Fact => {
    const call = { toolCallId, title: "ls", kind: "execute", status: "running" as const };
    return { type: "tool_call", data: { ...call, ...(taskId === undefined ? {} : { taskId }) } };
  }),
  fc.record({ id: fc.constantFrom("q1", "q2"), taskId: maybeTask }).map(({ id, taskId }): Fact => {
    const question = { id, state: "asked" as const, title: "run", detail: "ls", options };
    return { type: "permission", data: { ...question, ...(taskId === undefined ? {} : { taskId }) } };
  }),
);

/** The events of these batches, one after the other. */
function eventsOf(batches: readonly (readonly Fact[])[]): Event[] {
  let state = folded(...running);
  return batches.flatMap((facts) => {
    const draft = new Draft({ session: "s1", state, at: atSecond(100) });
    addFacts(draft, facts, { run: "r1", by: agent, policy: null });
    state = draft.state;
    return draft.events;
  });
}

test("turns and background tasks are the same in any batches", () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyFact, { maxLength: 6 }), { maxLength: 8 }), (batches) => {
      expect(eventsOf(batches)).toEqual(eventsOf([batches.flat()]));
    }),
  );
});
