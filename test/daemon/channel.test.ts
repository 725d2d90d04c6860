// Many streams over one connection.
import { expect, test } from "vitest";
import { type Transport, unixTransport } from "../../src/client/index.ts";
import { routes } from "../../src/protocol/index.ts";
import { openChannelClient } from "../kit/channel-client.ts";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const word = (n: number) => ({ type: "agent_message" as const, data: { messageId: `m${n}`, text: `word ${n}` } });
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A channel as bytes. */
async function openRaw({ paths }: TestDaemon) {
  const stream = await rawStream({ socketPath: paths.socket, path: routes.channel.path });
  await until("its first line", () => stream.text().includes("\n"));
  const lines = (): Record<string, unknown>[] =>
    stream
      .text()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const id = String(lines()[0]?.id);
  let orders = 0;
  const order = async (operation: "openLane" | "closeLane", body: object, channel = id) => {
    const text = JSON.stringify({ id: uuid(++orders), ...body });
    const answer = await rawRequest({
      socketPath: paths.socket,
      method: routes[operation].method,
      path: routes[operation].path.replace(":channel", channel),
      headers: { "content-type": "application/json", "content-length": String(text.length) },
      body: text,
    });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  return { ...stream, lines, id, order };
}

test("[R-24] the list and several views come over one connection, each whole and in order", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const { skein, requests } = openChannelClient(unixTransport(daemon.paths.socket));
  const list = await skein.list({});
  const views = await Promise.all([1, 2, 3].map(() => skein.view(session)));
  for (let n = 0; n < 200; n++) agent.say(word(n));
  agent.say({ type: "turn_end", reason: "completed" });
  for (const view of views) await until("the end of the turn", () => view.state.turn.open === null);
  const words = Array.from({ length: 200 }, (_, n) => `word ${n}`);
  for (const { transcript } of views)
    expect(transcript.blocks.flatMap((block) => (block.kind === "message" ? [block.text] : []))).toEqual(words);
  await daemon.inTime("the list", () => list.sessions.every(({ status }) => status !== "running"));
  expect(requests.filter((request) => request === `GET ${routes.channel.path}`)).toHaveLength(1);
  expect(requests.some((request) => /follow=1|changes/.test(request))).toBe(false);
  for (const view of [list, ...views]) view.close();
});

test("[M-20] a channel that breaks is opened again, and every view goes on where it was", async () => {
  const daemon = await testDaemon();
  const { skein, channel, requests } = openChannelClient(unixTransport(daemon.paths.socket));
  const { session, agent } = await daemon.working();
  const view = await skein.view(session);
  const seqs: number[] = [];
  view.subscribe(({ events }) => seqs.push(...events.map(({ seq }) => seq)));
  for (let n = 0; n < 20; n++) {
    agent.say(word(n));
    await daemon.inTime("the word", () => JSON.stringify(view.transcript).includes(`"word ${n}"`));
    channel.wake();
  }
  expect(seqs).toEqual(Array.from(seqs, (_, n) => (seqs[0] ?? 0) + n));
  expect(requests.filter((request) => request === `GET ${routes.channel.path}`).length).toBeGreaterThan(5);
  view.close();
});

test("a lane that is closed sends nothing more, and the others go on", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const channel = await openRaw(daemon);
  const path = `/v1/sessions/${session}/events?follow=1`;
  for (const lane of [1, 2])
    expect(await channel.order("openLane", { lane, path })).toEqual({ status: 200, body: { lane } });
  expect(await channel.order("closeLane", { lane: 1 })).toEqual({ status: 200, body: { lane: 1 } });
  const before = channel.lines().filter(({ lane }) => lane === 1).length;
  agent.say(word(1));
  await until("the other lane", () =>
    channel.lines().some((line) => line.lane === 2 && JSON.stringify(line).includes("word 1")),
  );
  expect(channel.lines().filter(({ lane }) => lane === 1)).toHaveLength(before);
  channel.close();
});

test("a lane that catches up with a long log does not hold up what is live", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const long = "x".repeat(10_000);
  for (let n = 0; n < 300; n++) agent.say({ type: "agent_message", data: { messageId: `m${n}`, text: long } });
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  const channel = await openRaw(daemon);
  channel.pause();
  await channel.order("openLane", { lane: 1, path: `/v1/sessions/${session}/events?follow=1` });
  await channel.order("openLane", { lane: 2, path: "/v1/changes" });
  channel.resume();
  await until("both lanes", () => channel.text().match(/caught_up/g)?.length === 2);
  const text = channel.text();
  expect(text.indexOf('"row":')).toBeLessThan(text.length / 2);
  channel.close();
});

test("who opens lanes without end, or names another's channel, is refused", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  const channel = await openRaw(daemon);
  const path = `/v1/sessions/${session}/events?follow=1`;
  const refused = async (body: object, id?: string) => (await channel.order("openLane", body, id)).body.code;
  expect(await refused({ lane: 1, path }, "nobody")).toBe("channel_not_found");
  expect(await refused({ lane: 1, path: `/v1/sessions/${uuid(9)}/events?follow=1` })).toBe("session_not_found");
  for (const other of ["/v1/sessions", `/v1/sessions/${session}/events`, "/v1/drain", "nonsense"])
    expect(await refused({ lane: 1, path: other })).toBe("invalid_body");
  for (let lane = 1; lane <= 64; lane++) expect(await refused({ lane, path })).toBe(undefined);
  expect(await refused({ lane: 7, path })).toBe(undefined);
  expect(await refused({ lane: 65, path })).toBe("channel_full");
  await channel.order("closeLane", { lane: 7 });
  expect(await refused({ lane: 65, path })).toBe(undefined);
  channel.close();
});

test("when the daemon shuts down, lanes and channel end with a word", async () => {
  const daemon = await testDaemon();
  const channel = await openRaw(daemon);
  await channel.order("openLane", { lane: 1, path: "/v1/changes" });
  await until("it is live", () => channel.text().includes("caught_up"));
  await daemon.client.drain({ agents: "stop" });
  await channel.ended;
  expect(channel.lines().slice(-2)).toEqual([
    { lane: 1, line: expect.objectContaining({ frame: "bye", reason: "draining" }) },
    { lane: 1, end: true },
  ]);
});

/** What lies in between passes an answer on once it has ended. */
const heldBack =
  (transport: Transport): Transport =>
  async (request) => {
    const { body, ...answer } = await transport(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return {
      ...answer,
      body: (async function* () {
        yield* chunks;
      })(),
    };
  };

test("where answers are held back until they end, that is noticed, and everything comes all the same", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const client = openChannelClient(heldBack(unixTransport(daemon.paths.socket)), { haste: 50 });
  const list = await client.skein.list({}).catch(() => client.skein.list({}));
  expect(client.isHeldBack).toBe(true);
  const view = await client.skein.view(session);
  const seqs: number[] = [];
  view.subscribe(({ events }) => seqs.push(...events.map(({ seq }) => seq)));
  for (let n = 0; n < 5; n++) {
    agent.say(word(n));
    await daemon.inTime("the word", () => JSON.stringify(view.transcript).includes(`"word ${n}"`));
  }
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.inTime("the list", () => list.sessions.every(({ status }) => status !== "running"));
  expect(seqs).toEqual(Array.from(seqs, (_, n) => (seqs[0] ?? 0) + n));
  expect(client.requests.some((request) => request.includes("&wait="))).toBe(true);
  for (const one of [list, view]) one.close();
});

test("a line on which nothing comes any more is given up, and every view goes on over another", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  let isDead = false;
  const direct = unixTransport(daemon.paths.socket);
  /** Of what was open when the line died nothing comes any more, and no end either. */
  const mortal: Transport = async (request) => {
    const { body, ...answer } = await direct(request);
    let isLost = false;
    const alive = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        if (isDead) isLost = true;
        if (isLost) await new Promise((_, reject) => request.signal?.addEventListener("abort", reject));
        yield chunk;
      }
    };
    return { ...answer, body: alive() };
  };
  const { skein, requests } = openChannelClient(mortal, { haste: 50 });
  const view = await skein.view(session);
  await until("it is live", () => view.connection === "live");
  const channels = (): number => requests.filter((request) => request === `GET ${routes.channel.path}`).length;
  const before = channels();
  isDead = true;
  agent.say(word(1));
  await until("another channel is wanted", () => channels() > before);
  isDead = false;
  await daemon.inTime("the word", () => JSON.stringify(view.transcript).includes('"word 1"'));
  view.close();
});
