// Requests by fetch, against a real daemon behind a TCP port.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { fetchTransport } from "../../src/client/fetch-transport.ts";
import { Skein } from "../../src/client/skein.ts";
import { connect } from "../../src/client-entry/browser.ts";
import { emptyTranscript, extendTranscript } from "../../src/core/index.ts";
import { ChaosProxy } from "../kit/chaos-proxy.ts";
import { afterJson, fold } from "../kit/events.ts";
import { openTcpDoor } from "../kit/tcp-door.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("a view over fetch shows what the daemon's log says, live, and through cuts", async () => {
  const daemon = await testDaemon();
  const door = await openTcpDoor(daemon.paths.socket);
  const { session, agent } = await daemon.working();
  const view = await connect({ url: `${door.url}/`, name: "page", storage: null }).view(session);
  onTestFinished(() => view.close());
  await until("live", () => view.connection === "live");
  for (const text of ["one", "two", "three"]) {
    agent.say({ type: "agent_message", data: { messageId: "m1", text } });
    daemon.clock.advance(100);
    door.cutAll();
    await until(text, () => JSON.stringify(view.transcript).includes(text));
  }
  agent.say({ type: "turn_end", reason: "completed" });
  await view.until(({ state }) => state.turn.last !== null);
  const log = daemon.events(session);
  expect(view.state).toEqual(afterJson(fold(log)));
  expect(view.transcript).toEqual(extendTranscript(emptyTranscript, log));
});

test("[M-16] [M-20] over a bad network each event is in the view once", async () => {
  const daemon = await testDaemon();
  const bad = new ChaosProxy(daemon.paths.socket, 7);
  const door = await openTcpDoor(bad.path);
  const session = await daemon.newSession();
  bad.isChaotic = false;
  const view = await connect({ url: door.url, storage: null }).view(session);
  onTestFinished(() => view.close());
  await until("live", () => view.connection === "live");
  const calmConnections = bad.connections;
  bad.isChaotic = true;
  for (let n = 0; n < 30; n++) {
    await daemon.client.rename(session, `name ${n}`);
    if (n % 5 === 0) bad.cutAll();
  }
  await until("all of it", () => view.lastSeenSeq === daemon.events(session).length);
  expect(bad.connections).toBeGreaterThan(calmConnections);
  expect(view.state).toEqual(afterJson(fold(daemon.events(session))));
});

test("a prompt that is sent from a page says who sent it", async () => {
  const daemon = await testDaemon();
  const door = await openTcpDoor(daemon.paths.socket);
  const session = await daemon.newSession();
  const view = await connect({ url: door.url, name: "a page", storage: null }).view(session);
  onTestFinished(() => view.close());
  const delivery = await view.send("do it");
  expect(delivery).toMatchObject({ kind: "acknowledged" });
  const queued = await daemon.ofType(session, "prompt_queued");
  expect(queued).toMatchObject({ by: { name: "a page" }, data: { promptId: delivery.promptId, text: "do it" } });
  await view.until(({ state }) => state.prompt.queue.length === 1 || state.turn.open !== null);
  await view.markRead();
  await view.until(({ readSeq }) => readSeq > 0);
});

test("a name that no header can hold costs its letters, and no call", async () => {
  const daemon = await testDaemon();
  const door = await openTcpDoor(daemon.paths.socket);
  const session = await daemon.newSession();
  await connect({ url: door.url, name: "Zoë 東京", storage: null }).rename(session, "new");
  const named = await daemon.event(session, ({ by }) => by.kind === "client" && by.name !== "test");
  expect(named.by).toMatchObject({ name: "Zoë ??" });
});

test("nobody listening is said at once, a token goes with each request, and problems keep their code", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(403, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ code: "self_approval", detail: "no", status: 403, retryable: false }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const skein = new Skein({ transport: fetchTransport({ url, token: "secret" }), name: "test" });
  await expect(skein.server()).rejects.toMatchObject({ code: "self_approval", status: 403 });
  expect(seen).toEqual(["Bearer secret"]);
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  await expect(skein.server()).rejects.toMatchObject({ name: "ConnectionError", kind: "absent" });
});

test("bytes go up and come down as they are, and a reader that stops closes the connection", async () => {
  const daemon = await testDaemon();
  const door = await openTcpDoor(daemon.paths.socket);
  const skein = new Skein({ transport: fetchTransport({ url: door.url }), name: "test" });
  const content = new Uint8Array(300_000).map((_, index) => index % 251);
  const { hash, bytes } = await skein.upload(content);
  expect(bytes).toBe(content.length);
  const chunks: Uint8Array[] = [];
  for await (const chunk of skein.blob(hash)) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(Buffer.from(content))).toBe(true);
  for await (const _ of skein.blob(hash)) break;
});

test("silence is an error that says, in a page whose connections are all taken, why", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: (() => Promise<Response>)[] = [];
  const fetch = (_: unknown, { signal }: RequestInit = {}): Promise<Response> =>
    answers.shift()?.() ??
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
  const transport = fetchTransport({
    url: "http://skein.test",
    fetch: fetch as typeof globalThis.fetch,
    isBrowser: true,
  });
  const ask = () => transport({ method: "GET", path: "/v1", headers: {} });
  const silence = async (): Promise<string> => {
    const asked = ask().then(
      () => "an answer",
      ({ kind, message }) => `${kind}: ${message}`,
    );
    await vi.advanceTimersByTimeAsync(15_000);
    return asked;
  };
  expect(await silence()).toBe("silent: no answer came within 15 seconds");
  for (let stream = 0; stream < 6; stream++) {
    answers.push(async () => new Response(new ReadableStream()));
    void (await ask()).body[Symbol.asyncIterator]().next();
  }
  expect(await silence()).toBe(
    "silent: no answer came within 15 seconds: this page reads 6 streams, and a browser opens 6 connections to a host over HTTP/1.1, all tabs together; close unused views, or serve the API over HTTP/2",
  );
});

test("an upload may take as long as it takes", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fetch = (_: unknown, { signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      setTimeout(() => resolve(Response.json({ hash: "h", bytes: 3 })), 600_000);
    });
  const transport = fetchTransport({ url: "http://skein.test", fetch: fetch as typeof globalThis.fetch });
  const uploaded = new Skein({ transport, name: "page" }).upload(new Uint8Array(3));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await uploaded).toMatchObject({ hash: "h" });
});

test("in a browser a file that is read while it is sent is given as a whole", async () => {
  const bodies: unknown[] = [];
  const fetch = async (_: unknown, { body }: RequestInit = {}): Promise<Response> => {
    bodies.push(body);
    return new Response("{}");
  };
  const transport = fetchTransport({
    url: "http://skein.test",
    fetch: fetch as typeof globalThis.fetch,
    isBrowser: true,
  });
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* ["one ", "two"].map((text) => new TextEncoder().encode(text));
  }
  await transport({ method: "POST", path: "/v1/import", headers: {}, stream: stream() });
  expect(await (bodies[0] as Blob).text()).toBe("one two");
});
