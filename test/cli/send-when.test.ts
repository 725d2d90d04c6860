// When a prompt goes: at once, into the running turn, first, at a time, after another one, when it is let go.
import { expect, test } from "vitest";
import { sendPrompt } from "../../src/cli/prompt/send-prompt.ts";
import type { Client, ListedSession } from "../../src/client/index.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, done, failed, text } from "./cli-daemon.ts";

const noon = new Date(2026, 0, 30, 12).getTime();

/** A session named api whose agent works on something. */
async function busy() {
  const { daemon, run, start } = await cliDaemon();
  const session = await daemon.newSession("api");
  await daemon.send(session, "work");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("work"));
  const send = (...words: string[]) => run(["send", "api", ...words], { nowMs: noon });
  const titles = async () => (await daemon.client.queue(session)).items.map(({ title }) => title);
  return { daemon, run, start, session, agent, send, titles };
}

test("--now stops the turn and goes before what waits", async () => {
  const { send, agent } = await busy();
  await send("later");
  expect((await send("this first", "--now")).out).toBe("stops the running turn of api, then goes first\n");
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await until("this first", () => agent.prompts.includes("this first"));
  agent.say(done);
  await until("later", () => agent.prompts.includes("later"));
  expect(agent.prompts).toEqual(["work", "this first", "later"]);
});

test("--steer goes into the running turn, and --wait gives what the agent says at its end", async () => {
  const { send, agent, session, daemon } = await busy();
  expect((await send("a bit to the left", "--steer")).out).toBe("added to the running turn of api\n");
  await until("the words", () => agent.heard.some(({ said }) => said === "steer"));
  const waiting = send("and up", "--steer", "--wait");
  await until("more words", () => agent.heard.filter(({ said }) => said === "steer").length === 2);
  agent.say(text("up and left"), done);
  expect(await waiting).toEqual({ code: 0, out: "up and left\n", err: "" });
  await daemon.ofType(session, "turn_end");
  expect(await send("too late", "--steer", "--else", "reject")).toEqual({
    code: 1,
    out: "",
    err:
      "error: it can't be added to the running turn: no turn is running\n" +
      "fix: omit --else reject to queue it, or send it with --now\n",
  });
  expect((await send("then as usual", "--steer", "--else", "queue")).out).toBe("sent to api\n");
});

test("--first, --at, --after and --hold say where it waits and for what", async () => {
  const { send, titles, daemon, session } = await busy();
  expect((await send("b")).out).toBe("queued for api, 1st\n");
  expect((await send("a", "--first")).out).toBe("queued for api, 1st\n");
  expect((await send("c", "--at", "+90m")).out).toBe("queued for api, 3rd: goes at 13:30\n");
  expect((await send("d", "--after", "3")).out).toBe("queued for api, 4th: goes after 3\n");
  expect((await send("e", "--hold")).out).toBe("held for api, 5th; release with: skein queue api release 5\n");
  expect(await titles()).toEqual(["a", "b", "c", "d", "e"]);
  const { items } = await daemon.client.queue(session);
  expect(items[2]?.notBefore).toBe(new Date(noon + 5_400_000).toISOString());
  expect(items[3]?.after).toBe(items[2]?.promptId);
  expect((await send("x", "--after", "9")).code).toBe(3);
  expect((await send("f", "--after", String(items[0]?.promptId))).out).toBe("queued for api, 6th: goes after 1\n");
});

test("[M-25] --json tells the prompt's id, its state and the event", async () => {
  const { send } = await busy();
  expect(JSON.parse((await send("x", "--json")).out)).toEqual({
    v: 1,
    session: { id: expect.any(String), name: "api" },
    sessionId: expect.any(String),
    promptId: expect.any(String),
    state: "queued",
    seq: expect.any(Number),
    position: 1,
    replayed: false,
  });
});

test("[M-25] a prompt that somebody withdraws is exit code 9 for who waits for it", async () => {
  const { send, run, titles } = await busy();
  const waiting = send("later", "--wait", "--quiet");
  await until("it to wait", async () => (await titles()).length === 1);
  await run(["queue", "api", "remove", "1"]);
  expect(await waiting).toEqual({
    code: 9,
    out: "",
    err: 'error: the prompt was cancelled: cancelled by cli\nfix: send it again: skein send api "…"\n',
  });
});

test.for([
  ["the queue", ["queue", "api", "hold"], "the queue of api", "skein queue api release"],
  ["the prompt", ["queue", "api", "hold", "1"], "the prompt", "skein queue api release 9d6b31d2"],
] as const)("who waits while a person holds %s is told so with exit code 8", async ([, words, what, fix]) => {
  const { send, run, titles } = await busy();
  const waiting = send("later", "--wait", "--quiet", "--prompt-id", "9d6b31d2-3c2e-4f6e-9d0f-2a9a3f1f5a11");
  await until("it to wait", async () => (await titles()).length === 1);
  await run(words);
  expect(await waiting).toEqual({
    code: 8,
    out: "",
    err: `error: ${what} is held until a person releases it\nfix: ${fix}\n`,
  });
});

test("who waits for an agent whose conversation is gone is told so instead of waiting", async () => {
  const { send, agent, daemon, session } = await busy();
  agent.say(text("done"), done);
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(session, "agent_exit");
  const waiting = send("go on", "--wait");
  const next = await daemon.run(2);
  next.say({ type: "resume_failed", message: "No conversation n.", hint: "start another: skein new" });
  next.exit({ kind: "exited", code: 1 });
  expect(await waiting).toMatchObject({ code: 6, err: expect.stringContaining("no conversation n") });
});

test("a prompt of which nobody knows whether it arrived can be sent again under its id", async () => {
  const client = { send: async () => ({ kind: "not_known", promptId: "p1", cause: null }) } as unknown as Client;
  const session = { id: "s1", name: "api" } as ListedSession;
  await expect(sendPrompt(client, session, { text: "go" })).rejects.toMatchObject({
    message: "it is unknown whether api got the prompt",
    why: "no answer came in time",
    fix: 'send it again under its id, which sends nothing twice: skein send s1 "…" --prompt-id p1',
    exitCode: 5,
    facts: { promptId: "p1" },
  });
});

test("the command that sends a prompt again sends it in the same way: what was to wait does not go at once", async () => {
  const client = { send: async () => ({ kind: "not_known", promptId: "p1", cause: null }) } as unknown as Client;
  const session = { id: "s1", name: "api" } as ListedSession;
  const at = "2026-01-31T09:00:00.000Z";
  const fixOf = (how: object): Promise<string> =>
    sendPrompt(client, session, { text: "go", ...how }).then(
      () => "",
      ({ fix }) => fix.replace(/^.*: /, ""),
    );
  expect(await fixOf({ held: true })).toBe('skein send s1 "…" --hold --prompt-id p1');
  expect(await fixOf({ notBefore: at, after: "p0" })).toBe(`skein send s1 "…" --at ${at} --after p0 --prompt-id p1`);
  expect(await fixOf({ when: "steer", else: "reject" })).toBe('skein send s1 "…" --steer --else reject --prompt-id p1');
  expect(await fixOf({ when: "interrupt", command: true })).toBe('skein send s1 "…" --command --now --prompt-id p1');
  expect(await fixOf({ place: { before: null } })).toBe('skein send s1 "…" --first --prompt-id p1');
  const file = { type: "file", name: "a b.png", mediaType: "image/png", hash: "0".repeat(64) };
  expect(await fixOf({ files: [file] })).toBe("skein send s1 \"…\" --file 'a b.png' --prompt-id p1");
});

test("who waits behind a turn that somebody aborts is told that the queue is held", async () => {
  const { send, run, agent, titles } = await busy();
  const waiting = send("later", "--wait", "--json");
  await until("it to wait", async () => (await titles()).length === 1);
  const aborting = run(["abort", "api"]);
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  const { code, out } = await waiting;
  expect([code, JSON.parse(out)]).toMatchObject([8, { state: "queued", held: "queue" }]);
  expect((await aborting).code).toBe(0);
});

test("what is steered to an agent that can't be steered says that it waits, and why", async () => {
  const { daemon, send } = await busy();
  const scripted = daemon.registry.get("scripted")!;
  const driver = { ...scripted, capabilities: { ...scripted.capabilities, steer: false } };
  daemon.registry = { get: () => driver, list: () => [driver], defaultAgent: async () => driver };
  await daemon.restart();
  expect((await send("to the left", "--steer")).out).toBe(
    "queued for api, 1st; Scripted can't be steered, so it runs as its own turn\n",
  );
  expect((await send("then this")).out).toBe("queued for api, 2nd\n");
});

test("a turn that fails because nobody is logged in ends with 4, and says how to log in", async () => {
  const { run, agent, daemon, session } = await busy();
  const sending = run(["send", "api", "go on", "--wait"]);
  agent.say(done);
  await until("the prompt", () => agent.prompts.includes("go on"));
  const data = { code: "not_logged_in", message: "Please run /login", hint: "run: scripted, then /login" };
  agent.say({ type: "error", data }, failed("Please run /login"));
  expect(await sending).toEqual({
    code: 4,
    out: "",
    err: 'error: scripted is not logged in\nwhy: Please run /login\nfix: run: scripted, then /login; then send it again: skein send api "…"\n',
  });
  expect((await daemon.client.session(session)).session.status).toBe("error");
  expect((await run(["wait", "api"])).code).toBe(4);
});
