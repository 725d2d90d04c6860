// Who is called for what, how, and how often; a whole daemon with outlets that only remember.
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import type { Caller } from "../../src/core/index.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import type { FakeCommand } from "../kit/fake-outlets.ts";
import { rawStream } from "../kit/raw-request.ts";
import { collect, type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const MINUTE = 60_000;
const rest: Fact = { type: "turn_end", reason: "completed" };
const question = (id: string, title = "Run `npm test`") =>
  ({
    type: "permission",
    data: {
      ...{ id, state: "asked", title, detail: "npm test -- --all" },
      options: [
        { id: "yes", label: "Allow once", kind: "allow_once" },
        { id: "no", label: "Deny", kind: "reject_once" },
      ],
    },
  }) satisfies Fact;

const byCommand = '[notify]\ncommand = ["notify-me", "--quietly"]\n';
const byWebhook = '[notify]\nwebhook = "https://ntfy.example/secret"\n';
/** A new session calls a command, too: when that was called, everything before it was looked at. */
const configure = (daemon: TestDaemon, text: string): void =>
  writeFileSync(daemon.paths.config, `${text}\n[hooks]\nsession_start = ["looked"]\n`);

const callsOf = ({ outlets }: TestDaemon): FakeCommand[] =>
  outlets.commands.filter(({ spec }) => spec.line[0] !== "looked");
const textsOf = (daemon: TestDaemon): unknown[] => callsOf(daemon).map(({ input }) => input.text);

/** Lets the daemon look at what was committed until now. */
async function look(daemon: TestDaemon): Promise<void> {
  const session = await daemon.newSession();
  daemon.clock.advance(250);
  await until("the daemon to have looked", () =>
    daemon.outlets.commands.some(({ spec }) => spec.line[0] === "looked" && spec.env.SKEIN_SESSION === session),
  );
}
const markOf = ({ paths }: TestDaemon): { commit: number; raised: unknown[] } => {
  try {
    return JSON.parse(readFileSync(paths.attention, "utf8"));
  } catch {
    return { commit: -1, raised: [] };
  }
};

async function asking(config: string): Promise<{ daemon: TestDaemon } & Awaited<ReturnType<TestDaemon["working"]>>> {
  const daemon = await testDaemon();
  configure(daemon, config);
  const working = await daemon.working();
  working.agent.say(question("q1"));
  await daemon.ofType(working.session, "permission");
  return { daemon, ...working };
}

test("[R-14] what is said with a question is told apart from what would run", async () => {
  const asked = question("q1").data;
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  const { session, agent } = await daemon.working();
  agent.say({ type: "permission", data: { ...asked, notes: ["description: All tests"] } });
  await daemon.ofType(session, "permission");
  await look(daemon);
  expect(callsOf(daemon)[0]?.input).toMatchObject({ detail: "npm test -- --all", notes: ["description: All tests"] });
});

test("[R-14] a question calls the user's command once, with one line and what is behind it", async () => {
  const { daemon, session } = await asking(byCommand);
  await look(daemon);
  const [command] = callsOf(daemon);
  const { seq, at } = await daemon.ofType(session, "permission");
  const name = daemon.workspace.split("/").at(-1);
  expect(command?.input).toEqual({
    ...{ v: 1, state: "raised", id: `${session}:${seq}`, kind: "needs_you", session, seq, at, name },
    ...{ text: `${name} asks: Run \`npm test\``, detail: "npm test -- --all" },
  });
  expect(command?.spec).toMatchObject({ line: ["notify-me", "--quietly"], cwd: daemon.paths.home });
  expect(command?.spec.env).toMatchObject({
    ...{ SKEIN_SESSION: session, SKEIN_EVENT: "attention", SKEIN_HOME: daemon.paths.home },
  });
  expect(Object.keys(command?.spec.env ?? {}).filter((key) => key.startsWith("VITEST"))).toEqual([]);
  daemon.clock.advance(MINUTE);
  await daemon.restart();
  daemon.clock.advance(MINUTE);
  await daemon.stop();
  expect(callsOf(daemon)).toHaveLength(1);
});

test("[R-14] the webhook is told the one line, and more only when the config says so", async () => {
  const { daemon, session } = await asking(byWebhook);
  await look(daemon);
  expect(daemon.outlets.posts).toMatchObject([{ url: "https://ntfy.example/secret", body: { kind: "needs_you" } }]);
  expect(Object.keys(daemon.outlets.posts[0]?.body ?? {}).sort()).toEqual(
    ["v", "state", "id", "kind", "session", "seq", "name", "text", "at"].sort(),
  );
  configure(daemon, `${byWebhook}include_text = true\n`);
  (await daemon.run()).say(question("q2"));
  await daemon.event(session, ({ data }) => data.id === "q2");
  await look(daemon);
  expect(daemon.outlets.posts[1]?.body).toMatchObject({ detail: "npm test -- --all" });
});

test("[R-14] a webhook that fails is told to the journal, without its address, and not called again", async () => {
  const daemon = await testDaemon();
  daemon.means(/^notify webhook failed/);
  daemon.outlets.postFault = new Error("ntfy.example: it answered 500");
  configure(daemon, byWebhook);
  const { session, agent } = await daemon.working();
  agent.say(question("q1"));
  await daemon.ofType(session, "permission");
  await look(daemon);
  await until("the journal", () => daemon.faults.length > 0);
  expect(daemon.faults).toEqual(["notify webhook failed: Error: ntfy.example: it answered 500"]);
  await daemon.restart();
  await daemon.stop();
  expect(daemon.outlets.posts).toHaveLength(1);
});

test("[R-14] of command and webhook the command is called alone", async () => {
  const { daemon } = await asking(`${byCommand}webhook = "https://ntfy.example/x"\n`);
  await look(daemon);
  expect([callsOf(daemon).length, daemon.outlets.posts.length]).toEqual([1, 0]);
});

test("[R-14] a question that was answered before anybody looked calls nobody", async () => {
  const { daemon, session } = await asking(byCommand);
  await daemon.client.answer(session, "q1", { option: "yes" });
  await look(daemon);
  expect(callsOf(daemon)).toEqual([]);
});

test("[R-14] a turn calls when it failed, and when it ended well after more than a minute", async () => {
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  const { session, agent } = await daemon.working("one");
  const turn = async (prompt: string, end: Fact, durationMs: number): Promise<void> => {
    if (prompt !== "one") await daemon.send(session, prompt);
    await until(prompt, () => agent.prompts.includes(prompt));
    daemon.clock.advance(durationMs);
    const ends = daemon.types(session).filter((type) => type === "turn_end").length;
    agent.say(end);
    await until("its end", () => daemon.types(session).filter((type) => type === "turn_end").length > ends);
    await look(daemon);
  };
  await turn("one", rest, 59_000);
  await turn("two", rest, 61_000);
  await turn("three", { type: "turn_end", reason: "failed", error: "out of memory" }, 1000);
  await turn("four", { type: "turn_end", reason: "interrupted" }, 61_000);
  const name = daemon.workspace.split("/").at(-1);
  expect(textsOf(daemon)).toEqual([`${name} finished`, `${name} failed: out of memory`]);
});

test("[R-14] an agent that can't be started calls a person", async () => {
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  daemon.keeper.prepare = async () => {
    throw new Error("no such program");
  };
  const session = await daemon.newSession("api");
  await daemon.send(session, "go");
  await daemon.ofType(session, "error");
  await look(daemon);
  expect(textsOf(daemon)).toEqual(["api failed: The agent could not be started: no such program"]);
});

test("[R-14] nobody is called while somebody looks at the session, and a claim to look ends by itself", async () => {
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  const { session, agent } = await daemon.working();
  const other = await daemon.newSession("other");
  const claim = { client: randomUUID(), seconds: 120 };
  const ask = async (id: string): Promise<number> => {
    agent.say(question(id));
    await daemon.event(session, ({ data }) => data.id === id);
    await look(daemon);
    return callsOf(daemon).length;
  };
  await daemon.client.focus({ ...claim, session });
  expect(await ask("q1")).toBe(0);
  await daemon.client.focus({ ...claim, session: other });
  expect(await ask("q2")).toBe(1);
  await daemon.client.focus({ ...claim, session });
  await daemon.client.focus({ ...claim, session, seconds: 0 });
  expect(await ask("q3")).toBe(2);
  await daemon.client.focus({ ...claim, session, seconds: 30 });
  daemon.clock.advance(30_000);
  expect(await ask("q4")).toBe(3);
  await expect(daemon.client.focus({ ...claim, session, seconds: 121 })).rejects.toMatchObject({
    code: "invalid_body",
  });
});

test.for<[string, Caller]>([
  ["an agent", { kind: "agent" }],
  ["somebody of whom nothing can be told", { kind: "hidden" }],
  ["anybody, where the system told before,", { kind: "unknown", why: "ss fails", isAlone: true, isLapse: true }],
])("that %s looks at a session keeps nobody from being called", async ([, caller]) => {
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  const { session, agent } = await daemon.working();
  daemon.caller = caller;
  await daemon.client.focus({ client: randomUUID(), session, seconds: 120 });
  agent.say(question("q1"));
  await daemon.event(session, ({ data }) => data.id === "q1");
  await look(daemon);
  expect(callsOf(daemon)).toHaveLength(1);
});

test("[R-14] the terminal where the person was last shows it, and no other channel is used", async () => {
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  const { session, agent } = await daemon.working();
  const elsewhere = await daemon.newSession("elsewhere");
  const [desk, laptop, page] = [randomUUID(), randomUUID(), randomUUID()];
  await daemon.client.focus({ client: laptop, session: elsewhere, seconds: 120, notifies: true });
  daemon.clock.advance(1000);
  await daemon.client.focus({ client: desk, session: elsewhere, seconds: 120, notifies: true });
  daemon.clock.advance(1000);
  // It was there last, but shows nothing.
  await daemon.client.focus({ client: page, session: elsewhere, seconds: 120 });
  // To be renewed is not to be looked at.
  await daemon.client.focus({ client: laptop, session: null, seconds: 120, notifies: true });
  await daemon.client.focus({ client: desk, session: null, seconds: 120, notifies: true });
  await daemon.client.focus({ client: laptop, session: null, seconds: 120, notifies: true });
  const { items } = collect(daemon.client.follow(elsewhere, { after: 0 }));
  await until("the follower", () => items.some((item) => item.kind === "frame" && item.frame.frame === "caught_up"));
  agent.say(question("q1"));
  const { seq } = await daemon.ofType(session, "permission");
  await look(daemon);
  const frames = () => items.flatMap((item) => (item.kind === "frame" ? [item.frame] : []));
  const id = `${session}:${seq}`;
  await until("the frame", () => frames().some(({ frame }) => frame === "attention"));
  expect(frames().at(-1)).toMatchObject({ frame: "attention", client: desk, attention: { id, kind: "needs_you" } });
  expect(callsOf(daemon)).toEqual([]);
  // Answered anywhere is cleared everywhere, also by a daemon that did not call.
  await daemon.restart();
  await until("the follower to be back", () => frames().filter(({ frame }) => frame === "caught_up").length === 2);
  await daemon.client.answer(session, "q1", { option: "no" });
  await look(daemon);
  await until("the frame", () => frames().some(({ frame }) => frame === "attention_cleared"));
  expect(frames().filter(({ frame }) => frame === "attention_cleared")).toEqual([{ frame: "attention_cleared", id }]);
  expect(frames().filter(({ frame }) => frame === "attention")).toHaveLength(1);
  expect(markOf(daemon).raised).toEqual([]);
});

test("[R-14] a follower that does not read is told when it reads again", async () => {
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  const { session, agent } = await daemon.working();
  for (let n = 0; n < 60; n++)
    agent.say({ type: "agent_message", data: { messageId: `m${n}`, text: "x".repeat(30_000) } });
  agent.say(question("q1"));
  await daemon.ofType(session, "permission");
  const path = `/v1/sessions/${session}/events?follow=1`;
  const headers = { accept: "application/x-ndjson" };
  const stalled = await rawStream({ socketPath: daemon.paths.socket, path, headers });
  stalled.pause();
  await look(daemon);
  expect(textsOf(daemon)).toHaveLength(1);
  expect(stalled.text()).not.toContain('"frame":"attention"');
  stalled.resume();
  await until("the frame", () => stalled.text().includes('"frame":"attention"'));
  stalled.close();
});

test("[R-14] who was called by command hears that it is settled when the config says so", async () => {
  const { daemon, session } = await asking(`${byCommand}cleared = true\n`);
  await look(daemon);
  await daemon.client.answer(session, "q1", { option: "yes" });
  await look(daemon);
  const states = callsOf(daemon).map(({ input }) => [input.state, input.id]);
  expect(states.map(([state]) => state)).toEqual(["raised", "cleared"]);
  expect(new Set(states.map(([, id]) => id)).size).toBe(1);
});

test("[R-14] what was read by anybody is settled", async () => {
  const daemon = await testDaemon();
  configure(daemon, `${byCommand}cleared = true\n`);
  const { session, agent } = await daemon.working();
  agent.say({ type: "turn_end", reason: "failed", error: "no" });
  const { seq } = await daemon.ofType(session, "turn_end");
  await look(daemon);
  expect((await daemon.client.attention()).items).toMatchObject([{ kind: "failed", seq }]);
  await daemon.newClient("phone").acknowledge(session, seq);
  await look(daemon);
  expect(callsOf(daemon).map(({ input }) => input.state)).toEqual(["raised", "cleared"]);
  expect((await daemon.client.attention()).items).toEqual([]);
});

test("[R-14] what happened while no daemon ran is told by the next one, once, unless it is old news", async () => {
  for (const [minutes, calls] of [
    [9, 1],
    [11, 0],
  ] as const) {
    const { daemon, session } = await asking(byCommand);
    // As if the daemon had died before it could look.
    const before = markOf(daemon);
    await daemon.stop();
    expect(callsOf(daemon)).toHaveLength(1);
    writeFileSync(
      daemon.paths.attention,
      JSON.stringify({ ...before, epoch: daemon.log.epoch, commit: 1, raised: [] }),
    );
    daemon.outlets.commands.length = 0;
    daemon.clock.advance(minutes * MINUTE);
    await daemon.start();
    await look(daemon);
    await daemon.restart();
    await look(daemon);
    expect(callsOf(daemon)).toHaveLength(calls);
    expect((await daemon.client.attention()).items).toMatchObject([{ session, kind: "needs_you" }]);
  }
});

test.for<[string, (daemon: TestDaemon) => void]>([
  ["gone", ({ paths }) => rmSync(paths.attention)],
  ["unreadable", ({ paths }) => writeFileSync(paths.attention, '{"epoch":')],
  ["of another history", ({ paths }) => writeFileSync(paths.attention, '{"epoch":"x","commit":0,"raised":[]}')],
  [
    "ahead of the log",
    ({ paths, log }) => writeFileSync(paths.attention, JSON.stringify({ epoch: log.epoch, commit: 1e6, raised: [] })),
  ],
])("[R-14] with a mark that is %s nobody is called for the past, but for what comes", async ([, spoil]) => {
  const { daemon, session, agent } = await asking(byCommand);
  await daemon.stop();
  daemon.outlets.commands.length = 0;
  spoil(daemon);
  await daemon.start();
  agent.say(question("q2", "Run `rm -r x`"));
  await daemon.event(session, ({ data }) => data.id === "q2");
  await look(daemon);
  expect(textsOf(daemon)).toEqual([expect.stringContaining("rm -r x")]);
});

test("[R-14] nobody is called before the mark is on the disk", async () => {
  const daemon = await testDaemon();
  configure(daemon, byCommand);
  const marks: unknown[] = [];
  const { startCommand } = daemon.outlets;
  Object.assign(daemon.outlets, {
    startCommand: (spec: Parameters<typeof startCommand>[0]) => {
      if (spec.line[0] === "notify-me") marks.push(markOf(daemon).raised);
      return startCommand(spec);
    },
  });
  await daemon.restart();
  const { session, agent } = await daemon.working();
  agent.say(question("q1"));
  const { seq } = await daemon.ofType(session, "permission");
  await look(daemon);
  expect(marks).toMatchObject([[{ channel: "command", attention: { id: `${session}:${seq}` } }]]);
});

test("[R-14] a config that can't be used keeps nobody from working, and is told to the journal", async () => {
  const { daemon, session } = await asking(byCommand);
  daemon.means(/unknown key "notify.comand"/);
  configure(daemon, "[notify]\ncomand = 1\n");
  daemon.clock.advance(250);
  await until("the journal", () => daemon.faults.some((fault) => fault.includes('unknown key "notify.comand"')));
  await daemon.client.answer(session, "q1", { option: "yes" });
});

test("[R-14] the list names everything that waits over all sessions, oldest first", async () => {
  const daemon = await testDaemon(createMemoryLog());
  const { session: one, agent } = await daemon.working();
  const two = await daemon.newSession("two");
  await daemon.send(two, "go");
  const second = await daemon.run(2);
  second.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("the prompt", () => second.prompts.includes("go"));
  second.say(question("a", "first"));
  await daemon.ofType(two, "permission");
  daemon.clock.advance(1000);
  agent.say(rest);
  await daemon.ofType(one, "turn_end");
  daemon.clock.advance(1000);
  second.say(question("b", "second"));
  await daemon.event(two, ({ data }) => data.id === "b");
  const kinds = async () => (await daemon.client.attention()).items.map(({ session, kind }) => [session, kind]);
  expect(await kinds()).toEqual([
    [two, "needs_you"],
    [one, "finished"],
    [two, "needs_you"],
  ]);
  await daemon.client.answer(two, "a", { option: "yes" });
  await daemon.restart();
  expect(await kinds()).toEqual([
    [one, "finished"],
    [two, "needs_you"],
  ]);
  const { items } = await daemon.client.attention();
  expect(items[1]).toMatchObject({ name: "two", text: "two asks: second", at: daemon.clock.now() });
});
