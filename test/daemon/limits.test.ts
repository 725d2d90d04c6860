import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import { TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

async function daemonWith(parts: Pick<TestDaemon, "limits" | "runningSessions">): Promise<TestDaemon> {
  const daemon = Object.assign(new TestDaemon(createMemoryLog()), parts);
  await daemon.start();
  return daemon;
}

const rest = { type: "turn_end", reason: "completed" } as const;

test("[M-12] only so many sessions work at once; the next is shown as queued, and begins when one rests", async () => {
  const daemon = await daemonWith({ limits: noLimits, runningSessions: 1 });
  const { agent } = await daemon.working("one");
  const other = await daemon.newSession("other");
  await daemon.send(other, "two");
  await daemon.ofType(other, "prompt_waiting");
  expect((await daemon.client.session(other)).session).toMatchObject({
    status: "starting",
    reason: { code: "queued", text: expect.stringContaining("is idle") },
    queued: 1,
  });
  expect(daemon.keeper.runs).toHaveLength(1);
  await daemon.restart();
  expect(daemon.keeper.runs).toHaveLength(1);
  agent.say(rest);
  const second = await daemon.run(2);
  second.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("two", () => second.prompts.includes("two"));
  expect(daemon.types(other).filter((type) => type === "prompt_waiting")).toHaveLength(1);
});

test("a session that stops while others wait makes room, too", async () => {
  const daemon = await daemonWith({ limits: noLimits, runningSessions: 1 });
  const { session } = await daemon.working("one");
  const other = await daemon.newSession("other");
  await daemon.send(other, "two");
  await daemon.ofType(other, "prompt_waiting");
  await daemon.client.stop(session);
  await daemon.run(2);
});

test("a session that can't go on leaves the line, and is in it again when it can", async () => {
  const daemon = await daemonWith({ limits: noLimits, runningSessions: 1 });
  const { session: troubled, agent: resting } = await daemon.working("first");
  resting.say(rest);
  await daemon.ofType(troubled, "turn_end");
  const works = await daemon.newSession("works");
  await daemon.send(works, "one");
  const working = await daemon.run(2);
  working.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("one", () => working.prompts.includes("one"));
  await daemon.send(troubled, "two");
  await daemon.ofType(troubled, "prompt_waiting");
  const other = await daemon.newSession("other");
  await daemon.send(other, "three");
  await daemon.ofType(other, "prompt_waiting");

  daemon.means(/the disk is slow/);
  daemon.keeper.trouble = new Error("EIO: the disk is slow");
  resting.say({ type: "notice", data: { kind: "n", text: "said meanwhile" } });
  await until("people to be told", () => daemon.faults.length > 0);
  daemon.keeper.trouble = null;
  working.say(rest);
  const third = await daemon.run(3);
  third.say({ type: "bound", nativeId: "native-3", provenance: "reported" });
  await until("three", () => third.prompts.includes("three"));

  daemon.clock.advance(2000);
  await daemon.ofType(troubled, "notice");
  expect(resting.prompts).toEqual(["first"]);
  third.say(rest);
  await until("two", () => resting.prompts.includes("two"));
});

test("a turn that takes too long is interrupted, and the session says why", async () => {
  const daemon = await daemonWith({ limits: { ...noLimits, turnMinutes: 5 }, runningSessions: 0 });
  const { session, agent } = await daemon.working("one");
  daemon.clock.advance(4 * 60_000);
  expect(daemon.types(session)).not.toContain("interrupt");
  daemon.clock.advance(60_000);
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  const { session: row } = await daemon.client.session(session);
  expect(row).toMatchObject({
    status: "error",
    reason: { code: "turn_limit", text: expect.stringContaining("5 minutes") },
  });
});

test("a budget that is used up ends the turn, holds the queue, refuses more, and can be raised", async () => {
  const daemon = await daemonWith({ limits: { ...noLimits, budgetUsd: 1 }, runningSessions: 0 });
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  agent.say({ type: "usage", inputTokens: 10, outputTokens: 10, costUsd: 1.2 });
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  expect((await daemon.client.session(session)).session).toMatchObject({
    status: "error",
    reason: { code: "budget", text: expect.stringContaining("$1") },
    queued: 1,
  });
  await expect(daemon.send(session, "three")).rejects.toMatchObject({
    code: "budget_used_up",
    message: expect.stringContaining("skein limit"),
  });
  await daemon.client.setLimits(session, { budgetUsd: 5 });
  await daemon.client.changeQueue(session, { paused: false });
  await until("two", () => agent.prompts.includes("two"));
  expect(agent.prompts).toEqual(["one", "two"]);
});

test("a vendor's quota holds everything until it is there again, and then goes on by itself only if that was asked for", async () => {
  for (const resumeAfterQuota of [false, true]) {
    const daemon = await daemonWith({ limits: { ...noLimits, resumeAfterQuota }, runningSessions: 0 });
    const { session, agent } = await daemon.working("one");
    const reset = new Date(Date.parse(daemon.clock.now()) + 3_600_000).toISOString();
    agent.say({ type: "quota_reached", data: { until: reset, text: "5-hour limit reached" } });
    agent.say({ type: "turn_end", reason: "limit", error: "5-hour limit reached" });
    await daemon.ofType(session, "turn_end");
    expect((await daemon.client.session(session)).session).toMatchObject({
      status: "waiting",
      reason: { code: "quota", text: `quota until ${reset}` },
    });
    await daemon.restart();
    daemon.clock.advance(3_600_000);
    if (resumeAfterQuota) await until("it to go on", () => agent.prompts.some((text) => text.includes("quota")));
    else await daemon.send(session, "try again");
    await until("a second prompt", () => agent.prompts.length === 2);
    await daemon.stop();
  }
});

/** The agent's quota is used up for an hour, and the session would go on by itself afterwards. */
async function atItsQuota() {
  const daemon = await daemonWith({ limits: { ...noLimits, resumeAfterQuota: true }, runningSessions: 0 });
  const { session, agent } = await daemon.working("one");
  const reset = new Date(Date.parse(daemon.clock.now()) + 3_600_000).toISOString();
  const runOut = () => {
    agent.say({ type: "quota_reached", data: { until: reset, text: "5-hour limit reached" } });
    agent.say({ type: "turn_end", reason: "limit", error: "5-hour limit reached" });
    return daemon.ofType(session, "turn_end");
  };
  return { daemon, session, agent, runOut };
}

/** What a new process of the agent gets to hear first, when a person sends "go on". */
async function firstWords(daemon: TestDaemon, session: string): Promise<string | undefined> {
  await daemon.send(session, "go on");
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("a prompt", () => next.prompts.length > 0);
  return next.prompts[0];
}

test("what a kill has stopped does not go on by itself when the quota is there again, also when the session is opened for something else", async () => {
  const { daemon, session, runOut } = await atItsQuota();
  await runOut();
  await daemon.client.stop(session);
  await daemon.ofType(session, "agent_exit");
  await daemon.client.prompt(session, { content: [{ type: "text", text: "later" }], held: true });
  daemon.clock.advance(3_600_000);
  expect(await firstWords(daemon, session)).toBe("go on");
});

test("a quota of which the log hears after a kill does not let it go on by itself, either", async () => {
  const { daemon, session, agent, runOut } = await atItsQuota();
  const end = agent.onStop;
  agent.onStop = () => {};
  await daemon.client.stop(session);
  await runOut();
  end();
  await daemon.ofType(session, "agent_exit");
  await daemon.client.prompt(session, { content: [{ type: "text", text: "later" }], held: true });
  daemon.clock.advance(3_600_000);
  expect(await firstWords(daemon, session)).toBe("go on");
});

test("what was stopped with every agent does not go on by itself when the quota is there again", async () => {
  const { daemon, session, runOut } = await atItsQuota();
  await runOut();
  await daemon.stop("stop");
  daemon.clock.advance(3_600_000);
  await daemon.start();
  expect(await firstWords(daemon, session)).toBe("go on");
});

test("what waits for its quota does not go on by itself after a daemon that only ended the agents", async () => {
  const { daemon, session, agent, runOut } = await atItsQuota();
  await runOut();
  await daemon.stop("keep");
  await daemon.start({ endsAgents: true });
  await until("the agent to be ended", () => daemon.types(session).includes("agent_exit"));
  await daemon.stop();
  daemon.clock.advance(3_600_000);
  await daemon.start();
  expect(await firstWords(daemon, session)).toBe("go on");
  expect(agent.prompts).toEqual(["one"]);
});

test.for([false, true])(
  "an abort at rest (clear: %s) keeps what waits for its quota from going on by itself",
  async (clear) => {
    const { daemon, session, agent, runOut } = await atItsQuota();
    await runOut();
    const { outcome } = await daemon.client.interrupt(session, clear ? { clear } : {});
    expect(outcome).toMatchObject({ state: "held", ran: false });
    daemon.clock.advance(3_600_000);
    await daemon.send(session, "go on");
    await until("a prompt", () => agent.prompts.length > 1);
    expect(agent.prompts).toEqual(["one", "go on"]);
  },
);

test("an abort has nothing to stop where nothing goes on by itself after the quota", async () => {
  const { daemon, session, runOut } = await atItsQuota();
  daemon.limits = noLimits;
  await runOut();
  await expect(daemon.client.interrupt(session)).rejects.toMatchObject({ code: "turn_not_running" });
});

test("who looks at a session whose quota was there again long ago does not make it go on", async () => {
  const { daemon, session, agent, runOut } = await atItsQuota();
  daemon.limits = noLimits;
  await runOut();
  await daemon.stop("keep");
  daemon.clock.advance(3_600_000 + 25 * 3_600_000);
  daemon.limits = { ...noLimits, resumeAfterQuota: true };
  await daemon.start();
  await daemon.client.session(session);
  await daemon.send(session, "go on");
  await until("a prompt", () => agent.prompts.length > 1);
  expect(agent.prompts).toEqual(["one", "go on"]);
});

test.for([1e12, 1e300, Number.MAX_VALUE])(
  "a turn may take %d minutes, beyond all dates: it is as if there were no limit",
  async (minutes) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working();
    await daemon.client.setLimits(session, { turnMinutes: minutes });
    daemon.limits = { ...daemon.limits, parkMinutes: minutes };
    daemon.clock.advance(5 * 60_000);
    agent.say({ type: "notice", data: { kind: "n", text: "still here" } });
    await daemon.ofType(session, "notice");
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    await daemon.restart();
    await daemon.send(session, "go on");
    await until("the prompt to arrive", () => agent.prompts.includes("go on"));
    expect(daemon.faults).toEqual([]);
  },
);
