// A daemon that takes the call and says nothing, behind the transports that clients really have: time passes when told, bytes travel.
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  ACKNOWLEDGE_WITHIN_MS,
  Client,
  fetchTransport,
  type Transport,
  unixTransport,
} from "../../src/client/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

const transports: Readonly<Record<string, (address: string | number) => Transport>> = {
  "the Unix socket": (path) => unixTransport(String(path)),
  fetch: (port) => fetchTransport({ url: `http://127.0.0.1:${port}` }),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What each connection has sent (`fetch` opens some that it never uses); `answer` says something to the nth request. */
async function listen(where: string, answer: (n: number, socket: Socket) => void) {
  const heard: string[] = [];
  const server = createServer((socket) => {
    const n = heard.push("") - 1;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      heard[n] += bytes.toString();
      if (isWhole(heard[n] ?? "")) answer(heard.filter(isWhole).length, socket);
    });
  });
  const path = join(tempDir(), "s.sock");
  await new Promise<void>((resolve) => (where === "fetch" ? server.listen(0, resolve) : server.listen(path, resolve)));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { heard, address: typeof address === "object" && address ? address.port : path };
}

const isWhole = (text: string): boolean => text.includes('"content"') && text.endsWith("}");
const idsIn = (heard: readonly string[]): unknown[] =>
  heard.filter(isWhole).map((text) => /"id":"([^"]*)"/.exec(text)?.[1]);

/** Looks without a timer: those stand still. */
async function arrived(heard: readonly string[], count: number): Promise<void> {
  while (heard.filter(isWhole).length < count) await new Promise((resolve) => setImmediate(resolve));
}

const wish = { id: "p1", content: [{ type: "text" as const, text: "go" }] };
const cases = Object.keys(transports).flatMap((where) =>
  (["desktop", "mobile"] as const).map((kind) => [where, kind] as const),
);

test.for(cases)(
  "[M-23] through %s (%s) it is sent twice under one id, and is then not known",
  async ([where, kind]) => {
    const { heard, address } = await listen(where, () => {});
    const client = new Client({ transport: transports[where]!(address), name: "test" });
    const withinMs = ACKNOWLEDGE_WITHIN_MS[kind];
    let outcome: unknown = "pending";
    const delivery = client.send("s", wish, { withinMs }).then(
      (value) => {
        outcome = value;
      },
      (error) => {
        outcome = error;
      },
    );
    await arrived(heard, 1);
    await vi.advanceTimersByTimeAsync(withinMs - 1);
    expect([idsIn(heard), outcome]).toEqual([["p1"], "pending"]);
    await vi.advanceTimersByTimeAsync(1);
    await arrived(heard, 2);
    await vi.advanceTimersByTimeAsync(withinMs);
    await delivery;
    expect(outcome).toEqual({ kind: "not_known", promptId: "p1", cause: null });
    expect(idsIn(heard)).toEqual(["p1", "p1"]);
  },
);

test.for(Object.keys(transports))("[M-23] through %s the second attempt is answered", async (where) => {
  const answer = { id: "p1", session: "s", seq: 4, outcome: { state: "queued", position: 0 }, replayed: true };
  const body = JSON.stringify(answer);
  const { heard, address } = await listen(where, (n, socket) => {
    if (n === 2) socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
  });
  const client = new Client({ transport: transports[where]!(address), name: "test" });
  const delivery = client.send("s", wish);
  await arrived(heard, 1);
  await vi.advanceTimersByTimeAsync(ACKNOWLEDGE_WITHIN_MS.desktop);
  expect(await delivery).toEqual({ kind: "acknowledged", promptId: "p1", seq: 4, answer });
  expect(idsIn(heard)).toEqual(["p1", "p1"]);
});

test("what was taken in silence is not known when nobody is there any more for the second attempt", async () => {
  const { heard, address } = await listen("the Unix socket", () => {});
  const there = unixTransport(String(address));
  const gone = unixTransport(join(tempDir(), "none.sock"));
  let attempts = 0;
  const client = new Client({ transport: (request) => (attempts++ === 0 ? there : gone)(request), name: "test" });
  const delivery = client.send("s", wish);
  await arrived(heard, 1);
  await vi.advanceTimersByTimeAsync(ACKNOWLEDGE_WITHIN_MS.desktop);
  expect(await delivery).toMatchObject({ kind: "not_known", promptId: "p1", cause: { kind: "absent" } });
});

test("other calls give up after the transport's own time", async () => {
  const server = createServer((socket) => socket.resume());
  const path = join(tempDir(), "s.sock");
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  const call = new Client({ transport: unixTransport(path), name: "test" }).server().catch((error) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await call).toMatchObject({ kind: "silent" });
});
