// What the agent said last, and waiting for a session that works already.
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { cliDaemon, done, failed, question, text } from "./cli-daemon.ts";

async function working(prompt = "go") {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working(prompt);
  await cli.daemon.client.rename(session, "api");
  return { ...cli, session, agent };
}

test("last prints the whole last message, all of its pieces, and nothing else", async () => {
  const { daemon, run, session, agent } = await working();
  expect(await run(["last", "api"])).toEqual({
    code: 3,
    out: "",
    err: "error: api has said nothing yet\nfix: see the transcript: skein show api\n",
  });
  expect(JSON.parse((await run(["last", "api", "--json"])).err).error.code).toBe("no_message");
  const long = "x".repeat(50_000);
  agent.say(text("before it"), text(long, "m2"));
  await daemon.event(session, ({ type, data }) => type === "agent_message" && data.messageId === "m2");
  agent.say({ type: "agent_thought", data: { messageId: "m3", text: "hm" } }, text(" end", "m2"), done);
  await daemon.ofType(session, "turn_end");
  expect(await run(["last", "api"])).toEqual({ code: 0, out: `${long} end\n`, err: "" });
  const { message, ...told } = JSON.parse((await run(["last", "--json"])).out);
  expect([message, told]).toEqual([
    `${long} end`,
    {
      v: 1,
      session: { id: session, name: "api" },
      sessionId: session,
      turn: "t1",
      seq: expect.any(Number),
      at: expect.any(String),
    },
  ]);
});

test("wait ends with the running turn and what is queued behind it, and prints the last message", async () => {
  const { daemon, start, session, agent } = await working();
  await daemon.send(session, "then this");
  const waiting = start(["wait", "api"]);
  agent.say(text("first"), done);
  await until("the second prompt", () => agent.prompts.includes("then this"));
  agent.say(text("second", "m2"), done);
  expect(await waiting.result).toEqual({ code: 0, out: "second\n", err: "" });
  expect((await daemon.client.session(session)).session.status).toBe("idle");
});

test("what wait has shown counts as read, also when a background task was the last to end", async () => {
  const { daemon, start, session, agent } = await working();
  agent.say({ type: "task_start", data: { taskId: "k1", kind: "command", title: "npm run watch" } });
  agent.say(text("Started."), done);
  await daemon.ofType(session, "turn_end");
  const waiting = start(["wait", "api"]);
  await until("what it waits for", () => waiting.err().includes("npm run watch"));
  agent.say({ type: "task_end", taskId: "k1", outcome: "completed" });
  expect(await waiting.result).toMatchObject({ code: 0, out: "Started.\n" });
  expect((await daemon.client.session(session)).session.status).toBe("idle");
});

test("wait of a session that rests ends at once, as its last turn ended", async () => {
  const { daemon, run, session, agent } = await working();
  const fresh = await daemon.newSession("fresh");
  expect(await run(["wait", "fresh"])).toEqual({ code: 0, out: "", err: "" });
  expect(JSON.parse((await run(["wait", "fresh", "--json"])).out)).toMatchObject({
    session: { id: fresh },
    state: "idle",
    message: null,
  });
  agent.say(failed("out of memory"));
  await daemon.ofType(session, "turn_end");
  expect(await run(["wait", "api"])).toEqual({
    code: 6,
    out: "",
    err: "error: the agent failed the turn\nwhy: out of memory\nfix: see what happened: skein show api\n",
  });
  expect(JSON.parse((await run(["wait", "api", "--json"])).out)).toMatchObject({ state: "failed", turn: "t1" });
});

test("wait ends with 8 when a person is needed: at a question, and at a queue that is held", async () => {
  const { daemon, run, start, session, agent } = await working();
  await daemon.send(session, "then this");
  const waiting = start(["wait", "api"]);
  agent.say(question);
  expect(await waiting.result).toMatchObject({ code: 8, err: expect.stringContaining("api asks for permission") });
  await daemon.client.interrupt(session);
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  expect(await run(["wait", "api"])).toEqual({
    code: 8,
    out: "",
    err: "error: the queue of api is held until a person releases it\nfix: skein queue api release\n",
  });
});

test("wait ends with 130 after a stop, and with 7 when it takes too long", async () => {
  const { daemon, run, start, session, agent } = await working();
  expect(await run(["wait", "api", "--timeout", "20ms"])).toMatchObject({
    code: 7,
    err: "error: api has not finished in time\nfix: it continues; follow it: skein follow api\n",
  });
  const waiting = start(["wait", "api"]);
  await daemon.client.interrupt(session);
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  expect(await waiting.result).toMatchObject({ code: 130, err: expect.stringContaining("was stopped") });
});
