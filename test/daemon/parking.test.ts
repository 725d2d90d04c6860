// Processes that rest are ended as planned; the next prompt brings the conversation back.
import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const MINUTE_MS = 60_000;
const done = { type: "turn_end", reason: "completed" } as const;

async function rested(daemon: TestDaemon): Promise<{ session: string; agent: ScriptedRun }> {
  const { session, agent } = await daemon.working("one");
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  return { session, agent };
}

const exits = (daemon: TestDaemon, session: string) =>
  daemon.events(session).flatMap(({ type, data }) => (type === "agent_exit" ? [data] : []));

test("[R-19] an agent that rests for ten minutes is parked, and goes on with its conversation at the next prompt", async () => {
  const daemon = await testDaemon();
  daemon.limits = { ...noLimits, parkMinutes: 10 };
  const { session, agent } = await rested(daemon);
  daemon.clock.advance(9 * MINUTE_MS);
  await daemon.client.acknowledge(session, 100);
  expect(agent.stopped).toBe(false);
  daemon.clock.advance(MINUTE_MS + 1);
  await daemon.ofType(session, "agent_exit");
  expect(exits(daemon, session)).toMatchObject([{ outcome: "rested" }]);
  expect((await daemon.client.session(session)).session).toMatchObject({ status: "idle", reason: { code: "idle" } });
  await daemon.send(session, "two");
  const next = await daemon.run(2);
  expect(next.heard).toEqual([{ said: "open", nativeId: "native-1", resumed: true }]);
});

test("who works is not parked, however long it takes, nor who waits for an answer", async () => {
  const daemon = await testDaemon();
  daemon.limits = { ...noLimits, parkMinutes: 1 };
  const { session, agent } = await daemon.working("one");
  agent.say({
    type: "permission",
    data: {
      id: "q1",
      state: "asked",
      title: "Run `ls`",
      detail: "ls",
      options: [{ id: "yes", label: "Yes", kind: "allow_once" }],
    },
  });
  await daemon.ofType(session, "permission");
  daemon.clock.advance(90 * MINUTE_MS);
  await daemon.client.acknowledge(session, 1);
  expect(agent.stopped).toBe(false);
  expect(daemon.types(session)).not.toContain("agent_parked");
});

test("a command that the agent left in the background keeps it from being parked, until it is done", async () => {
  const daemon = await testDaemon();
  daemon.limits = { ...noLimits, parkMinutes: 1 };
  const { session, agent } = await rested(daemon);
  agent.hasBackgroundWork = true;
  daemon.clock.advance(2 * MINUTE_MS);
  await daemon.client.acknowledge(session, 100);
  expect(daemon.types(session)).not.toContain("agent_parked");
  agent.hasBackgroundWork = false;
  daemon.clock.advance(2 * MINUTE_MS);
  await daemon.ofType(session, "agent_parked");
});

test("rest counts on over a restart of the daemon", async () => {
  const daemon = await testDaemon();
  daemon.limits = { ...noLimits, parkMinutes: 10 };
  const { session, agent } = await rested(daemon);
  daemon.clock.advance(6 * MINUTE_MS);
  await daemon.restart();
  daemon.clock.advance(4 * MINUTE_MS + 1);
  await until("the end", () => agent.stopped);
  await daemon.ofType(session, "agent_parked");
});

test("past the cap the one that has rested longest is parked; who works is not", async () => {
  const daemon = await testDaemon();
  daemon.liveProcesses = 2;
  const sessions: string[] = [];
  for (const n of [1, 2, 3]) {
    const session = await daemon.newSession();
    sessions.push(session);
    await daemon.send(session, `p${n}`);
    const agent = await daemon.run(n);
    agent.say({ type: "bound", nativeId: `native-${n}`, provenance: "reported" });
    await until("the prompt", () => agent.prompts.includes(`p${n}`));
    // The first one goes on working.
    if (n > 1) agent.say(done);
    if (n > 1) await daemon.ofType(session, "turn_end");
    daemon.clock.advance(1000);
  }
  const [working, rests, newest] = sessions as [string, string, string];
  await daemon.ofType(rests, "agent_exit");
  expect(exits(daemon, rests)).toMatchObject([{ outcome: "rested" }]);
  expect(daemon.keeper.runs.map(({ stopped }) => stopped)).toEqual([false, true, false]);
  expect([working, newest].flatMap((session) => exits(daemon, session))).toEqual([]);
  expect((await daemon.ofType(rests, "agent_parked")).data.text).toContain("live_processes");
});

test("a prompt that comes while the process is being parked starts another one, once", async () => {
  const daemon = await testDaemon();
  daemon.limits = { ...noLimits, parkMinutes: 1 };
  const { session, agent } = await rested(daemon);
  let end = (): void => {};
  agent.onStop = () => {
    end = () => agent.exit({ kind: "exited", code: 0 });
  };
  daemon.clock.advance(2 * MINUTE_MS);
  await until("the stop", () => agent.stopped);
  await daemon.send(session, "two");
  end();
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt", () => next.prompts.includes("two"));
  expect(agent.prompts).toEqual(["one"]);
  expect(daemon.keeper.runs).toHaveLength(2);
});
