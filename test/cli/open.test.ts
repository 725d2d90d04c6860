import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { cliDaemon, done, question, text } from "./cli-daemon.ts";

test("[R-29] new creates, names, and tells the id; a name that is taken is refused, and nothing is made", async () => {
  const { daemon, run } = await cliDaemon();
  const { code, out } = await run(["new", "--name", "fix", "--json"]);
  expect(code).toBe(0);
  const answer = JSON.parse(out);
  expect(answer).toMatchObject({ v: 1, session: { name: "fix", status: "idle", active: true }, created: true });
  expect(answer.session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  const again = await run(["new", "--name", "fix"]);
  expect(again).toEqual({
    code: 1,
    out: "",
    err: expect.stringMatching(/^error: another session here has the name "fix": [\w-]+\nfix: choose another name/),
  });
  expect(await daemon.client.sessions()).toHaveLength(1);
});

test("new with a prompt and no terminal waits for the end of the turn; with --detach it does not", async () => {
  const { daemon, run } = await cliDaemon();
  const detached = await run(["new", "go", "--detach", "--name", "one"]);
  expect(detached.out).toMatch(/^created one .*\nfollow it: skein follow one\n$/);
  const creating = run(["new", "-"], { stdin: "say hi" });
  const agent = await until("the second agent", () => daemon.keeper.runs[1]);
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("say hi"));
  agent.say(text("hi"), done);
  expect(await creating).toEqual({ code: 0, out: "hi\n", err: "" });
});

test("[C-06] a path that is not there names every place that was tried", async () => {
  const { daemon, run } = await cliDaemon();
  const { code, err } = await run(["./nope"]);
  expect([code, err]).toEqual([
    3,
    `error: no directory "./nope"; tried: ${join(daemon.workspace, "nope")}\n` +
      "fix: create it first, or name another one; list sessions: skein sessions\n",
  ]);
  expect((await run(["nothing-of-that-name"])).err).toContain(join(daemon.workspace, "nothing-of-that-name"));
});

test("[R-28] without a terminal the directory's session is opened and its transcript printed", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(text("done that"), done);
  await daemon.ofType(session, "turn_end");
  expect((await run(["."])).out).toMatch(/^› go\n\ndone that\n✓ done/);
  const opened = JSON.parse((await run(["attach", "--json"])).out);
  expect(opened).toMatchObject({ v: 1, session: { id: session }, created: false });
  expect(JSON.parse((await run([session.slice(0, 8), "--json"])).out).session.id).toBe(session);
});

test("attach --agent of a session that is there: a name that is none is refused, another agent is said to be for new sessions", async () => {
  const { daemon, run } = await cliDaemon();
  const [driver] = daemon.registry.list();
  if (!driver) throw new Error("no agent");
  const other = { ...driver, id: "other" };
  daemon.registry = {
    ...daemon.registry,
    get: (id) => [driver, other].find((one) => one.id === id) ?? null,
    list: () => [driver, other],
  };
  await daemon.restart();
  await daemon.newSession("api");
  for (const words of [["api"], ["--session", "api"], ["@last"], ["--last"]]) {
    const { code, err } = await run(["attach", ...words, "--agent", "scritped"]);
    expect([words, code]).toEqual([words, 2]);
    expect(err).toContain("fix: did you mean scripted?");
  }
  expect(await run(["attach", "api", "--agent", "other"])).toEqual({
    code: 0,
    out: "",
    err: "--agent is for new sessions: api works with scripted\n",
  });
  expect((await run(["attach", "api", "--agent", ""])).err).toContain('there is no agent ""');
  expect((await run(["attach", "api", "--agent", "scripted"])).err).toBe("");
  expect((await run(["attach", "api", "--agent", "other", "--json"])).err).toBe("");
});

test("[R-24] [R-26] [T-13] in a terminal: the transcript, then what happens; typing sends, numbers answer, Ctrl+C detaches", async () => {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("before");
  agent.say(text("history"), done);
  await daemon.ofType(session, "turn_end");
  const attached = start(["--no-color"], { isTerminal: true });
  const sees = (what: string): Promise<unknown> => until(what, () => attached.out().includes(what));
  await sees("history");
  await until("it to count as read", async () => (await daemon.client.session(session)).session.status === "idle");

  attached.type("do it\r");
  await until("the prompt to arrive", () => agent.prompts.includes("do it"));
  daemon.clock.advance(20);
  agent.say(text("Working", "m2"));
  await sees("Working");
  attached.type("and then this\r");
  await sees("  1 and then this\nbusy: Enter queues · Alt+Enter stops the turn and sends");
  agent.say(question);
  await sees("answer 1|4|5 ›");
  attached.type("whatever\r");
  await sees("not an answer: ");
  attached.type("\x15n: too dangerous\r");
  await until("the answer to arrive", () => agent.heard.find(({ said }) => said === "answer"));
  expect(agent.heard.at(-1)).toMatchObject({ option: "no", message: "too dangerous" });
  agent.say(done);
  await until("the queued prompt to arrive", () => agent.prompts.includes("and then this"));

  attached.type("\x03");
  const { code, out } = await attached.result;
  const name = session.slice(0, 8);
  expect(code).toBe(0);
  expect(out.endsWith(`detached; ${name} keeps working. Reopen with: skein attach ${name}\n`)).toBe(true);
  expect(daemon.types(session)).not.toContain("interrupt");
  expect(agent.stopped).toBe(false);
});

test("Esc interrupts the turn, and what is queued is said to be held", async () => {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.send(session, "later");
  const attached = start(["."], { isTerminal: true });
  await until("the composer", () => attached.out().includes("queue ›"));
  attached.type("\x1b");
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await until("the row", () => attached.out().includes("held: a prompt that you send goes alone"));
  attached.type("\x04");
  expect((await attached.result).code).toBe(0);
});

test("a held queue says that what is sent waits, too, where the system does not tell who calls", async () => {
  const { daemon, start } = await cliDaemon();
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  const { session, agent } = await daemon.working("go");
  await daemon.send(session, "later");
  const attached = start(["."], { isTerminal: true });
  await until("the composer", () => attached.out().includes("queue ›"));
  attached.type("\x1b");
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await until("the row", () => attached.out().includes("held: "));
  expect(attached.out()).toContain("held: a prompt that you send waits, too, while an agent runs");
  expect(attached.out()).not.toContain("goes alone");
  attached.type("\x04");
  expect((await attached.result).code).toBe(0);
});

test("Esc stops the turn also when the person types on at once", async () => {
  const { daemon, start } = await cliDaemon();
  const { agent } = await daemon.working("go");
  const attached = start(["."], { isTerminal: true });
  await until("the composer", () => attached.out().includes("queue ›"));
  for (const key of ["\x1b", "n", "o"]) attached.type(key);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  await until("all that was typed", () => /› no/.test(attached.out()));
  attached.type("\x03");
  expect((await attached.result).code).toBe(0);
});

test("alt+enter stops the turn, also one that asks, and what was typed goes before what waits", async () => {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.send(session, "later");
  agent.say(question);
  const attached = start(["."], { isTerminal: true });
  await until("the question", () => attached.out().includes("answer 1|4|5 ›"));
  attached.type("no, do this\x1b\r");
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await until("the prompt to arrive", () => agent.prompts.includes("no, do this"));
  agent.say(done);
  await until("what waited", () => agent.prompts.includes("later"));
  expect(agent.prompts).toEqual(["go", "no, do this", "later"]);
  attached.type("\x03");
  expect((await attached.result).code).toBe(0);
});

test("[M-16] [M-20] a daemon that comes back is followed on, and nothing is shown twice", async () => {
  const { daemon, start } = await cliDaemon();
  const { agent } = await daemon.working("go");
  agent.say(text("one "));
  const attached = start(["attach"], { isTerminal: true });
  await until("the past", () => attached.out().includes("one "));
  await daemon.restart();
  agent.say(text("two"), done);
  await until("the present", () => attached.out().includes("✓ done"));
  attached.type("\x03");
  const { out } = await attached.result;
  expect(out.split("one ")).toHaveLength(2);
  expect(out.split("two")).toHaveLength(2);
});

test("Ctrl+L leaves the line alone on the screen; Ctrl+Z gives the terminal to the shell, and takes it back as it was", async () => {
  const { daemon, start } = await cliDaemon();
  await daemon.working("go");
  const raw: boolean[] = [];
  const back = Promise.withResolvers<void>();
  const attached = start(["--no-color"], { isTerminal: true, suspend: () => back.promise, raw: (is) => raw.push(is) });
  await until("the composer", () => attached.out().includes("queue ›"));
  attached.type("half a thought\x0c");
  const cleared = (): string => attached.out().split("\x1b[H\x1b[J")[1] ?? "";
  await until("a clear screen", () => cleared().includes("queue › half a thought"));
  attached.type("\x1a");
  await until("the shell to have the terminal", () => raw.at(-1) === false);
  const away = attached.out().length;
  back.resolve();
  await until("the line", () => attached.out().slice(away).includes("queue › half a thought"));
  expect(raw).toEqual([true, false, true]);
  attached.type("\x03");
  const { code, out } = await attached.result;
  expect(code).toBe(0);
  expect(out).toContain("not sent: half a thought");
  expect(raw.at(-1)).toBe(false);
});

test.for([
  ["Ctrl+L", "\x0c"],
  ["Ctrl+Z", "\x1a"],
])(
  "after %s an open question is on the screen again, and what was typed for it before answers nothing",
  async ([, key]) => {
    const { daemon, start } = await cliDaemon();
    const { agent } = await daemon.working("go");
    agent.say(question);
    const attached = start(["--no-color"], { isTerminal: true });
    await until("the question", () => attached.out().includes("answer 1|4|5 ›"));
    const before = attached.out().length;
    attached.type(`1${key}`);
    const again = (): string => attached.out().slice(before);
    await until("the question again", () => /│ rm x[\s\S]*draft › 1/.test(again()));
    attached.type("\r");
    await until("the reason", () => again().includes("not sent: you typed this line before the question was asked"));
    expect(agent.heard.filter(({ said }) => said === "answer")).toEqual([]);
    attached.type("\x15");
    await until("the question's line", () => /answer 1\|4\|5 › *\r/.test(again().slice(-200)));
    attached.type("4\r");
    await until("the answer", () => agent.heard.some((one) => one.said === "answer" && one.option === "no"));
    attached.type("\x03");
    expect((await attached.result).code).toBe(0);
  },
);
