import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collect, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const words = (text: string) => ({ content: [{ type: "text" as const, text }] });
const rest = { type: "turn_end", reason: "completed" } as const;

test("[C-07] [M-26] what is sent while the agent works waits with its position, and is delivered when it rests", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const two = await daemon.client.prompt(session, words("two\nand more"));
  const three = await daemon.client.prompt(session, words("three"));
  expect([two.outcome, three.outcome]).toMatchObject([{ position: 1 }, { position: 2 }]);
  const { items, paused, stats } = await daemon.client.queue(session);
  expect(items.map(({ title, position, state }) => [title, position, state])).toEqual([
    ["two", 1, "queued"],
    ["three", 2, "queued"],
  ]);
  expect([paused, stats]).toMatchObject([false, { userPending: 2, clientConnected: false }]);
  agent.say(rest);
  await until("two", () => agent.prompts.includes("two\nand more"));
  agent.say(rest);
  await until("three", () => agent.prompts.includes("three"));
  expect(agent.prompts).toEqual(["one", "two\nand more", "three"]);
});

test("[M-26] how many prompts may wait is set for all, and for one agent before that; what waits already stays", async () => {
  const daemon = await testDaemon();
  const configure = (text: string) => writeFileSync(daemon.paths.config, text, { mode: 0o600 });
  const { session } = await daemon.working("one");
  await daemon.send(session, "two");
  configure("limits.queued_prompts = 2\n");
  await daemon.send(session, "three");
  await expect(daemon.send(session, "four")).rejects.toMatchObject({
    code: "queue_full",
    message: "2 prompts are queued already; wait until the agent has taken some, or cancel some.",
    facts: { limit: 2 },
  });
  configure('limits.queued_prompts = 2\n[tools.scripted]\ncommand = "scripted"\nqueued_prompts = 3\n');
  await daemon.send(session, "four");
  configure('[tools.scripted]\ncommand = "scripted"\nqueued_prompts = 0\n');
  await expect(daemon.send(session, "five")).rejects.toMatchObject({ code: "queue_full", facts: { limit: 0 } });
  expect((await daemon.client.queue(session)).items.map(({ title }) => title)).toEqual(["two", "three", "four"]);
});

test("[C-20] stats say what waits, what nobody has read, and whether somebody follows", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working("one");
  collect(daemon.client.follow(session, { after: 0 }));
  await daemon.send(session, "two");
  await until("the follower", async () => (await daemon.client.queue(session)).stats.clientConnected);
  const { stats } = await daemon.client.queue(session);
  expect(stats).toEqual({ userPending: 1, responsePending: daemon.events(session).length, clientConnected: true });
});

test("waiting prompts are edited, put in order, held and withdrawn, and what was delivered is not", async () => {
  const daemon = await testDaemon();
  const { session, agent, promptId } = await daemon.working("one");
  const [a, b, c, d] = await Promise.all(["a", "b", "c", "d"].map((text) => daemon.send(session, text)));
  const ids = async () => (await daemon.client.queue(session)).items.map(({ promptId: id }) => id);
  const order = await ids();
  expect(new Set(order)).toEqual(new Set([a, b, c, d]));
  await daemon.client.editPrompt(session, String(a), words("a, but better"));
  await daemon.client.changeQueue(session, { order: [String(d), String(c), String(b), String(a)] });
  await daemon.client.editPrompt(session, String(b), { before: String(d) });
  await daemon.client.editPrompt(session, String(c), { held: true });
  await daemon.client.withdrawPrompt(session, String(d));
  expect(await ids()).toEqual([b, c, a]);
  await expect(daemon.client.changeQueue(session, { order: [String(a)] })).rejects.toMatchObject({ code: "moved" });
  await expect(daemon.client.editPrompt(session, promptId, words("too late"))).rejects.toMatchObject({
    code: "prompt_delivered",
  });
  await expect(daemon.client.withdrawPrompt(session, String(d))).rejects.toMatchObject({ code: "prompt_withdrawn" });
  for (const wanted of ["b", "a, but better"]) {
    agent.say(rest);
    await until(wanted, () => agent.prompts.includes(wanted));
  }
  agent.say(rest);
  await until(
    "the held one to be all that waits",
    async () => (await daemon.client.session(session)).state.turn.open === null,
  );
  expect((await daemon.client.session(session)).session).toMatchObject({ queued: 1, status: "waiting" });
  await daemon.client.editPrompt(session, String(c), { held: false });
  await until("c", () => agent.prompts.includes("c"));
  expect(agent.prompts).toEqual(["one", "b", "a, but better", "c"]);
});

test("a prompt waits for its time, across a restart of the daemon, and lets others pass", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const notBefore = new Date(Date.parse(daemon.clock.now()) + 3_600_000).toISOString();
  await daemon.client.prompt(session, { ...words("in an hour"), notBefore });
  await daemon.send(session, "now");
  agent.say(rest);
  await until("now", () => agent.prompts.includes("now"));
  agent.say(rest);
  await until("rest", () => daemon.types(session).filter((type) => type === "turn_end").length === 2);
  await daemon.restart();
  expect(agent.prompts).toEqual(["one", "now"]);
  daemon.clock.advance(3_600_000);
  await until("its time", () => agent.prompts.includes("in an hour"));
  expect(agent.prompts).toEqual(["one", "now", "in an hour"]);
});

test("[C-17] an interrupt can empty the queue, and tells whether something ran", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.send(session, "three");
  expect((await daemon.client.interrupt(session, { clear: true })).outcome).toMatchObject({ ran: true, withdrawn: 2 });
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  expect((await daemon.client.interrupt(session, { clear: true })).outcome).toMatchObject({ ran: false, withdrawn: 0 });
  await expect(daemon.client.interrupt(session)).rejects.toMatchObject({ code: "turn_not_running" });
  expect((await daemon.client.queue(session)).items).toEqual([]);
});

test("sent to interrupt, a prompt stops the turn and goes before what waits", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  const { outcome } = await daemon.client.prompt(session, { ...words("this first"), when: "interrupt" });
  expect(outcome).toMatchObject({ interrupts: "t1", position: 1 });
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await until("this first", () => agent.prompts.includes("this first"));
  agent.say(rest);
  await until("two", () => agent.prompts.includes("two"));
  expect(agent.prompts).toEqual(["one", "this first", "two"]);
});

test("steered words go into the running turn, and end with it", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const { id, outcome } = await daemon.client.prompt(session, { ...words("more to the left"), when: "steer" });
  expect(outcome).toMatchObject({ steers: "t1" });
  await until("the words", () => agent.heard.some((one) => one.said === "steer" && one.text === "more to the left"));
  expect(await daemon.client.promptOutcome(session, id)).toMatchObject({ state: "delivered", turn: "t1" });
  agent.say(rest);
  await daemon.ofType(session, "turn_end");
  expect(await daemon.client.promptOutcome(session, id)).toMatchObject({ state: "done", turn: "t1" });
  expect(daemon.types(session).filter((type) => type === "turn_start")).toHaveLength(1);
  await expect(
    daemon.client.prompt(session, { ...words("too late"), when: "steer", else: "reject" }),
  ).rejects.toMatchObject({ code: "not_steerable" });
  await daemon.client.prompt(session, { ...words("then later"), when: "steer" });
  await until("then later", () => agent.prompts.includes("then later"));
});

test.each([
  ["interrupted", "more to the left", "skein send api 'more to the left'"],
  ["failed", "it's\nurgent", "skein send api -"],
] as const)(
  "[R-32] words that were steered into a turn that ended %s are told of, and never sent by themselves",
  async (reason, said, again) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("one");
    await daemon.client.rename(session, "api");
    await daemon.client.prompt(session, { ...words(said), when: "steer" });
    await until("the words", () => agent.heard.some((one) => one.said === "steer" && one.text === said));
    agent.say({ type: "turn_end", reason });
    const end = await daemon.ofType(session, "turn_end");
    const told = daemon.events(session).filter(({ type }) => type === "notice");
    expect(told).toMatchObject([{ data: { kind: "steered_words_in_doubt" } }]);
    const { text } = (await daemon.ofType(session, "notice")).data;
    expect(text).toContain(`"${said.split("\n")[0]}`);
    expect(text).toMatch(new RegExp(`: ${again.replace("-", "\\-")}$`));
    expect(told[0]?.seq).toBeLessThan(end.seq);

    await daemon.send(session, "two");
    await until("two", () => agent.prompts.includes("two"));
    expect(agent.prompts).toEqual(["one", "two"]);
    expect(agent.heard.filter((one) => one.said === "steer")).toHaveLength(1);
  },
);

test("[R-32] words that the agent says it has taken are not in doubt when the turn is stopped, those beside them are", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const steer = async (said: string): Promise<string> => {
    const { id } = await daemon.client.prompt(session, { ...words(said), when: "steer" });
    await until("the words", () => agent.heard.some((one) => one.said === "steer" && one.text === said));
    return id;
  };
  const taken = await steer("to the left");
  await steer("and up");
  agent.say({ type: "steer_taken", promptId: taken }, { type: "steer_taken", promptId: "of nobody" });
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  const events = daemon.events(session);
  expect(events.filter(({ type }) => type === "steer_taken").map(({ data }) => data)).toEqual([
    { turn: "t1", promptId: taken },
  ]);
  const told = events.flatMap((event) => (event.type === "notice" ? [event.data] : []));
  expect(told).toEqual([
    {
      kind: "steered_words_in_doubt",
      text: expect.stringMatching(new RegExp(`"and up"; .*: skein send ${session.slice(0, 8)} 'and up'$`)),
    },
  ]);
});

test("[R-32] a process that ends in the middle of a turn leaves the words in doubt, with a command that fits a session without a name", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.client.prompt(session, { ...words("and up"), when: "steer" });
  await until("the words", () => agent.heard.some((one) => one.said === "steer"));
  agent.exit({ kind: "exited", code: 1 });
  expect((await daemon.ofType(session, "notice")).data.text).toMatch(
    new RegExp(`: skein send ${session.slice(0, 8)} 'and up'$`),
  );
});

test("[M-25] what became of a prompt is a fact that can be asked for, however many came after it", async () => {
  const daemon = await testDaemon();
  const { session, agent, promptId } = await daemon.working("one");
  expect(await daemon.client.promptOutcome(session, promptId)).toMatchObject({ state: "delivered" });
  agent.say({ type: "turn_end", reason: "failed", error: "out of memory" });
  await daemon.ofType(session, "turn_end");
  for (let n = 0; n < 60; n++) await daemon.client.withdrawPrompt(session, await heldPrompt(n));
  async function heldPrompt(n: number): Promise<string> {
    return (await daemon.client.prompt(session, { ...words(`later ${n}`), held: true })).id;
  }
  expect(await daemon.client.promptOutcome(session, promptId)).toMatchObject({
    state: "failed",
    reason: "out of memory",
    turn: "t1",
  });
  await expect(daemon.client.promptOutcome(session, "never")).rejects.toMatchObject({ code: "prompt_not_found" });
});

test("after a stop the next prompt goes alone, and what waited stays held until it is let go", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.send(session, "three");
  await daemon.client.interrupt(session);
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  await daemon.send(session, "not like that");
  await until("the correction", () => agent.prompts.includes("not like that"));
  agent.say(rest);
  await until("its end", () => daemon.types(session).filter((type) => type === "turn_end").length === 2);
  const { items } = await daemon.client.queue(session);
  expect(items.map(({ title, held }) => [title, held])).toEqual([
    ["two", true],
    ["three", true],
  ]);
  for (const { promptId } of items) await daemon.client.editPrompt(session, promptId, { held: false });
  await until("two", () => agent.prompts.includes("two"));
  expect(agent.prompts).toEqual(["one", "not like that", "two"]);
});

test.for(["killed", "gone without a trace"] as const)(
  "an agent that is %s in its turn leaves what waited held, and the next prompt goes alone",
  async (how) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("one");
    await daemon.send(session, "two");
    if (how === "killed") agent.exit({ kind: "signaled", signal: "SIGKILL" });
    else {
      await daemon.stop("keep");
      agent.exit({ kind: "lost" });
      await daemon.start();
    }
    await daemon.ofType(session, "agent_exit");
    await daemon.send(session, "what happened?");
    const second = await daemon.run(2);
    second.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the next prompt", () => second.prompts.length > 0);
    expect(second.prompts).toEqual(["what happened?"]);
    second.say(rest);
    await until("its end", () => daemon.types(session).filter((type) => type === "turn_end").length === 2);
    expect((await daemon.client.queue(session)).items).toMatchObject([{ title: "two", held: true }]);
  },
);
