import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, done, text } from "./cli-daemon.ts";

const noTasks = { tasks: [], endsTasks: false };

test("[R-32] [C-17] abort waits for the turn's end, says what is held, and has nothing against nothing to do", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.send(session, "later");
  const aborting = run(["abort"]);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  const name = session.slice(0, 8);
  expect((await aborting).out).toBe(
    `stopped the turn of ${name}; 1 queued prompt held; release with: skein queue ${name} release\n`,
  );
  const nothing = `nothing to stop: no turn of ${name} is running`;
  const held = `1 queued prompt held; release with: skein queue ${name} release`;
  expect(await run(["abort"])).toEqual({ code: 0, out: `${nothing}; ${held}\n`, err: "" });
  expect((await run(["abort", "--clear"])).out).toBe(`${nothing}; 1 queued prompt withdrawn\n  1  later\n`);
  expect(JSON.parse((await run(["abort", "--json"])).out)).toEqual({
    v: 1,
    session,
    sessionId: session,
    ran: false,
    aborted: false,
    withdrawn: 0,
    queued: 0,
    paused: true,
    turn: null,
    prompts: [],
    ...noTasks,
  });
});

test("[R-32] abort names the words that were steered into the turn, and how they are sent again", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "api");
  await run(["send", "api", "more to the left", "--steer"]);
  await until("the words", () => agent.heard.some(({ said }) => said === "steer"));
  const aborting = run(["abort"]);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  expect((await aborting).out).toBe(
    `stopped the turn of api\nthe agent may not have read the text that was steered into turn t1: "more to the left"; it is not resent automatically: skein send api 'more to the left'\n`,
  );
  expect((await run(["show"])).out).toContain("skein send api 'more to the left'");
});

test("[R-32] abort of a session that waits for its quota says that it no longer goes on by itself", async () => {
  const { daemon, run } = await cliDaemon();
  daemon.limits = { ...noLimits, resumeAfterQuota: true };
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "api");
  const reset = new Date(Date.parse(daemon.clock.now()) + 3_600_000).toISOString();
  agent.say({ type: "quota_reached", data: { until: reset, text: "limit reached" } });
  agent.say({ type: "turn_end", reason: "limit", error: "limit reached" });
  await daemon.ofType(session, "turn_end");
  expect((await run(["abort", "api"])).out).toBe(
    "api will not resume when its quota is back; release with: skein queue api release\n",
  );
  expect((await run(["abort", "api"])).out).toBe("nothing to stop: no turn of api is running\n");
});

test("[R-32] abort while the agent starts holds the prompt: nothing runs until it is let go", async () => {
  const { daemon, run, start } = await cliDaemon();
  const session = await daemon.newSession("api");
  await daemon.send(session, "go");
  const agent = await daemon.run();
  expect((await run(["abort", "api"])).out).toBe(
    "no turn of api had begun; 1 queued prompt held; release with: skein queue api release\n",
  );
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await daemon.ofType(session, "agent_bound");
  expect(agent.prompts).toEqual([]);
  await run(["queue", "api", "release"]);
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  agent.say(done);

  const other = await daemon.newSession("web");
  const attached = start(["attach", "web", "--no-color"], { isTerminal: true });
  await until("the line", () => attached.out().includes("Enter sends"));
  await daemon.send(other, "go on");
  const second = await daemon.run(2);
  await until("it to be shown", () => attached.out().includes("go on"));
  attached.type("\x1b");
  await until("the queue to be held", () => daemon.types(other).includes("queue_paused"));
  second.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await daemon.ofType(other, "agent_bound");
  expect(second.prompts).toEqual([]);
  attached.type("\x03");
  await attached.result;
});

test("[C-17] abort --clear withdraws what waits, and says how much", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.send(session, "later");
  await daemon.send(session, "and later");
  const aborting = run(["abort", "--clear", "--json"]);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  const { turn, ...told } = JSON.parse((await aborting).out);
  const prompts = [expect.objectContaining({ text: "later" }), expect.objectContaining({ text: "and later" })];
  expect(told).toEqual({
    v: 1,
    session,
    sessionId: session,
    ran: true,
    aborted: true,
    withdrawn: 2,
    queued: 0,
    paused: true,
    prompts,
    ...noTasks,
  });
  expect(turn).toMatchObject({ reason: "interrupted" });
  expect(agent.prompts).toEqual(["go"]);
});

test("[R-33] kill waits until the process is gone and keeps the history", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(text("half"));
  const name = session.slice(0, 8);
  expect(await run(["kill", "@"])).toEqual({
    code: 0,
    out: `ended the process of ${name} in turn t1; its history stays: skein show ${name}\n`,
    err: "",
  });
  expect(agent.stopped).toBe(true);
  expect((await run(["show"])).out).toContain("half");
  expect((await run(["stop", name])).out).toBe(`${name} had no process; its history stays: skein show ${name}\n`);
  const sending = run(["send", name, "again", "--wait"]);
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => next.prompts.includes("again"));
  next.say(text("back", "m2"), done);
  expect((await sending).out).toBe("back\n");
});

test("use makes a session the one that is meant without a name", async () => {
  const { daemon, run } = await cliDaemon();
  const first = await daemon.newSession("one");
  await daemon.newSession("two");
  const { out } = await run(["use", "one"]);
  expect(out).toBe(`selected one (${first.slice(0, 8)}) in ${daemon.workspace}\n`);
  expect(JSON.parse((await run(["show", "--json"])).out).session.id).toBe(first);
  expect(JSON.parse((await run(["use", "two", "--json"])).out)).toMatchObject({
    v: 1,
    session: { name: "two", active: true },
  });
});
