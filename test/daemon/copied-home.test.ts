// A copy of a home knows of the same runs and has the same queue as the other one, where both go on: here neither does by itself.
import { cpSync, renameSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

/** What the daemon finds in its place is a copy: another directory with the same in it. */
async function replaceByCopy(daemon: TestDaemon): Promise<void> {
  const { home } = daemon.paths;
  await daemon.stop("keep");
  renameSync(home, `${home}.original`);
  cpSync(`${home}.original`, home, { recursive: true });
}

test("in a copy of a home runs are over, their processes are left alone, and what is queued is held until a person lets it go", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  const idle = await daemon.newSession("idle");
  const events = daemon.events(idle).length;
  await replaceByCopy(daemon);
  await daemon.start();
  expect([agent.stopped, agent.hasExited]).toEqual([false, false]);
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "lost", turn: "t1" });
  const told = await daemon.ofType(session, "error");
  expect(told.data).toMatchObject({ code: "home_copied", message: expect.stringContaining("is a copy of another") });
  const { items, paused } = await daemon.client.queue(session);
  expect({ texts: items.map(({ text }) => text), paused }).toEqual({ texts: ["two"], paused: true });
  expect((await daemon.client.session(session)).session).toMatchObject({
    status: "error",
    reason: { code: "home_copied" },
  });
  expect(daemon.events(idle)).toHaveLength(events);

  // The next daemon knows this home, and the person's word counts.
  const count = daemon.events(session).length;
  await daemon.restart();
  expect(daemon.events(session)).toHaveLength(count);
  await daemon.client.changeQueue(session, { paused: false });
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => next.prompts.includes("two"));
  expect(agent.stopped).toBe(false);
});

test("in a copy of a home nothing goes on by itself when its quota is there again", async () => {
  const daemon = await testDaemon();
  daemon.limits = { ...noLimits, resumeAfterQuota: true };
  const { session, agent } = await daemon.working("one");
  const until = new Date(Date.parse(daemon.clock.now()) + 3_600_000).toISOString();
  agent.say({ type: "quota_reached", data: { until, text: "5-hour limit reached" } });
  agent.say({ type: "turn_end", reason: "limit", error: "5-hour limit reached" });
  await daemon.ofType(session, "turn_end");
  await daemon.client.restart(session);
  await daemon.ofType(session, "agent_exit");
  await replaceByCopy(daemon);
  await daemon.start();
  expect((await daemon.ofType(session, "error")).data).toMatchObject({ code: "home_copied" });
  expect(await daemon.client.queue(session)).toMatchObject({ paused: true, items: [] });
});

test("a daemon that is there to end agents ends none of those of the other home", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  await replaceByCopy(daemon);
  await daemon.start({ endsAgents: true });
  expect([agent.stopped, agent.hasExited]).toEqual([false, false]);
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "lost" });
});

test("a home that was moved is still the same", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.stop("keep");
  const { home } = daemon.paths;
  renameSync(home, `${home}.moved`);
  cpSync(`${home}.moved`, home, { recursive: true });
  rmSync(home, { recursive: true });
  renameSync(`${home}.moved`, home);
  await daemon.start();
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the prompt to arrive", () => agent.prompts.includes("two"));
  expect(daemon.types(session)).not.toContain("error");
});
