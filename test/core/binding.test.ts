// The tie between a session and the process that works for it: none → starting → ready → stopping → none.
import { describe, expect, test } from "vitest";
import { initialState, nextStep } from "../../src/core/index.ts";
import { ada, agent, atSecond, body, bound, created, exited, foldBodies, queued, started } from "../kit/events.ts";

const end = body("session_end", { reason: "killed" }, ada);
const bindingAfter = (...bodies: Parameters<typeof foldBodies>) => foldBodies(...bodies).binding;

test("a session begins without a process, a name or a past", () => {
  expect(initialState.binding).toMatchObject({
    run: null,
    nativeId: null,
    model: null,
    lastExit: null,
    startsAt: [],
    halted: false,
  });
});

test("a run starts, gets ready, stops with its session and is gone", () => {
  expect(bindingAfter(created, started("r1")).run).toMatchObject({ run: "r1", phase: "starting", seq: 2 });
  expect(bindingAfter(created, started("r1"), bound("r1")).run).toMatchObject({ run: "r1", phase: "ready", seq: 2 });
  expect(bindingAfter(created, started("r1"), bound("r1"), end).run).toMatchObject({ run: "r1", phase: "stopping" });
  expect(bindingAfter(created, started("r1"), bound("r1"), end, exited("r1", "stopped"))).toMatchObject({
    run: null,
    nativeId: "native-r1",
    lastExit: { outcome: "stopped", text: "the agent stopped", seq: 5 },
    startsAt: [atSecond(2)],
  });
});

test("a run that is stopping does not get ready any more", () => {
  const state = foldBodies(created, queued("p1"), started("r1"), end, bound("r1"));
  expect(state.binding.run).toMatchObject({ phase: "stopping" });
  expect(nextStep(state)).toEqual({ type: "stop_run", run: "r1" });
});

describe("the agent's own name for the conversation", () => {
  test("and the model stay when the process goes", () => {
    const named = body("agent_bound", { run: "r1", nativeId: "n1", provenance: "reported", model: "large" }, agent);
    expect(bindingAfter(created, started("r1"), named, exited("r1", "lost"))).toMatchObject({
      nativeId: "n1",
      model: "large",
    });
  });

  test("may come again without a model, which stays", () => {
    const first = body("agent_bound", { run: "r1", nativeId: "n1", provenance: "assigned", model: "large" }, agent);
    const again = body("agent_bound", { run: "r1", nativeId: "n2", provenance: "reported" }, agent);
    expect(bindingAfter(created, started("r1"), first, again)).toMatchObject({ nativeId: "n2", model: "large" });
  });
});
