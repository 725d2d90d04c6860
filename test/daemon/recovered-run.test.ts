// A recovery can lose the start of an agent's process, and with it the only thing that would end what the log still has open.
import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { initialState, nextStep, reduce, summaryOf } from "../../src/core/index.ts";
import type { ConditionListener } from "../../src/log/condition.ts";
import { createMemoryLog, type Log, type RunRecord } from "../../src/log/index.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

/** What a recovery makes of the session when nobody has its newest start any more; `run` where the record of it was found. */
async function recovered(daemon: TestDaemon, session: string, run?: RunRecord): Promise<Log> {
  const log = createMemoryLog();
  const events = daemon.events(session).map((event) => {
    const { seq } = event;
    const lost = { text: `Event ${seq} was lost.`, from: seq, to: seq };
    return event.type === "agent_start" ? { ...event, type: "lost", data: lost } : event;
  });
  const state = events.reduce(reduce, initialState);
  const summary = summaryOf(session, state);
  await log.append({ session, events, summary, isBusy: nextStep(state) !== null, ...(run ? { run } : {}) });
  // It counts as this home's own log.
  return { ...log, epoch: daemon.log.epoch };
}

const ends = (daemon: TestDaemon, session: string) =>
  daemon.events(session).filter(({ type }) => ["turn_end", "queue_paused", "error"].includes(type));

/** A session with a turn, a question and a prompt that waits. */
async function busy(daemon: TestDaemon): Promise<{ session: string; agent: ScriptedRun }> {
  const { session, agent } = await daemon.working();
  const options = [{ id: "y", label: "Yes", kind: "allow_once" as const }];
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "May I?", detail: "", options } });
  await daemon.ofType(session, "permission");
  await daemon.send(session, "and then this");
  return { session, agent };
}

async function expectClosed(daemon: TestDaemon, session: string): Promise<void> {
  await daemon.ofType(session, "turn_end");
  expect(ends(daemon, session)).toMatchObject([
    { type: "error", data: { code: "run_lost", message: expect.stringContaining("lost") } },
    { type: "turn_end", data: { turn: "t1", reason: "interrupted", error: expect.stringContaining("lost") } },
    { type: "queue_paused", data: { paused: true } },
  ]);
  const { state } = await daemon.client.session(session);
  expect({ turn: state.turn.open, questions: state.permission.open }).toEqual({ turn: null, questions: [] });
}

/** What a person does next works: a new process is started for it. */
async function expectGoesOn(daemon: TestDaemon, session: string): Promise<void> {
  await daemon.client.changeQueue(session, { paused: false });
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => next.prompts.includes("and then this"));
}

test("a turn whose process the recovered log does not know is ended at the start, with everything in it, and the session goes on", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  await daemon.start();
  const { session, agent } = await busy(daemon);
  await daemon.stop("keep");
  daemon.log = await recovered(daemon, session);
  mkdirSync(agent.spec.dir, { recursive: true });
  await daemon.start();
  expect(agent.hasExited).toBe(true);
  await expectClosed(daemon, session);
  await expectGoesOn(daemon, session);
});

test("a process whose start the recovered log does not know ends with its turn, though its record was found", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  await daemon.start();
  const { session, agent } = await busy(daemon);
  const [record] = daemon.log.runs();
  await daemon.stop("keep");
  daemon.log = await recovered(daemon, session, record);
  await daemon.start();
  await daemon.ofType(session, "turn_end");
  await until("the process to end", () => agent.hasExited);
  expect(daemon.log.runs()).toEqual([]);
  await expectGoesOn(daemon, session);
});

test("a log that is recovered while the daemon runs: the process that it has forgotten ends, and so does its turn", async () => {
  const listeners: ConditionListener[] = [];
  let current = createMemoryLog();
  const daemon = new TestDaemon(
    new Proxy({} as Log, {
      get: (_, key) =>
        key === "listen"
          ? (listener: ConditionListener) => listeners.push(listener)
          : (Reflect.get(current, key).bind?.(current) ?? Reflect.get(current, key)),
    }),
  );
  await daemon.start();
  const { session, agent } = await busy(daemon);
  current = await recovered(daemon, session);
  for (const { reopened } of listeners) reopened?.({ isRebuilt: true });
  await until("the process to end", () => agent.hasExited);
  await expectClosed(daemon, session);
  await expectGoesOn(daemon, session);
});
