// Push messages to devices: who gets which, when, and when not. The browser's side decrypts what the push service would pass on.
import { randomUUID } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { newBrowser, type PushBrowser } from "../kit/push-browser.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { unreadableLog } from "../kit/unreadable-log.ts";
import { until } from "../kit/until.ts";
import { signedIn, type WebGuest } from "../kit/web-guest.ts";

const MINUTE = 60_000;
const ENDPOINT = "https://push.example/send/1";
const question = (id: string) =>
  ({
    type: "permission",
    data: {
      ...{ id, state: "asked", title: "Run `npm test`", detail: "npm test -- --all" },
      options: [{ id: "yes", label: "Allow once", kind: "allow_once" }],
    },
  }) satisfies Fact;

interface Phone {
  readonly guest: WebGuest;
  readonly browser: PushBrowser;
}

async function subscribed(daemon: TestDaemon, wanted: Record<string, unknown> = {}): Promise<Phone> {
  const guest = await signedIn(daemon);
  const browser = newBrowser();
  const subscription = { endpoint: ENDPOINT, keys: browser.keys, kinds: ["needs_you"], remindMinutes: 10 };
  const answer = await guest.ask("/v1/push", { method: "PUT", body: { ...subscription, ...wanted } });
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([200, undefined]);
  return { guest, browser };
}

const messages = ({ outlets }: TestDaemon, { browser }: Phone): Record<string, unknown>[] =>
  outlets.pushes.map(({ body }) => JSON.parse(browser.read(body)));
const reasons = (daemon: TestDaemon, phone: Phone): unknown[] => messages(daemon, phone).map(({ reason }) => reason);

/** Lets the daemon look at everything until now, and at what becomes of it in this time. */
async function look(daemon: TestDaemon, ms = 0): Promise<void> {
  await lookOnce(daemon);
  if (ms === 0) return;
  daemon.clock.advance(ms);
  await lookOnce(daemon);
}

async function lookOnce(daemon: TestDaemon): Promise<void> {
  writeFileSync(daemon.paths.config, '[hooks]\nsession_start = ["looked"]\n');
  const session = await daemon.newSession();
  daemon.clock.advance(250);
  await until("the daemon to have looked", () =>
    daemon.outlets.commands.some(({ spec }) => spec.env.SKEIN_SESSION === session),
  );
}

async function asking(wanted?: Record<string, unknown>) {
  const daemon = await testDaemon();
  const phone = await subscribed(daemon, wanted);
  const working = await daemon.working();
  const ask = async (id = "q1"): Promise<void> => {
    working.agent.say(question(id));
    await daemon.event(working.session, ({ data }) => data.id === id);
  };
  return { daemon, phone, ask, ...working };
}

test("[R-14] a question reaches the phone once, encrypted, with a link to it, and only its push service is called", async () => {
  const { daemon, phone, session, ask } = await asking();
  await ask();
  await look(daemon);
  await until("the message", () => daemon.outlets.pushes.length > 0);
  const { seq, at } = await daemon.ofType(session, "permission");
  const name = daemon.workspace.split("/").at(-1);
  expect(messages(daemon, phone)).toEqual([
    {
      ...{ v: 1, reason: "raised", id: `${session}:${seq}`, kind: "needs_you", session, seq, at, name },
      text: `${name} asks: Run \`npm test\``,
    },
  ]);
  const [request] = daemon.outlets.pushes;
  expect(request).toMatchObject({ endpoint: ENDPOINT, headers: { "content-encoding": "aes128gcm", urgency: "high" } });
  expect(request?.headers.topic).toMatch(/^[\w-]{32}$/);
  const { publicKey } = JSON.parse((await phone.guest.ask("/v1/push")).body);
  expect(request?.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`));
  expect(`${request?.body.toString("latin1")}`).not.toContain("npm test");
  await daemon.restart();
  await look(daemon);
  expect(daemon.outlets.pushes).toHaveLength(1);
  expect(statSync(daemon.paths.push).mode & 0o777).toBe(0o600);
});

test("[R-14] a device is told of the kinds that it wants, and of nothing else", async () => {
  const { daemon, phone, agent, session, ask } = await asking({ kinds: ["failed"] });
  await ask();
  agent.say({ type: "turn_end", reason: "failed", error: "no tokens left" });
  await daemon.ofType(session, "turn_end");
  await look(daemon);
  await until("the message", () => daemon.outlets.pushes.length > 0);
  expect(messages(daemon, phone).map(({ kind }) => kind)).toEqual(["failed"]);
});

test("[R-14] nobody is reminded twice, also across a restart, and nobody of what was answered", async () => {
  const { daemon, phone, session, ask } = await asking();
  await ask();
  await look(daemon);
  await until("the message", () => daemon.outlets.pushes.length === 1);
  await look(daemon, 9 * MINUTE);
  expect(reasons(daemon, phone)).toEqual(["raised"]);
  await look(daemon, 2 * MINUTE);
  await until("the reminder", () => daemon.outlets.pushes.length === 2);
  expect(reasons(daemon, phone)).toEqual(["raised", "reminder"]);
  await daemon.restart();
  await look(daemon, 30 * MINUTE);
  await look(daemon, 30 * MINUTE);
  expect(reasons(daemon, phone)).toEqual(["raised", "reminder"]);

  await daemon.client.answer(session, "q1", { option: "yes" });
  await look(daemon, 30 * MINUTE);
  expect(daemon.outlets.pushes).toHaveLength(2);
});

test("[R-14] a reminder that came due while no daemon ran is sent by the next one, unless it was answered", async () => {
  const { daemon, phone, ask } = await asking();
  await ask();
  await look(daemon);
  await until("the message", () => daemon.outlets.pushes.length === 1);
  await daemon.stop();
  daemon.clock.advance(60 * MINUTE);
  await daemon.start();
  await look(daemon, MINUTE);
  await until("the reminder", () => daemon.outlets.pushes.length === 2);
  expect(reasons(daemon, phone)).toEqual(["raised", "reminder"]);
});

test("[R-14] while somebody looks at the session no device is called; when they leave without an answer, it is", async () => {
  const { daemon, phone, session, ask } = await asking({ remindMinutes: 0 });
  const page = { client: randomUUID(), session, seconds: 20, idleSeconds: 1 };
  await daemon.client.focus(page);
  await ask();
  await look(daemon);
  for (let beat = 0; beat < 6; beat++) {
    await daemon.client.focus(page);
    await look(daemon, 10_000);
  }
  expect(daemon.outlets.pushes).toEqual([]);
  // The page is closed, or its machine sleeps: nothing renews the claim.
  await look(daemon, 80_000);
  await until("the message", () => daemon.outlets.pushes.length > 0);
  expect(reasons(daemon, phone)).toEqual(["raised"]);
});

test("[R-14] a page whose list is seen is told of every session there; what is answered meanwhile calls nobody later", async () => {
  const { daemon, session, ask } = await asking();
  const elsewhere = await daemon.newSession("elsewhere");
  await daemon.client.focus({ client: randomUUID(), session: elsewhere, list: true, seconds: 20, idleSeconds: 0 });
  await ask();
  await look(daemon);
  await daemon.client.answer(session, "q1", { option: "yes" });
  await look(daemon, 10 * MINUTE);
  expect(daemon.outlets.pushes).toEqual([]);
});

test("[R-14] a window that is only open holds no reminder back; somebody who does something in it does, as long as they do", async () => {
  const { daemon, phone, session, ask } = await asking();
  const page = { client: randomUUID(), session, seconds: 120 };
  await daemon.client.focus({ ...page, idleSeconds: 0 });
  await ask();
  await look(daemon);
  for (let minute = 0; minute < 12; minute++) {
    await daemon.client.focus({ ...page, idleSeconds: 5 });
    await look(daemon, 50_000);
  }
  expect(daemon.outlets.pushes).toEqual([]);
  for (let minute = 0; minute < 3; minute++) {
    await daemon.client.focus({ ...page, idleSeconds: 300 });
    await look(daemon, MINUTE);
  }
  await until("the reminder", () => daemon.outlets.pushes.length > 0);
  expect(reasons(daemon, phone)).toEqual(["reminder"]);
});

test("[R-14] a terminal where somebody is shows it; one that was only left open does not keep the phone silent", async () => {
  const { daemon, phone, ask } = await asking({ remindMinutes: 0 });
  const elsewhere = await daemon.newSession("elsewhere");
  const terminal = { client: randomUUID(), seconds: 120, notifies: true };
  await daemon.client.focus({ ...terminal, session: elsewhere });
  await ask("q1");
  await look(daemon);
  expect(daemon.outlets.pushes).toEqual([]);
  for (let minute = 0; minute < 3; minute++) {
    await daemon.client.focus({ ...terminal, session: null });
    await look(daemon, MINUTE);
  }
  await ask("q2");
  await look(daemon);
  await until("the message", () => daemon.outlets.pushes.length > 0);
  expect(messages(daemon, phone).map(({ text }) => text)).toHaveLength(1);
});

test("[R-14] a device that is signed out, or whose push service knows it no more, is told nothing again", async () => {
  const { daemon, phone, ask } = await asking();
  daemon.outlets.pushAnswer = () => 410;
  await ask("q1");
  await look(daemon);
  await until("the subscription to be gone", async () => {
    return JSON.parse((await phone.guest.ask("/v1/push")).body).subscription === null;
  });
  daemon.outlets.pushAnswer = () => 201;
  await ask("q2");
  await look(daemon);
  expect(daemon.outlets.pushes).toHaveLength(1);

  await subscribed(daemon, { endpoint: "https://push.example/send/2" });
  const [device] = (await daemon.client.devices()).items;
  await daemon.client.revokeDevices([device?.id ?? ""]);
  await ask("q3");
  await look(daemon);
  expect(daemon.outlets.pushes).toHaveLength(1);
  expect(readFileSync(daemon.paths.push, "utf8")).not.toContain("push.example");
});

test("[R-14] a push service that fails for a while is asked again, one that refuses is not; the journal says so without the address", async () => {
  const { daemon, phone, ask } = await asking({ remindMinutes: 0 });
  const answers = [new Error("ECONNRESET"), 503, 201];
  daemon.outlets.pushAnswer = () => answers.shift() ?? 201;
  await ask("q1");
  await look(daemon);
  await until("the first try", () => daemon.outlets.pushes.length === 1);
  daemon.clock.advance(5_000);
  await until("the second try", () => daemon.outlets.pushes.length === 2);
  daemon.clock.advance(60_000);
  await until("the third try", () => daemon.outlets.pushes.length === 3);
  expect(reasons(daemon, phone)).toEqual(["raised", "raised", "raised"]);

  daemon.means(/^a push message of needs_you was not delivered/);
  daemon.outlets.pushAnswer = () => 403;
  await ask("q2");
  await look(daemon);
  await until("the journal", () => daemon.faults.length > 0);
  expect(daemon.faults).toEqual(["a push message of needs_you was not delivered: push.example answered 403"]);
  await look(daemon, 60 * MINUTE);
  expect(daemon.outlets.pushes).toHaveLength(4);
});

test("[R-14] a later try is dropped when the question was answered meanwhile", async () => {
  const { daemon, session, ask } = await asking({ remindMinutes: 0 });
  daemon.outlets.pushAnswer = () => 503;
  await ask();
  await look(daemon);
  await until("the first try", () => daemon.outlets.pushes.length === 1);
  await daemon.client.answer(session, "q1", { option: "yes" });
  await look(daemon, 1000);
  await look(daemon, 10 * MINUTE);
  expect(daemon.outlets.pushes).toHaveLength(1);
});

test("a device tries its own notifications, and only a device can have some", async () => {
  const daemon = await testDaemon();
  const stranger = await signedIn(daemon);
  const refused = await stranger.ask("/v1/push/test", { method: "POST", body: {} });
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([409, "not_subscribed"]);
  await expect(daemon.client.push()).rejects.toMatchObject({ code: "not_allowed" });
  const phone = await subscribed(daemon);
  expect((await phone.guest.ask("/v1/push/test", { method: "POST", body: {} })).status).toBe(200);
  await until("the message", () => daemon.outlets.pushes.length > 0);
  expect(messages(daemon, phone)).toMatchObject([{ reason: "test", text: "Notifications reach Firefox on Linux." }]);
  expect((await phone.guest.ask("/v1/push", { method: "DELETE", body: {} })).status).toBe(200);
  expect(JSON.parse((await phone.guest.ask("/v1/push")).body).subscription).toBeNull();
});

test("a device tries its notifications once at a time, and what fails is not tried again", async () => {
  const daemon = await testDaemon();
  const phone = await subscribed(daemon);
  const tryOut = async (): Promise<number> =>
    (await phone.guest.ask("/v1/push/test", { method: "POST", body: {} })).status;
  let answer: (status: number) => void = () => {};
  daemon.outlets.pushAnswer = () => new Promise((resolve) => (answer = resolve));
  expect([await tryOut(), await tryOut(), await tryOut()]).toEqual([200, 200, 200]);
  expect(daemon.outlets.pushes).toHaveLength(1);
  daemon.means(/^a push message of finished was not delivered/);
  answer(503);
  await until("the journal", () => daemon.faults.length > 0);
  expect(daemon.faults).toEqual(["a push message of finished was not delivered: push.example answered 503"]);
  await look(daemon, 10 * MINUTE);
  expect(daemon.outlets.pushes).toHaveLength(1);
  await tryOut();
  expect(daemon.outlets.pushes).toHaveLength(2);
  answer(201);
});

test("[R-14] a message that waits for a later try is tried again by the next daemon, unless it was answered", async () => {
  const { daemon, phone, session, ask } = await asking({ remindMinutes: 0 });
  daemon.outlets.pushAnswer = () => 503;
  await ask("q1");
  await look(daemon);
  await until("the first try", () => daemon.outlets.pushes.length === 1);
  await daemon.restart();
  daemon.clock.advance(5_000);
  await until("the second try", () => daemon.outlets.pushes.length === 2);
  await daemon.stop();
  daemon.clock.advance(60 * MINUTE);
  await daemon.start();
  daemon.clock.advance(1);
  await until("the third try", () => daemon.outlets.pushes.length === 3);
  expect(reasons(daemon, phone)).toEqual(["raised", "raised", "raised"]);
  expect(messages(daemon, phone).map(({ text }) => text)).toEqual(Array(3).fill(expect.stringContaining("npm test")));

  await daemon.restart();
  await daemon.client.answer(session, "q1", { option: "yes" });
  await look(daemon, 1000);
  await daemon.restart();
  await look(daemon, 60 * MINUTE);
  expect(daemon.outlets.pushes).toHaveLength(3);
});

test.for([
  [{ endpoint: "http://push.example/x" }],
  [{ endpoint: "https://127.0.0.1/x" }],
  [{ keys: { p256dh: "AAAA", auth: "AAAA" } }],
  [{ kinds: ["everything"] }],
  [{ remindMinutes: -1 }],
  [{ remindMinutes: 10_000 }],
  [{ more: true }],
])("%o is no subscription", async ([wrong]) => {
  const daemon = await testDaemon();
  const guest = await signedIn(daemon);
  const right = { endpoint: ENDPOINT, keys: newBrowser().keys, kinds: ["needs_you"], remindMinutes: 10 };
  const { status } = await guest.ask("/v1/push", { method: "PUT", body: { ...right, ...wrong } });
  expect(status).toBe(400);
  expect(JSON.parse((await guest.ask("/v1/push")).body).subscription).toBeNull();
});

test("a browser that signs in again with the same subscription is told once", async () => {
  const daemon = await testDaemon();
  await subscribed(daemon);
  const phone = await subscribed(daemon);
  const { session, agent } = await daemon.working();
  agent.say(question("q1"));
  await daemon.ofType(session, "permission");
  await look(daemon);
  await until("the message", () => daemon.outlets.pushes.length > 0);
  expect(messages(daemon, phone)).toHaveLength(1);
});

test("[R-14] a later try goes to where the device takes messages by then", async () => {
  const { daemon, phone, ask } = await asking({ remindMinutes: 0 });
  daemon.outlets.pushAnswer = () => 503;
  await ask();
  await look(daemon);
  await until("the first try", () => daemon.outlets.pushes.length === 1);
  const endpoint = "https://push.example/send/renewed";
  const body = { endpoint, keys: newBrowser().keys, kinds: ["needs_you"], remindMinutes: 0 };
  await phone.guest.ask("/v1/push", { method: "PUT", body });
  daemon.clock.advance(5_000);
  await until("the second try", () => daemon.outlets.pushes.length === 2);
  expect(daemon.outlets.pushes.map(({ endpoint }) => endpoint)).toEqual([ENDPOINT, endpoint]);
});

test("[R-14] after a restart nobody is notified of what a page shows, before it could say so again", async () => {
  const { daemon, session, ask } = await asking({ remindMinutes: 0 });
  const page = { client: randomUUID(), session, seconds: 20, idleSeconds: 1 };
  await daemon.client.focus(page);
  await ask();
  await look(daemon);
  await daemon.restart();
  await look(daemon, 1000);
  expect(daemon.outlets.pushes).toEqual([]);
  await daemon.client.focus(page);
  await look(daemon, 10_000);
  expect(daemon.outlets.pushes).toEqual([]);
});

test("[R-14] what was shown on a screen and is gone with its session is forgotten", async () => {
  const daemon = await testDaemon();
  await subscribed(daemon, { kinds: ["finished"] });
  const { session, agent } = await daemon.working();
  const elsewhere = await daemon.newSession("elsewhere");
  const page = { client: randomUUID(), session: elsewhere, list: true, seconds: 20, idleSeconds: 1 };
  await daemon.client.focus(page);
  daemon.clock.advance(61_000);
  await daemon.client.focus(page);
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(session, "agent_exit");
  await look(daemon);
  const raised = (): unknown[] => JSON.parse(readFileSync(daemon.paths.attention, "utf8")).raised;
  expect(raised()).toHaveLength(1);
  await daemon.client.trash(session, {});
  await daemon.client.emptyTrash([session]);
  await look(daemon, 2 * MINUTE);
  await look(daemon, 2 * MINUTE);
  await until("it is forgotten", () => raised().length === 0);
});

test("[R-14] a session that can't be read silences no other", async () => {
  const daemon = await testDaemon();
  daemon.means(/can't be read, so nobody is notified of it|is paused until this is over/);
  const phone = await subscribed(daemon);
  daemon.sessionsInMemory = 0;
  const one = await daemon.working("one");
  one.agent.say(question("q1"));
  await daemon.event(one.session, ({ data }) => data.id === "q1");
  const other = await daemon.newSession("other");
  await daemon.send(other, "two");
  const agent = await daemon.run(2);
  agent.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("the prompt", () => agent.prompts.includes("two"));
  agent.say(question("q2"));
  await daemon.event(other, ({ data }) => data.id === "q2");
  await look(daemon);
  await until("both messages", () => daemon.outlets.pushes.length === 2);
  await daemon.stop();
  daemon.log = unreadableLog(daemon.log, (session) => session === one.session);
  await daemon.start();
  await until("the reminder of the other", () => {
    daemon.clock.advance(MINUTE);
    return daemon.outlets.pushes.length === 3;
  });
  expect(messages(daemon, phone).at(-1)).toMatchObject({ reason: "reminder", session: other });
});

test("an entry that this version does not understand costs no other its subscription", async () => {
  const daemon = await testDaemon();
  const { guest } = await subscribed(daemon);
  await daemon.stop();
  const file = JSON.parse(readFileSync(daemon.paths.push, "utf8"));
  file.subscriptions[0].kinds.push("something new");
  file.subscriptions.unshift({ device: 7 });
  writeFileSync(daemon.paths.push, JSON.stringify(file));
  await daemon.start();
  expect(JSON.parse((await guest.ask("/v1/push")).body).subscription).toMatchObject({ kinds: ["needs_you"] });
});

test("after a damaged file, which is kept, the key is another one, and devices can subscribe again", async () => {
  const daemon = await testDaemon();
  daemon.means(/^who wants push messages is not known/);
  const { guest } = await subscribed(daemon);
  const keyOf = async (): Promise<string> => JSON.parse((await guest.ask("/v1/push")).body).publicKey;
  const before = await keyOf();
  await daemon.restart();
  expect(await keyOf()).toBe(before);
  await daemon.stop();
  writeFileSync(daemon.paths.push, "{}");
  await daemon.start();
  const { publicKey, subscription } = JSON.parse((await guest.ask("/v1/push")).body);
  expect([publicKey === before, subscription]).toEqual([false, null]);
  expect(readFileSync(`${daemon.paths.push}.unusable`, "utf8")).toBe("{}");
});
