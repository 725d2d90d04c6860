// Whoever waits for a prompt is told what it waits for; what only a person can end is not waited for.
import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, done, text } from "./cli-daemon.ts";

const LATER = "9d6b31d2-3c2e-4f6e-9d0f-2a9a3f1f5a11";

async function withSession() {
  const cli = await cliDaemon();
  const session = await cli.daemon.newSession("docs");
  return { cli, session };
}

/** A session called docs whose agent works on a prompt. */
async function working() {
  const cli = await cliDaemon();
  const { session, agent, promptId } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "docs");
  return { cli, session, agent, promptId };
}

const queued = async ({ daemon }: CliDaemon, session: string) => (await daemon.client.queue(session)).items.length;

test("after a prompt that is held: it ends with 8, and says which one to let go", async () => {
  const { cli, session } = await withSession();
  await cli.run(["send", "docs", "first of all", "--hold", "--prompt-id", LATER]);
  expect(await cli.run(["send", "docs", "then this", "--after", "1", "--wait"])).toEqual({
    code: 8,
    out: "",
    err: `error: the prompt waits for another one, which is held until a person releases it
why: 9d6b31d2 (first of all) is held
fix: skein queue docs release 9d6b31d2
`,
  });
  const { code, out } = await cli.run(["send", "docs", "and this", "--after", "2", "--wait", "--json"]);
  expect([code, JSON.parse(out)]).toMatchObject([8, { state: "queued", held: "before", waitsFor: LATER }]);
  expect(await queued(cli, session)).toBe(3);
});

test("whoever sends without waiting is told, too, what is held before it", async () => {
  const { cli, session } = await withSession();
  const nowMs = Date.parse("2099-01-31T07:00");
  await cli.run(["send", "docs", "first of all", "--hold", "--prompt-id", LATER]);
  const held = "which waits for 9d6b31d2 (first of all), held: skein queue docs release 9d6b31d2";
  expect((await cli.run(["send", "docs", "then this", "--after", "1"])).out).toBe(
    "queued for docs, 2nd: goes after 1, held: skein queue docs release 9d6b31d2\n",
  );
  expect((await cli.run(["send", "docs", "and this", "--after", "2", "--at", "09:00"], { nowMs })).out).toBe(
    `queued for docs, 3rd: goes at 09:00, after 2, ${held}\n`,
  );
  await cli.daemon.client.changeQueue(session, { paused: true });
  expect((await cli.run(["send", "docs", "later", "--at", "09:00"], { nowMs })).out).toBe(
    "queued for docs, 4th: goes at 09:00; the queue is held: skein queue docs release\n",
  );
});

test("a prompt that is let go in a queue that is held does not go yet, and that is said", async () => {
  const { cli, session } = await withSession();
  await cli.run(["send", "docs", "first of all", "--hold", "--prompt-id", LATER]);
  await cli.daemon.client.changeQueue(session, { paused: true });
  expect((await cli.run(["queue", "docs", "release", "1"])).out).toBe(
    "released 9d6b31d2 (first of all): the queue itself is held: skein queue docs release\n",
  );
});

test("it ends, too, when the prompt that it waits for is held later on", async () => {
  const { cli, session, promptId } = await working();
  await cli.daemon.client.prompt(session, {
    id: LATER,
    content: [{ type: "text", text: "in between" }],
    after: promptId,
  });
  const sending = cli.start(["send", "docs", "then this", "--after", LATER, "--wait"]);
  await until("the prompt", async () => (await queued(cli, session)) === 2);
  await cli.run(["queue", "docs", "hold", "1"]);
  expect(await sending.result).toMatchObject({
    code: 8,
    err: expect.stringContaining("fix: skein queue docs release 9d6b31d2\n"),
  });
});

test("at a later time: it says when, and waits", async () => {
  const { cli } = await withSession();
  const sending = cli.start(["send", "docs", "later", "--at", "2099-01-31T09:00", "--wait"]);
  await until("the time", () => sending.err() === "waiting: it goes on 2099-01-31 at 09:00\n");
  sending.interrupt();
  expect((await sending.result).code).toBe(130);
});

test.for([
  ["interrupted", 130, "interrupted"],
  ["out of time", 7, "docs has not finished in time"],
] as const)("%s before the prompt went: it says that it stays queued", async ([kind, code, message]) => {
  const { cli, session } = await withSession();
  const timeout = kind === "interrupted" ? [] : ["--timeout", "1s"];
  const sending = cli.start(["send", "docs", "later", "--at", "2099-01-31T09:00", "--wait", ...timeout]);
  await until("the time", () => sending.err().includes("waiting: it goes on 2099-01-31"));
  if (kind === "interrupted") sending.interrupt();
  expect(await sending.result).toMatchObject({
    code,
    err: expect.stringMatching(new RegExp(`\nerror: ${message}\nfix: it stays queued: skein queue docs\n$`)),
  });
  expect(await queued(cli, session)).toBe(1);
});

test("a time to give up goes only with waiting", async () => {
  const { cli, session } = await withSession();
  expect(await cli.run(["send", "docs", "go", "--hold", "--timeout", "5s"])).toEqual({
    code: 2,
    out: "",
    err: "error: --timeout goes with --wait\nfix: add --wait, or omit --timeout\n",
  });
  expect(await queued(cli, session)).toBe(0);
});

test("after a prompt with a time: it says when that one goes", async () => {
  const { cli } = await withSession();
  await cli.run(["send", "docs", "first of all", "--at", "2099-01-31T09:00", "--prompt-id", LATER]);
  const sending = cli.start(["send", "docs", "then this", "--after", "1", "--wait"]);
  await until("the time", () =>
    sending.err().includes("waiting: it goes after 9d6b31d2 (first of all), which goes on 2099-01-31 at 09:00\n"),
  );
  sending.interrupt();
  await sending.result;
});

test("behind a running turn: it says so, once, and prints the answer when it comes", async () => {
  const { cli, agent } = await working();
  const sending = cli.start(["send", "docs", "then this", "--wait"]);
  await until("the turn", () => sending.err() === "waiting: turn t1 is running\n");
  agent.say(done);
  await until("the prompt to arrive", () => agent.prompts.includes("then this"));
  agent.say(text("did it", "m2"), done);
  expect(await sending.result).toEqual({ code: 0, out: "did it\n", err: "waiting: turn t1 is running\n" });
});

test.for(["--quiet", "--json"])("%s waits without a word", async (flag) => {
  const { cli, agent, session } = await working();
  const sending = cli.start(["send", "docs", "then this", "--wait", flag]);
  await until("the prompt", async () => (await queued(cli, session)) === 1);
  agent.say(done);
  await until("the prompt to arrive", () => agent.prompts.includes("then this"));
  agent.say(text("did it", "m2"), done);
  expect((await sending.result).err).toBe("");
});

test("as many sessions work as may: it says so, and waits", async () => {
  const { cli } = await working();
  cli.daemon.runningSessions = 1;
  await cli.daemon.newSession("other");
  const sending = cli.start(["send", "other", "two", "--wait"]);
  await until("the reason", () => /^waiting: .*is idle\b/m.test(sending.err()));
  sending.interrupt();
  await sending.result;
});

test("a budget that is used up ends the waiting with 8, and says how to raise it", async () => {
  const { cli, session, agent } = await working();
  const sending = cli.start(["send", "docs", "then this", "--wait", "--quiet"]);
  await until("the prompt", async () => (await queued(cli, session)) === 1);
  cli.daemon.limits = { ...noLimits, budgetUsd: 1 };
  agent.say({ type: "usage", inputTokens: 10, outputTokens: 10, costUsd: 1.2 });
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  expect(await sending.result).toEqual({
    code: 8,
    out: "",
    err: `error: the prompt waits: The budget of $1 is used up ($1.20)
fix: raise it with skein limit docs --usd <n> or --tokens <n> (none = no limit); then release the queue: skein queue docs release
`,
  });
});

test("whoever waits for the turn that a limit stops is told of the limit", async () => {
  const { cli } = await withSession();
  cli.daemon.limits = { ...noLimits, budgetUsd: 1 };
  const sending = cli.start(["send", "docs", "go", "--wait", "--quiet"]);
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  agent.say({ type: "usage", inputTokens: 10, outputTokens: 10, costUsd: 1.2 });
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  const { code, err } = await sending.result;
  expect([code, err]).toEqual([
    130,
    `error: the turn of docs was stopped
why: The budget of $1 is used up ($1.20).
fix: raise it with skein limit docs --usd <n> or --tokens <n> (none = no limit)
`,
  ]);
});

test("a vendor's quota that a person must try again ends the waiting with 8", async () => {
  const { cli, session, agent } = await working();
  const sending = cli.start(["send", "docs", "then this", "--wait", "--quiet"]);
  await until("the prompt", async () => (await queued(cli, session)) === 1);
  agent.say(
    { type: "quota_reached", data: { until: "2099-01-31T09:00:00.000Z", text: "no more for now" } },
    { type: "turn_end", reason: "limit" },
  );
  const { code, err } = await sending.result;
  expect([code, err]).toEqual([
    8,
    expect.stringMatching(
      /^error: the prompt waits: the agent's quota is used up; it is back on 2099-01-31 at \d\d:00\nwhy: no more for now\nfix: send a prompt then, and the queue continues: skein send docs "…"\n$/,
    ),
  ]);
});

test("a quota after which the session goes on by itself is waited for, and said", async () => {
  const { cli, session, agent } = await working();
  cli.daemon.limits = { ...noLimits, resumeAfterQuota: true };
  const sending = cli.start(["send", "docs", "then this", "--wait"]);
  await until("the prompt", async () => (await queued(cli, session)) === 1);
  agent.say(
    { type: "quota_reached", data: { until: "2099-01-31T09:00:00.000Z", text: "no more for now" } },
    { type: "turn_end", reason: "limit" },
  );
  await until("the reason", () => /waiting: the agent's quota is back on 2099-01-31 at/.test(sending.err()));
  sending.interrupt();
  await sending.result;
});

test.for([
  ["archived", ["archive", "docs", "--force"]],
  ["killed", ["kill", "docs"]],
] as const)("a session that is %s meanwhile holds the prompt, and the waiting ends", async ([, words]) => {
  const { cli, session } = await working();
  const sending = cli.start(["send", "docs", "then this", "--wait", "--quiet", "--prompt-id", LATER]);
  await until("the prompt", async () => (await queued(cli, session)) === 1);
  await cli.run([...words]);
  expect(await sending.result).toEqual({
    code: 8,
    out: "",
    err: "error: the prompt is held until a person releases it\nfix: skein queue docs release 9d6b31d2\n",
  });
});

test("an agent that had to be stopped over a line: whoever waits is told why, and what to do", async () => {
  const { cli } = await withSession();
  const waiting = cli.start(["send", "docs", "go", "--wait"]);
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt", () => agent.prompts.length > 0);
  agent.raw("{ no driver reads this\n");
  expect(await waiting.result).toEqual({
    code: 130,
    out: "",
    err: `error: the turn of docs was stopped
why: Skein could not understand a line of Scripted. It may contain a question, so the agent was stopped.
fix: send a prompt to continue in a new run
`,
  });
});

test("a turn that was stopped because its agent was silent: whoever waits is told why, and what to do", async () => {
  const { cli } = await withSession();
  const waiting = cli.start(["send", "docs", "go", "--wait"]);
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt", () => agent.prompts.length > 0);
  await until("the interrupt", () => {
    cli.daemon.clock.advance(60_000);
    return agent.heard.some(({ said }) => said === "interrupt");
  });
  agent.say({ type: "turn_end", reason: "interrupted" });
  expect(await waiting.result).toEqual({
    code: 130,
    out: "",
    err: `error: the turn of docs was stopped
why: The agent has printed nothing for 10 minutes, so its turn is stopped.
fix: its model may be unreachable; send the prompt again to retry
`,
  });
});

test("an agent that sends into a queue that is held is told so, whether it waits or not", async () => {
  const { cli, session } = await withSession();
  await cli.daemon.client.changeQueue(session, { paused: true });
  await cli.run(["send", "docs", "first of all", "--hold"]);
  cli.daemon.caller = { kind: "agent" };
  expect((await cli.run(["send", "docs", "of an agent"])).out).toBe(
    "queued for docs, 2nd; the queue is held: skein queue docs release (with send --now a prompt goes alone)\n",
  );
  expect(await cli.run(["send", "docs", "of an agent, too", "--wait"])).toMatchObject({
    code: 8,
    err: expect.stringContaining("the queue of docs is held until a person releases it"),
  });
  expect(await queued(cli, session)).toBe(3);
});

test.each(["mode", "model"])(
  "[C-16] a %s that the agent refuses ends the waiting, and says what to do",
  async (what) => {
    const { cli, session, agent } = await working();
    const { daemon } = cli;
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    // It takes its time over this one, so that the prompt still waits when the refusal comes.
    await daemon.client.setModel(session, "slow");
    const sending = cli.start(["send", "docs", "two", "--wait"]);
    await until("the wish", () => agent.heard.at(-1)?.said === "configure");
    agent.say({ type: "error", data: { code: `${what}_refused`, message: `Scripted refused the ${what}.` } });
    expect(await sending.result).toEqual({
      code: 8,
      out: "",
      err: `error: the queue of docs is held until a person releases it
why: Scripted refused the ${what}.
fix: set something else, or retry in a new process; then: skein queue docs release
`,
    });
    expect((await daemon.client.queue(session)).items).toMatchObject([{ text: "two" }]);
  },
);

test("[C-16] whoever waits for a turn that a refused mode has stopped is told of it", async () => {
  const { cli, session, agent } = await working();
  const { daemon } = cli;
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  await daemon.client.setMode(session, "plan");
  const sending = cli.start(["send", "docs", "two", "--wait"]);
  await until("the second prompt", () => agent.prompts.includes("two"));
  agent.say({
    type: "error",
    data: { code: "mode_refused", message: "Scripted refused the mode.", hint: "set another" },
  });
  expect(await sending.result).toEqual({
    code: 130,
    out: "",
    err: "error: the turn of docs was stopped\nwhy: Scripted refused the mode.\nfix: set another\n",
  });
});
