// What only people may do: every route, for every kind of caller.
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { Client, unixTransport } from "../../../src/client/index.ts";
import type { Caller } from "../../../src/core/index.ts";
import { type Operation, type OperationName, operations, routes } from "../../../src/protocol/index.ts";
import { type TestDaemon, testDaemon } from "../../kit/test-daemon.ts";
import { until } from "../../kit/until.ts";
import { waitingIn, withHeldQueue } from "../held-queue.ts";

/** Everything that changes something and that an agent may do as well: it can be undone, or is the agent's own business. */
const forEverybody = [
  ...[
    "acknowledge",
    "archive",
    "arrange",
    "attach",
    "backup",
    "clear",
    "confirmOnTerminal",
    "create",
    "drain",
    "focus",
    "fork",
  ],
  ...["inspectAgents", "interrupt", "prompt", "rename", "restart", "restore", "select", "setModel", "stop"],
  ...["openLane", "closeLane", "compareEnvironment", "signOut", "testPolicy", "trash", "upload", "verify"],
];

const WAITING = "00000000-0000-4000-8000-000000000001";

/** The code of the refusal; none when it came through to the route itself. */
async function codeOf(daemon: TestDaemon, route: OperationName, body = "{}"): Promise<string | undefined> {
  const { method, path } = routes[route];
  const sent = request({
    ...{ socketPath: daemon.paths.socket, method, path: path.replaceAll(/:\w+/g, "none") },
    headers: {
      "content-length": body.length,
      "content-type": route === "importSession" ? "application/x-ndjson" : "application/json",
    },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sent.on("error", reject).on("response", (response) => resolve(text(response)));
  });
  sent.end(body);
  return (JSON.parse(await answered) as { code?: string }).code;
}

const guarded = (Object.entries(operations) as [OperationName, Operation][]).flatMap(([name, { peopleOnly }]) =>
  peopleOnly === undefined ? [] : [name],
);
const refusals = ["self_approval", "confirmation_required"];

test("every route that changes something is either for people or for everybody", () => {
  const changing = (Object.keys(routes) as OperationName[]).filter((name) => routes[name].method !== "GET");
  const decided = [...guarded.filter((name) => routes[name].method !== "GET"), ...forEverybody];
  expect(decided.sort()).toEqual(changing.sort());
});

const callers: [name: string, caller: Caller, code: string | null][] = [
  ["an agent", { kind: "agent" }, "self_approval"],
  ["a caller that can't be found", { kind: "hidden" }, "self_approval"],
  [
    "anybody, where the system does not tell",
    { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false },
    "confirmation_required",
  ],
  ["anybody, where no agent lives", { kind: "unknown", why: "it is blind", isAlone: true, isLapse: false }, null],
  ["a person", { kind: "person" }, null],
];

test.for(callers)("%s is %o: what is for people is then %s", async ([, caller, code]) => {
  const daemon = await testDaemon();
  daemon.caller = caller;
  for (const route of guarded) {
    const refused = await codeOf(daemon, route);
    expect([route, refusals.includes(refused ?? "") ? refused : null]).toEqual([route, code]);
  }
});

test("a code that was not shown is said to be none", async () => {
  const daemon = await testDaemon();
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  const client = new Client({
    ...{ transport: unixTransport(daemon.paths.socket), name: "cli" },
    confirm: async () => "abcd-2345",
  });
  await expect(client.emptyTrash()).rejects.toMatchObject({
    code: "confirmation_required",
    message: "Only a person may delete sessions for good, and the code was wrong, or it has expired.",
  });
});

test("an agent may do what is for everybody", async () => {
  const daemon = await testDaemon();
  daemon.caller = { kind: "agent" };
  for (const route of forEverybody.filter((name) => name !== "drain") as OperationName[])
    expect([route, refusals]).not.toEqual([route, expect.arrayContaining([await codeOf(daemon, route)])]);
});

test("stopping a turn is for everybody, and emptying the queue with it is for people", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  await daemon.send(session, "later");
  daemon.caller = { kind: "agent" };
  await expect(daemon.client.interrupt(session, { clear: true })).rejects.toMatchObject({
    code: "self_approval",
    message: "An agent can't cancel queued prompts; a person must.",
  });
  expect((await daemon.client.queue(session)).items).toHaveLength(1);
  await daemon.client.interrupt(session, {});
});

test.for([
  ["at the front", { place: { before: null } }],
  ["before a prompt that waits", { place: { before: WAITING } }],
  ["with a turn stopped for it", { when: "interrupt" }],
] as const)("a prompt that goes before others, %s, is for people", async ([, how]) => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  await daemon.send(session, "later", WAITING);
  const content = [{ type: "text" as const, text: "mine first" }];
  daemon.caller = { kind: "agent" };
  await expect(daemon.client.prompt(session, { content, ...how })).rejects.toMatchObject({
    code: "self_approval",
    message: "An agent can't put a prompt before other queued ones; a person must.",
  });
  await daemon.client.prompt(session, { content: [{ type: "text", text: "at the end" }] });
  const waiting = async () => (await daemon.client.queue(session)).items.map(({ text }) => text);
  expect(await waiting()).toEqual(["later", "at the end"]);
  expect(daemon.types(session)).not.toContain("interrupt");
  daemon.caller = { kind: "person" };
  await daemon.client.prompt(session, { content, ...how });
  expect(await waiting()).toEqual(["mine first", "later", "at the end"]);
});

test("an agent's prompt goes behind those that wait in a queue that is held, which stays held; a person's goes alone", async () => {
  const { daemon, session, agent } = await withHeldQueue();
  daemon.caller = { kind: "agent" };
  await daemon.send(session, "of an agent");
  expect(await waitingIn(daemon, session)).toEqual([
    true,
    [
      ["two", false],
      ["of an agent", false],
    ],
  ]);
  daemon.caller = { kind: "person" };
  await daemon.send(session, "of a person");
  await until("the person's", () => agent.prompts.length > 1);
  expect(agent.prompts).toEqual(["one", "of a person"]);
});

test("where the system does not tell who calls, a prompt waits in a held queue like an agent's, unless no agent lives", async () => {
  const { daemon, session, agent } = await withHeldQueue();
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  await daemon.send(session, "of anybody");
  const { items, paused } = await daemon.client.queue(session);
  expect([paused, items.map(({ title }) => title)]).toEqual([true, ["two", "of anybody"]]);
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: true, isLapse: false };
  await daemon.send(session, "of a person");
  await until("the person's", () => agent.prompts.length > 1);
  expect(agent.prompts).toEqual(["one", "of a person"]);
});

test("an agent's prompt is held behind prompts that are held by themselves, as after a kill; a person's goes alone", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working("one");
  await daemon.send(session, "two");
  daemon.caller = { kind: "agent" };
  await daemon.client.stop(session);
  await daemon.ofType(session, "agent_exit");
  await daemon.send(session, "of an agent");
  expect(await waitingIn(daemon, session)).toEqual([
    false,
    [
      ["two", true],
      ["of an agent", true],
    ],
  ]);
  daemon.caller = { kind: "person" };
  await daemon.send(session, "of a person");
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the person's", () => next.prompts.length > 0);
  expect(next.prompts).toEqual(["of a person"]);
});

test("prompts that a person holds one by one let an agent's pass, as those of anybody", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.client.prompt(session, { content: [{ type: "text", text: "later" }], held: true });
  const other = await daemon.send(session, "also later");
  await daemon.client.editPrompt(session, other, { held: true });
  daemon.caller = { kind: "agent" };
  await daemon.send(session, "of an agent");
  expect(await waitingIn(daemon, session)).toEqual([
    false,
    [
      ["later", true],
      ["also later", true],
      ["of an agent", false],
    ],
  ]);
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the agent's", () => agent.prompts.length > 1);
  expect(agent.prompts).toEqual(["one", "of an agent"]);
});

test("what was held with its queue holds back an agent's prompt, also when a person has gone before it", async () => {
  const { daemon, session, agent } = await withHeldQueue();
  await daemon.send(session, "of a person");
  await until("the person's", () => agent.prompts.length > 1);
  daemon.caller = { kind: "agent" };
  await daemon.send(session, "of an agent");
  expect(await waitingIn(daemon, session)).toEqual([
    false,
    [
      ["two", true],
      ["of an agent", true],
    ],
  ]);
  daemon.caller = { kind: "person" };
  const [two] = (await daemon.client.queue(session)).items;
  await daemon.client.editPrompt(session, two?.promptId ?? "", { held: false });
  daemon.caller = { kind: "agent" };
  await daemon.send(session, "another");
  expect((await waitingIn(daemon, session)).at(-1)).toContainEqual(["another", true]);
});

test("words of an agent for the running turn wait, too, where the queue is held, and the hold stays", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.client.changeQueue(session, { paused: true });
  daemon.caller = { kind: "agent" };
  const content = [{ type: "text" as const, text: "of an agent" }];
  await daemon.client.prompt(session, { content, when: "steer" });
  expect(await waitingIn(daemon, session)).toEqual([
    true,
    [
      ["two", false],
      ["of an agent", false],
    ],
  ]);
  const rejected = daemon.client.prompt(session, { content, when: "steer", else: "reject" });
  await expect(rejected).rejects.toMatchObject({ code: "not_steerable" });
  daemon.caller = { kind: "person" };
  await daemon.client.prompt(session, { content: [{ type: "text", text: "of a person" }], when: "steer" });
  await until("the person's words", () => agent.heard.some(({ said }) => said === "steer"));
  expect(agent.heard.at(-1)).toMatchObject({ said: "steer", text: "of a person" });
});

test("whether a prompt goes before others is decided when its turn comes, not when it arrives", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  const append = daemon.log.append.bind(daemon.log);
  const gate = Promise.withResolvers<void>();
  let isHeldUp = false;
  daemon.log.append = async (change) => {
    isHeldUp = true;
    await gate.promise;
    return append(change);
  };
  const first = daemon.send(session, "a person's");
  await until("the person's prompt to be written", () => isHeldUp);
  let isAsked = false;
  const caller = {
    get: () => {
      isAsked = true;
      return { kind: "agent" };
    },
  };
  Object.defineProperty(daemon, "caller", caller);
  const content = [{ type: "text" as const, text: "mine first" }];
  const second = daemon.client.prompt(session, { content, place: { before: null } });
  const refused = expect(second).rejects.toMatchObject({ code: "self_approval" });
  await until("it to be known who sends the other", () => isAsked);
  gate.resolve();
  await Promise.all([first, refused]);
  expect((await daemon.client.queue(session)).items.map(({ text }) => text)).toEqual(["a person's"]);
});

test("an agent that sends the same prompt again is told what became of it", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  daemon.caller = { kind: "agent" };
  const body = { id: WAITING, content: [{ type: "text" as const, text: "now" }], place: { before: null } };
  const { seq } = await daemon.client.prompt(session, body);
  expect(await daemon.client.prompt(session, body)).toMatchObject({ seq, replayed: true });
});

test("an agent may stop a turn with a prompt where none waits", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  daemon.caller = { kind: "agent" };
  await daemon.client.prompt(session, { content: [{ type: "text", text: "now" }], when: "interrupt" });
  expect(daemon.types(session)).toContain("interrupt");
});

test("who calls is told to whoever asks, with the reason", async () => {
  const daemon = await testDaemon();
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  expect(await daemon.client.caller()).toEqual({
    ...{ kind: "unknown", needsCode: true, why: "it is blind" },
    text: "this system does not report who the caller is (it is blind)",
  });
  daemon.caller = { kind: "person" };
  expect(await daemon.client.caller()).toMatchObject({ kind: "person", needsCode: false });
});

test("a code is shown on a terminal of the user's only, and nothing else is taken for one", async () => {
  const daemon = await testDaemon();
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  for (const terminal of ["/dev/tty", "/dev/null", "/dev/pts/../null", "/etc/passwd", "pts/1", "/dev/ptmx"])
    await expect(daemon.client.confirmOnTerminal(terminal)).rejects.toMatchObject({ code: "invalid_path" });
  await expect(daemon.client.confirmOnTerminal("/dev/pts/999999")).rejects.toMatchObject({ code: "invalid_path" });
});

test.for(["person", "agent", "hidden"] as const)(
  "where the system tells who calls, no code is written for: %s",
  async (kind) => {
    const daemon = await testDaemon();
    daemon.caller = { kind };
    await expect(daemon.client.confirmOnTerminal("/dev/pts/0")).rejects.toMatchObject({
      code: "confirmation_not_needed",
    });
  },
);
