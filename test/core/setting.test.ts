// Mode and model: a person's wish holds for the next turn, and the agent tells what it does now.
import { describe, expect, test } from "vitest";
import { nextStep } from "../../src/core/index.ts";
import { decide } from "../kit/decide.ts";
import {
  ada,
  agent,
  body,
  bound,
  created,
  ended,
  fold,
  foldBodies,
  place,
  queued,
  running,
  started,
} from "../kit/events.ts";

const mode = (by = ada) => body("mode_changed", { mode: "plan" }, by);
const model = (by = ada) => body("model_changed", { model: "large" }, by);

describe("requesting a setting", () => {
  test("is an event", () => {
    const state = foldBodies(created);
    expect(decide(state, { type: "set_mode", mode: "plan" }, ada)).toEqual({
      events: [mode()],
      outcome: { state: "set", mode: "plan" },
    });
    expect(decide(state, { type: "set_model", model: "large" }, ada)).toEqual({
      events: [model()],
      outcome: { state: "set", model: "large" },
    });
  });

  test("for what stands already is none", () => {
    const state = foldBodies(created, mode(), model());
    expect(decide(state, { type: "set_mode", mode: "plan" }, ada)).toMatchObject({ events: [] });
    expect(decide(state, { type: "set_model", model: "large" }, ada)).toMatchObject({ events: [] });
  });

  test("[C-16] for what stands, and what the agent has left by itself, is one: it is told again", () => {
    const own = body("mode_changed", { mode: "auto" }, agent);
    const state = foldBodies(created, mode(), started("r1"), bound("r1"), own);
    expect(decide(state, { type: "set_mode", mode: "plan" }, ada)).toMatchObject({ events: [mode()] });
  });
});

test("a wish is a person's, and what an agent says of itself is no wish", () => {
  expect(foldBodies(created, mode(), model()).setting).toEqual({ mode: "plan", model: "large", seq: 3 });
  expect(foldBodies(created, mode(agent), model(agent)).setting).toEqual({ mode: null, model: null, seq: 0 });
});

test("the model of the agent is the one that it tells", () => {
  expect(foldBodies(created, started("r1"), model()).binding.model).toBeNull();
  expect(foldBodies(created, started("r1"), model(agent)).binding.model).toBe("large");
});

describe("a running agent", () => {
  const told = body("agent_configured", { run: "r1", mode: "plan", model: null });

  test("is told of a wish before the next prompt, and once", () => {
    const state = foldBodies(...running, mode(), queued("p2"));
    expect(nextStep(state)).toBeNull();
    const rested = fold(place([ended("t1")], state.head), state);
    expect(nextStep(rested)).toEqual({ type: "configure", run: "r1", mode: "plan", model: null });
    const after = fold(place([told], rested.head), rested);
    expect(nextStep(after)).toMatchObject({ type: "deliver", prompt: { promptId: "p2" }, turn: "t2" });
  });

  test("is told nothing while there is no prompt", () => {
    expect(nextStep(foldBodies(...running, ended("t1"), mode()))).toBeNull();
  });

  test("was started with every wish before", () => {
    const state = foldBodies(created, mode(), queued("p1"), started("r1"), bound("r1"));
    expect(nextStep(state)).toMatchObject({ type: "deliver" });
  });

  test("does not learn what another run was told", () => {
    const state = foldBodies(...running, ended("t1"), mode(), queued("p2"));
    const other = body("agent_configured", { run: "r9", mode: "plan", model: null });
    expect(nextStep(fold(place([other], state.head), state))).toMatchObject({ type: "configure" });
  });
});

test.each(["mode_refused", "model_refused"])("[C-16] %s: the process goes, and nothing is delivered", (code) => {
  const refused = body("error", { code, message: "no" }, agent);
  const exit = { run: "r1", outcome: "stopped", code: null, signal: "SIGTERM", text: "stopped" } as const;
  const state = foldBodies(...running, ended("t1"), mode(), queued("p2"), refused);
  expect(nextStep(state)).toEqual({ type: "stop_run", run: "r1" });
  const gone = fold(place([body("agent_exit", exit)], state.head), state);
  expect(nextStep(gone)).toBeNull();
  const released = fold(place([body("queue_paused", { paused: false })], gone.head), gone);
  expect(nextStep(released)).toMatchObject({ type: "start_run", prompt: { promptId: "p2" } });
});

test("a person's new name is the session's, and an agent's is its title", () => {
  const named = (by = ada) => foldBodies(created, queued("p1", "do it"), body("renamed", { name: "fix\nit" }, by));
  expect([named().lifecycle.name, named().prompt.title]).toEqual(["fix\nit", "do it"]);
  expect([named(agent).lifecycle.name, named(agent).prompt.title]).toEqual([null, "fix"]);
});
