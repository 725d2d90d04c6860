import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { cliDaemon, done, question, text } from "./cli-daemon.ts";

async function asking() {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  agent.say(question);
  await cli.daemon.ofType(session, "permission");
  return { ...cli, session, agent };
}

test("a question is answered by number, id or word, with a reason if there is one", async () => {
  const { run, agent, session } = await asking();
  expect((await run(["answer", "@", "maybe"])).err).toBe(
    'error: "maybe" is not an option here\nfix: choose one of: 1  Allow once, 2  Deny\n',
  );
  expect(await run(["answer", "@", "deny", "--message", "not now"])).toEqual({
    code: 0,
    out: "answered: Deny\n",
    err: "",
  });
  await until("the answer to arrive", () => agent.heard.find(({ said }) => said === "answer"));
  expect(agent.heard.at(-1)).toEqual({ said: "answer", permission: "q1", option: "no", message: "not now" });
  expect(await run(["answer"])).toEqual({
    code: 3,
    out: "",
    err: `error: ${session.slice(0, 8)} asks nothing right now\nfix: see who does: skein sessions\n`,
  });
});

test("without an option a program is shown the question and told what to do", async () => {
  const { run, session } = await asking();
  const { code, err } = await run(["answer", "--json"]);
  expect(code).toBe(4);
  expect(JSON.parse(err).error).toMatchObject({
    code: "permission_asked",
    hint: `answer it: skein answer ${session.slice(0, 8)} 1|2`,
    permission: { id: "q1", detail: "rm x\u202e" },
  });
});

test("without an option a person is asked", async () => {
  const { start, agent } = await asking();
  const answering = start(["answer", "--no-color"], { isTerminal: true });
  await until("the question", () => answering.out().includes("1|2 ›"));
  expect(answering.out()).toContain("▲ needs you: Run `rm x`\n│ rm x⟨U+202E⟩\n│\n│ 1  Allow once\n│ 2  Deny\n");
  answering.type("1\n");
  const { code, out } = await answering.result;
  expect([code, out.endsWith("answered: Allow once\n")]).toEqual([0, true]);
  await until("the answer to arrive", () => agent.heard.find(({ said }) => said === "answer"));
});

test("[R-32] abort waits for the turn's end, says what is held, and has nothing against nothing to do", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.send(session, "later");
  const aborting = run(["abort"]);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  const name = session.slice(0, 8);
  expect((await aborting).out).toBe(`aborted: ${name} has stopped; 1 queued, held until you send something\n`);
  expect(await run(["abort"])).toEqual({ code: 0, out: `nothing to stop: no turn of ${name} is running\n`, err: "" });
  expect(JSON.parse((await run(["abort", "--json"])).out)).toEqual({ v: 1, session, aborted: false });
});

test("[R-33] kill waits until the process is gone and keeps the history", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(text("half"));
  const name = session.slice(0, 8);
  expect(await run(["kill", "@"])).toEqual({
    code: 0,
    out: `${name} stopped; its history stays: skein show ${name}\n`,
    err: "",
  });
  expect(agent.stopped).toBe(true);
  expect((await run(["show"])).out).toContain("half");
  expect((await run(["stop", name])).out).toBe(`${name} was not running; its history stays: skein show ${name}\n`);
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
  expect(out).toBe(`one (${first.slice(0, 8)}) is now the session of ${daemon.workspace}\n`);
  expect(JSON.parse((await run(["show", "--json"])).out).session.id).toBe(first);
  expect(JSON.parse((await run(["use", "two", "--json"])).out)).toMatchObject({
    v: 1,
    session: { name: "two", active: true },
  });
});
