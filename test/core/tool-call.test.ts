// Which tool calls are open: what has to be closed when a turn ends without their end.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventBody } from "../../src/core/index.ts";
import { agent, body, created, ended, foldBodies, running } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

type Status = "pending" | "running" | "completed" | "failed" | "cancelled";

const call = (toolCallId: string, status: Status = "running"): EventBody =>
  body("tool_call", { toolCallId, title: "ls", kind: "execute", status }, agent);
const update = (toolCallId: string, status?: Status): EventBody =>
  body("tool_call_update", { toolCallId, ...(status ? { status } : {}) }, agent);
const openAfter = (...bodies: EventBody[]) => foldBodies(created, ...bodies).toolCall.open;

test("a call is open with its title and the event that opened it", () => {
  expect(openAfter(call("c1"), call("c2", "pending"))).toEqual([
    { toolCallId: "c1", title: "ls", seq: 2 },
    { toolCallId: "c2", title: "ls", seq: 3 },
  ]);
});

test.for(["completed", "failed", "cancelled"] as const)("a call that is %s is closed, and only that one", (status) => {
  const second = { toolCallId: "c2", title: "ls", seq: 3 };
  expect(openAfter(call("c1"), call("c2"), update("c1", status))).toEqual([second]);
  expect(openAfter(call("c1"), call("c2"), call("c1", status))).toEqual([second]);
  expect(openAfter(call("c1", status))).toEqual([]);
});

test.for([undefined, "pending", "running"] as const)("an update to %s leaves it open", (status) => {
  expect(openAfter(call("c1"), update("c1", status))).toHaveLength(1);
});

test("a call that is told twice is open once", () => {
  expect(openAfter(call("c1", "pending"), call("c1"))).toEqual([{ toolCallId: "c1", title: "ls", seq: 3 }]);
});

test("an update without its call opens nothing", () => {
  expect(openAfter(update("c1", "running"))).toEqual([]);
});

test("no call outlives its turn", () => {
  expect(foldBodies(...running, call("c1"), ended("t1")).toolCall).toEqual({ open: [] });
});

test("in a log of ours every call gets an end, when its turn ends at the latest", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const { events, state } = live(moves);
      const endings = new Set<unknown>();
      for (const { type, data } of events) {
        const { toolCallId, status } = data as { toolCallId?: string; status?: string };
        if (type === "tool_call_update" && status !== "running") endings.add(toolCallId);
      }
      const open = new Set(state.toolCall.open.map(({ toolCallId }) => toolCallId));
      const calls = events
        .filter(({ type }) => type === "tool_call")
        .map(({ data }) => (data as { toolCallId: string }).toolCallId);
      expect(calls.filter((id) => open.has(id) === endings.has(id))).toEqual([]);
    }),
  );
});
