// A session that is read along: what its reader is given is the log, whatever happens on the way, and the state is that of its place.
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { SessionReader } from "../../src/client/session-reader.ts";
import { Skein } from "../../src/client/skein.ts";
import { type Event, initialState, reduce } from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { afterJson, agent, body, created, delivered, ended, fold, place, queued } from "../kit/events.ts";
import { until } from "../kit/until.ts";
import { FakeServer, lines } from "./fake-server.ts";
import { type Fate, ViewServer } from "./view-server.ts";

const noTime = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const says = (text: string) => body("agent_message", { messageId: "m1", text }, agent);
const talk = place([created, queued("p1"), ...delivered("p1", "t1"), says("one"), says("two"), ended("t1")]);
const more = (log: readonly Event[], ...texts: string[]): Event[] => place(texts.map(says), log.length);

function open(server: ViewServer) {
  const client = new Skein({ transport: server.transport, name: "test", wait: noTime });
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const reader = new SessionReader({ client, session: "s1", wait: noTime });
  return { reader, over, items: (after: number) => reader.items({ after, signal: over.signal }) };
}

/** Reads until the test ends; `events` are those since the last reset. */
function readAlong(server: ViewServer, after = 0) {
  const { reader, items } = open(server);
  const seen: { events: Event[]; lines: string[]; frames: string[] } = { events: [], lines: [], frames: [] };
  const reading = (async () => {
    for await (const item of items(after)) {
      if (item.kind === "event") {
        seen.events.push(item.event);
        seen.lines.push(item.line);
      } else {
        seen.frames.push(item.frame.frame);
        if (item.frame.frame === "reset") seen.events = [];
        if (item.frame.frame === "caught_up") await reader.current();
      }
    }
  })();
  return { reader, seen, reading };
}

const fate: fc.Arbitrary<Fate> = fc.record({
  cutAfter: fc.option(fc.nat(12)),
  overlap: fc.nat(5),
  lost: fc.option(fc.nat(6)),
  isDoubled: fc.boolean(),
});

test("[M-16] [M-17] [M-20] after any disconnects, overlaps, losses and resets a reader was given each event once, in order, and has its state", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLog(40).map(afterJson),
      fc.array(fate, { maxLength: 8 }),
      fc.array(fc.constantFrom("append", "cut", "replace"), { maxLength: 8 }),
      fc.nat(10),
      async (log, fates, steps, start) => {
        const server = new ViewServer(log);
        server.fates = [...fates];
        let first = Math.min(start, log.length);
        const { reader, seen } = readAlong(server, first);
        const isThere = () => reader.isCaughtUp && first + seen.events.length === server.log.length;
        for (const [index, step] of steps.entries()) {
          if (step === "append") server.append(...more(server.log, `a${index}`, `b${index}`));
          if (step === "cut") server.cutAll();
          if (step === "replace") {
            await until("everything before", isThere);
            first = 0;
            server.epoch = `e${index + 2}`;
            server.log = place([created, says(`another life ${index}`)]);
            server.cutAll();
            await until("the other log", () => JSON.stringify(seen.events).includes(`another life ${index}`));
          }
        }
        await until("everything", isThere);
        expect(seen.events).toEqual(server.log.slice(first));
        await until("the state", () => reader.state?.head === server.log.length);
        expect(reader.state).toEqual(afterJson(fold(server.log)));
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);

test("each event comes with its line, as the log has it", async () => {
  const { seen } = readAlong(new ViewServer(talk), 2);
  await until("all of it", () => seen.events.length === talk.length - 2);
  expect(seen.lines).toEqual(talk.slice(2).map((event) => JSON.stringify(event)));
  expect(seen.frames).toEqual(["hello", "caught_up"]);
});

test("the next event is not asked for before the last was dealt with", async () => {
  const { reader, items } = open(new ViewServer(talk));
  await reader.current();
  const heads: (number | undefined)[] = [];
  for await (const item of items(3)) {
    await noTime();
    heads.push(item.kind === "event" ? item.event.seq : undefined);
    if (item.kind === "event" && item.event.seq === 5) break;
  }
  expect(heads).toEqual([undefined, 4, 5]);
});

test("nothing but the log is asked for until somebody wants the state, which then follows what is handed on", async () => {
  const server = new ViewServer(talk);
  const { reader, items } = open(server);
  const states: (number | null)[] = [];
  for await (const item of items(talk.length - 1)) {
    if (item.kind === "event") states.push(reader.state?.head ?? null);
    else if (item.frame.frame === "caught_up") {
      expect(reader.state).toBeNull();
      await reader.current();
      server.append(...more(talk, "three", "four"));
    }
    if (states.length === 3) break;
  }
  expect(states).toEqual([null, talk.length + 1, talk.length + 2]);
  expect(server.requests.filter((one) => !one.includes("follow=1"))).toEqual(["GET /v1/sessions/s1"]);
});

test("the session as it is now is never older than what was handed on", async () => {
  let asked = 0;
  const heads = [1, 1, 3];
  const states = talk.map((_, index) => talk.slice(0, index + 1).reduce(reduce, initialState));
  const reader = new SessionReader({
    session: "s1",
    wait: noTime,
    client: {
      session: async () => {
        const state = states[(heads[asked++] ?? 3) - 1];
        return { state, session: { status: "idle", reason: null }, epoch: "e1" } as never;
      },
      async *follow() {
        yield { kind: "frame", frame: { frame: "hello", epoch: "e1", firstSeq: 1, head: 3, after: 0 } };
        for (const event of talk.slice(0, 3)) yield { kind: "event", event, line: "" };
      },
    },
  });
  for await (const item of reader.items({ after: 0 }))
    if (item.kind === "event" && item.event.seq === 3) expect((await reader.current()).state.head).toBe(3);
  expect(asked).toBe(3);
});

test("a log that took the place of the one that is read, and is shorter, is not waited for", async () => {
  const server = new ViewServer(talk);
  const { reader, items } = open(server);
  for await (const item of items(0)) {
    if (item.kind !== "event" || item.event.seq < talk.length) continue;
    server.epoch = "e2";
    server.log = place([created]);
    expect(await reader.current()).toMatchObject({ epoch: "e2", state: { head: 1 } });
    break;
  }
});

test("after a reset there is no state until it is asked for again", async () => {
  const server = new ViewServer(talk);
  const { reader, items } = open(server);
  const seen: [string, boolean, boolean][] = [];
  for await (const item of items(0)) {
    if (item.kind === "event") continue;
    seen.push([item.frame.frame, reader.isCaughtUp, reader.state !== null]);
    if (item.frame.frame !== "caught_up") continue;
    if (server.epoch === "e2") break;
    await reader.current();
    server.epoch = "e2";
    server.log = place([created]);
    server.cutAll();
  }
  expect(seen).toEqual([
    ["hello", false, false],
    ["caught_up", true, false],
    ["reset", false, false],
    ["hello", false, false],
    ["caught_up", true, false],
  ]);
});

test("what keeps the daemon from writing is known until it says otherwise or another connection does not say it", async () => {
  const server = new ViewServer(talk);
  const { reader } = readAlong(server);
  await until("the end", () => reader.isCaughtUp);
  expect(reader.storage).toBeNull();
  server.tell({ frame: "storage", kind: "fenced", text: "the disk is full" });
  await until("the trouble", () => reader.storage !== null);
  expect(reader.storage).toEqual({ kind: "fenced", text: "the disk is full" });
  server.tell({ frame: "storage", kind: "writable", text: "all is well" });
  await until("that it is over", () => reader.storage === null);
  server.tell({ frame: "storage", kind: "slow", text: "slow" });
  await until("the next", () => reader.storage !== null);
  server.cutAll();
  await until("a connection that says nothing of it", () => reader.storage === null);
});

test("that a daemon shuts down is known until another one answers", async () => {
  const server = new ViewServer(talk);
  const { reader, items } = open(server);
  const seen: [string, boolean][] = [];
  for await (const item of items(talk.length)) {
    if (item.kind === "event") continue;
    seen.push([item.frame.frame, reader.isStopping]);
    if (seen.length === 4) break;
    if (item.frame.frame === "caught_up") server.tell({ frame: "bye", reason: "draining", retryMs: 1 });
  }
  expect(seen).toEqual([
    ["hello", false],
    ["caught_up", false],
    ["bye", true],
    ["hello", false],
  ]);
});

test("a daemon that refuses has answered: it does not shut down", async () => {
  const hello = { frame: "hello", epoch: "e", firstSeq: 1, head: 0, after: 0 };
  const bye = { frame: "bye", reason: "draining", retryMs: 1 };
  const fenced = { status: 507, chunks: [JSON.stringify({ code: "fenced", detail: "disk full", status: 507 })] };
  const { transport } = new FakeServer([{ chunks: [lines(hello, bye)] }, "absent", fenced]);
  const client = new Skein({ transport, name: "test", wait: noTime });
  const reader = new SessionReader({ client, session: "s1", wait: noTime });
  const over = new AbortController();
  const seen: boolean[] = [];
  const onBreak = (): void => {
    seen.push(reader.isStopping);
    if (seen.length === 3) over.abort();
  };
  for await (const _ of reader.items({ after: 0, signal: over.signal, onBreak }));
  expect(seen).toEqual([true, true, false]);
});

test("it ends when the signal says so, and throws when the session is gone", async () => {
  const server = new ViewServer(talk);
  const { items, over } = open(server);
  for await (const item of items(0)) if (item.kind === "frame" && item.frame.frame === "caught_up") over.abort();
  const other = open(server);
  server.isGone = true;
  await expect(other.items(0).next()).rejects.toMatchObject({ code: "session_not_found" });
});
