import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { Client, ConnectionError, type Followed, ProblemError } from "../../src/client/index.ts";
import { type Connection, FakeServer, lines, noWait } from "./fake-server.ts";

const event = (seq: number, text = `é ${seq}`) => ({
  session: "s",
  seq,
  at: "",
  type: "notice",
  by: {},
  data: { text },
});
const hello = { frame: "hello", epoch: "e", firstSeq: 1, head: 6, after: 0 };
const caughtUp = (head: number) => ({ frame: "caught_up", head });

const clientOf = (server: FakeServer, revive?: () => Promise<void>): Client =>
  new Client({ transport: server.transport, name: "test", wait: noWait, ...(revive ? { revive } : {}) });

/** Follows until so many events came, or the stream throws. */
async function follow(client: Client, count: number, after = 0): Promise<Followed[]> {
  const items: Followed[] = [];
  for await (const item of client.follow("s", { after })) {
    items.push(item);
    if (items.filter(({ kind }) => kind === "event").length === count) break;
  }
  return items;
}

const seqs = (items: readonly Followed[]): number[] =>
  items.flatMap((item) => (item.kind === "event" ? [item.event.seq] : []));

test("[M-16] [M-20] a stream that is cut at any byte goes on where it was, whatever the pieces", async () => {
  const log = [1, 2, 3, 4, 5].map((seq) => event(seq));
  const whole = new TextEncoder().encode(lines(hello, ...log));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(whole.length), { maxLength: 6 }),
      fc.integer({ min: 1, max: 64 }),
      async (cuts, size) => {
        // Every connection sends everything from the beginning: what the client has already is its own to drop.
        const connections = [...cuts, whole.length].map((cut): Connection => {
          const chunks: Uint8Array[] = [];
          for (let at = 0; at < cut; at += size) chunks.push(whole.subarray(at, Math.min(cut, at + size)));
          return { chunks, end: "lost" };
        });
        const items = await follow(clientOf(new FakeServer(connections)), log.length);
        expect(items.flatMap((item) => (item.kind === "event" ? [item.line] : []))).toEqual(
          log.map((one) => JSON.stringify(one)),
        );
      },
    ),
  );
});

test("[M-20] it asks for what comes after the last event that it has, in the epoch that it knows", async () => {
  const server = new FakeServer([
    { chunks: [lines(hello, event(1), event(2))], end: "lost" },
    { chunks: [lines(hello, event(3))] },
  ]);
  await follow(clientOf(server), 3);
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/v1/sessions/s/events?follow=1&after=0",
    "/v1/sessions/s/events?follow=1&after=2&epoch=e",
  ]);
});

test("a hole in the stream is asked for again, never delivered", async () => {
  const server = new FakeServer([
    { chunks: [lines(hello, event(1), event(3))], end: "open" },
    { chunks: [lines(hello, event(2), event(3))] },
  ]);
  expect(seqs(await follow(clientOf(server), 3))).toEqual([1, 2, 3]);
});

test("what was lost before the stream caught up is asked for again", async () => {
  const server = new FakeServer([
    { chunks: [lines(hello, event(1), caughtUp(2))], end: "open" },
    { chunks: [lines(hello, event(2), caughtUp(2), event(3))] },
  ]);
  expect(seqs(await follow(clientOf(server), 3))).toEqual([1, 2, 3]);
  expect(server.requests[1]?.path).toContain("after=1&");
});

test("a stream that does not say whose log it is, or says something that is no line of a log, is left", async () => {
  const server = new FakeServer([
    { chunks: [lines(event(1))], end: "open" },
    { chunks: ["<html>a proxy's own words</html>\n"], end: "open" },
    { chunks: [lines([1], event(1))], end: "open" },
    { chunks: [lines(hello, { ok: true })], end: "open" },
    { chunks: [lines(hello, event(1))] },
  ]);
  expect(seqs(await follow(clientOf(server), 1))).toEqual([1]);
  expect(server.closed).toBe(5);
});

test("a reset is handed on, and everything comes again from the beginning", async () => {
  const server = new FakeServer([
    { chunks: [lines(hello, event(1), event(2))], end: "lost" },
    {
      chunks: [
        lines({ frame: "reset", epoch: "f", head: 1, reason: "epoch" }, { ...hello, epoch: "f" }, event(1, "another")),
      ],
    },
  ]);
  const items = await follow(clientOf(server), 3);
  expect(items.map((item) => (item.kind === "event" ? item.event.seq : item.frame.frame))).toEqual([
    "hello",
    1,
    2,
    "reset",
    "hello",
    1,
  ]);
});

test("a consumer that stops closes the connection, and one that is slow is not run over", async () => {
  const chunks = [hello, ...[1, 2, 3, 4, 5, 6].map((seq) => event(seq))].map((value) => lines(value));
  const server = new FakeServer([{ chunks, end: "open" }]);
  const stream = clientOf(server).follow("s", { after: 0 });
  await stream.next();
  await stream.next();
  expect(server.pulled).toBe(2);
  await stream.return();
  expect(server.closed).toBe(1);
});

test("the signal ends it, also while nothing happens", async () => {
  const controller = new AbortController();
  const server = new FakeServer([{ chunks: [lines(hello, caughtUp(0))], end: "open" }]);
  const ended = (async () => {
    for await (const item of clientOf(server).follow("s", { after: 0, signal: controller.signal })) {
      if (item.kind === "frame" && item.frame.frame === "caught_up") controller.abort();
    }
  })();
  await expect(ended).resolves.toBeUndefined();
  expect(server.closed).toBe(1);
});

test("a daemon that went away is brought back", async () => {
  const revive = vi.fn(async () => {});
  const server = new FakeServer([
    "absent",
    { chunks: [lines(hello, event(1))], end: "lost" },
    "absent",
    { chunks: [lines(hello, event(2))] },
  ]);
  expect(seqs(await follow(clientOf(server, revive), 2))).toEqual([1, 2]);
  expect(revive).toHaveBeenCalledTimes(2);
});

test("a daemon that was told to stop is waited for and not brought back", async () => {
  const revive = vi.fn(async () => {});
  const bye = { frame: "bye", reason: "draining", retryMs: 1 };
  const server = new FakeServer([{ chunks: [lines(hello, bye)] }]);
  await expect(follow(clientOf(server, revive), 1)).rejects.toMatchObject({ name: "ConnectionError", kind: "stopped" });
  expect(revive).not.toHaveBeenCalled();

  const next = new FakeServer([
    { chunks: [lines(hello, bye)] },
    "absent",
    "absent",
    { chunks: [lines(hello, event(1))] },
  ]);
  expect(seqs(await follow(clientOf(next, revive), 1))).toEqual([1]);
});

test.each(["reconnect", "a reason of a newer daemon"])(
  "a stream that a daemon ends while it goes on is requested again, and a crash later is no stop: %s",
  async (reason) => {
    const revive = vi.fn(async () => {});
    const bye = { frame: "bye", reason, retryMs: 1 };
    const server = new FakeServer([{ chunks: [lines(hello, bye)] }, "absent", { chunks: [lines(hello, event(1))] }]);
    expect(seqs(await follow(clientOf(server, revive), 1))).toEqual([1]);
    expect(revive).toHaveBeenCalledOnce();
  },
);

test("a daemon that refuses for a while after the last one was told to stop is running: when it crashes it is brought back", async () => {
  const revive = vi.fn(async () => {});
  const bye = { frame: "bye", reason: "draining", retryMs: 1 };
  const fenced = { status: 507, chunks: [JSON.stringify({ code: "fenced", detail: "disk full", status: 507 })] };
  const away = Array.from({ length: 12 }, () => "absent" as const);
  const server = new FakeServer([
    { chunks: [lines(hello, bye)] },
    fenced,
    ...away,
    { chunks: [lines(hello, event(1))] },
  ]);
  expect(seqs(await follow(clientOf(server, revive), 1))).toEqual([1]);
  expect(revive).toHaveBeenCalledTimes(away.length);
});

test("a follower that missed the goodbye does not start a daemon that was stopped", async () => {
  const revive = vi.fn(async () => {});
  const away = Array.from({ length: 20 }, () => "stopped" as const);
  const client = clientOf(new FakeServer([{ chunks: [lines(hello)], end: "lost" }, ...away]), revive);
  await expect(follow(client, 1)).rejects.toMatchObject({ name: "ConnectionError", kind: "stopped" });
  // Nor does what else it asks for.
  await expect(client.session("s")).rejects.toMatchObject({ kind: "stopped" });
  expect(revive).not.toHaveBeenCalled();
});

test("a follower that comes first starts the daemon, whether it was stopped or has crashed", async () => {
  const revive = vi.fn(async () => {});
  const server = new FakeServer(["stopped", "absent", { chunks: [lines(hello, event(1))] }]);
  expect(seqs(await follow(clientOf(server, revive), 1))).toEqual([1]);
  expect(revive).toHaveBeenCalledTimes(2);
});

test("a refusal is an error at once", async () => {
  const body = JSON.stringify({ code: "session_not_found", detail: 'Session not found: "s"', status: 404 });
  const error = await follow(clientOf(new FakeServer([{ status: 404, chunks: [body] }])), 1).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ code: "session_not_found", message: 'Session not found: "s"', status: 404 });
});

test("a log that can't be read just now is asked for again; one that stays so is an error that says why", async () => {
  const body = JSON.stringify({ code: "fenced", detail: "storage: disk full", status: 507, retryable: true });
  const fenced: Connection = { status: 507, chunks: [body] };
  const server = new FakeServer([fenced, fenced, { chunks: [lines(hello, event(1))] }]);
  expect(seqs(await follow(clientOf(server), 1))).toEqual([1]);
  const stuck = new FakeServer(Array.from({ length: 100 }, () => fenced));
  await expect(follow(clientOf(stuck), 1)).rejects.toMatchObject({ code: "fenced", message: "storage: disk full" });
});

test("a daemon that only ever hangs up is given up", async () => {
  const server = new FakeServer(Array.from({ length: 100 }, (): Connection => ({ chunks: [lines(hello)] })));
  await expect(follow(clientOf(server), 1)).rejects.toBeInstanceOf(ConnectionError);
  expect(server.requests.length).toBeLessThan(50);
});

test("log() ends where the log ends, and gives nothing for a cursor past it", async () => {
  const read = async (server: FakeServer, after: number): Promise<number[]> => {
    const found: number[] = [];
    for await (const { event } of clientOf(server).log("s", { after })) found.push(event.seq);
    return found;
  };
  expect(
    await read(new FakeServer([{ chunks: [lines(hello, event(1), caughtUp(1), event(2))], end: "open" }]), 0),
  ).toEqual([1]);
  const ahead = { frame: "reset", epoch: "e", head: 1, reason: "ahead" };
  expect(
    await read(new FakeServer([{ chunks: [lines(ahead, hello, event(1), caughtUp(1))], end: "open" }]), 9),
  ).toEqual([]);
});

test("log() reads a log without its beginning from where it begins, and says so when another log takes its place", async () => {
  const read = async (connections: Connection[]): Promise<number[]> => {
    const found: number[] = [];
    for await (const { event } of clientOf(new FakeServer(connections)).log("s", { after: 2 })) found.push(event.seq);
    return found;
  };
  const pruned = { ...hello, firstSeq: 5 };
  expect(await read([{ chunks: [lines(pruned, event(5), caughtUp(5))] }])).toEqual([5]);
  const cut: Connection = { chunks: [lines(hello, event(3), event(4))], end: "lost" };
  for (const other of [
    { ...hello, epoch: "f" },
    { ...hello, head: 1 },
    { ...hello, firstSeq: 6 },
  ]) {
    await expect(read([cut, { chunks: [lines(other)] }])).rejects.toMatchObject({ kind: "lost" });
  }
});
