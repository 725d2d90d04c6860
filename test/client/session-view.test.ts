// A session as a client looks at it: what it shows is the fold of the log, whatever happens on the way.
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { SessionView, ViewChange } from "../../src/client/session-view.ts";
import { Skein, type SkeinOptions } from "../../src/client/skein.ts";
import { type Event, emptyTranscript, extendTranscript, statusOf } from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { afterJson, agent, body, created, delivered, ended, fold, place, queued } from "../kit/events.ts";
import { until } from "../kit/until.ts";
import { type Fate, ViewServer } from "./view-server.ts";

/** No time passes between two attempts, but others have their turn. */
const noTime = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const says = (text: string) => body("agent_message", { messageId: "m1", text }, agent);
const talk = place([created, queued("p1"), ...delivered("p1", "t1"), says("one"), says("two"), ended("t1")]);
const more = (log: readonly Event[], ...texts: string[]): Event[] => place(texts.map(says), log.length);

async function open(server: ViewServer, options: Partial<SkeinOptions> = {}, pageEvents = 100): Promise<SessionView> {
  const skein = new Skein({ transport: server.transport, name: "test", wait: noTime, ...options });
  const view = await skein.view("s1", { pageEvents });
  onTestFinished(() => view.close());
  return view;
}

const isLive = (view: SessionView) => (): boolean => view.connection === "live";

function expectToShow(view: SessionView, log: readonly Event[], from = 1): void {
  expect(view.state).toEqual(afterJson(fold(log)));
  expect(view.transcript).toEqual(extendTranscript(emptyTranscript, log.slice(from - 1)));
  expect(view.lastSeenSeq).toBe(log.length);
}

test("a view opens with the folded state and the last page, and follows from there", async () => {
  const server = new ViewServer(talk);
  const view = await open(server, {}, 3);
  expectToShow(view, talk, talk.length - 2);
  expect(view.status.word).toBe(statusOf(fold(talk)).word);
  await until("live", isLive(view));
  const came = more(talk, "three");
  server.append(...came);
  await until("the event", () => view.lastSeenSeq === server.log.length);
  expectToShow(view, server.log, talk.length - 2);
  expect(server.requests.map((one) => one.replace(/.*sessions\/s1/, ""))).toEqual([
    "",
    `/events?before=${talk.length + 1}&limit=3`,
    `/events?follow=1&after=${talk.length}&epoch=e1`,
  ]);
});

test("older pages come on demand, until the transcript is whole", async () => {
  const view = await open(new ViewServer(talk), {}, 3);
  expect(view.hasOlder).toBe(true);
  expect(await view.loadOlder()).toBe(true);
  expectToShow(view, talk, 2);
  expect(await view.loadOlder()).toBe(false);
  expectToShow(view, talk);
  expect(await view.loadOlder()).toBe(false);
});

const fate: fc.Arbitrary<Fate> = fc.record({
  cutAfter: fc.option(fc.nat(12)),
  overlap: fc.nat(5),
  lost: fc.option(fc.nat(6)),
  isDoubled: fc.boolean(),
});

test("[M-16] [M-17] [M-20] [M-22] after any disconnects, overlaps, losses and resets the view is the fold of the log", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLog(40).map(afterJson),
      fc.array(fate, { maxLength: 8 }),
      fc.array(fc.constantFrom("append", "cut", "replace", "older", "newer", "seek", "end", "away"), { maxLength: 8 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(4, 10, 1000),
      fc.constantFrom(1, 3, 1000),
      async (log, fates, steps, pageEvents, windowEvents, maxMissedEvents) => {
        const server = new ViewServer(log);
        server.fates = [...fates];
        const skein = new Skein({ transport: server.transport, name: "test", wait: noTime });
        const view = await skein.view("s1", { pageEvents, windowEvents, maxMissedEvents });
        const isThere = () => view.connection === "live" && view.lastSeenSeq === server.log.length;
        try {
          for (const [index, step] of steps.entries()) {
            if (step === "append") server.append(...more(server.log, `a${index}`, `b${index}`));
            if (step === "cut") server.cutAll();
            if (step === "older") await view.loadOlder();
            if (step === "newer") await view.loadNewer();
            if (step === "seek") await view.seek(index * 5);
            if (step === "end") await view.toEnd();
            if (step === "away") {
              server.isAway = true;
              server.cutAll();
              server.append(...more(server.log, `c${index}`, `d${index}`, `e${index}`, `f${index}`));
              server.isAway = false;
            }
            if (step === "replace") {
              server.epoch = `e${index + 2}`;
              server.log = place([created, says(`another life ${index}`)]);
              server.cutAll();
              const isOther = () => JSON.stringify(view.transcript).includes(`another life ${index}`);
              await until("the other log", () => isThere() && isOther());
            }
          }
          await until("everything", isThere);
          await view.toEnd();
          await until("the end", () => !view.hasNewer);
          expectToShow(view, server.log, view.firstSeq);
          while (view.hasOlder) {
            await view.loadOlder();
            const held = server.log.slice(view.firstSeq - 1, view.lastSeq);
            expect(held.length).toBeLessThanOrEqual(windowEvents);
            expect(view.transcript).toEqual(extendTranscript(emptyTranscript, held));
          }
          expect(view.firstSeq).toBe(1);
        } finally {
          view.close();
        }
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test("of more missed events than wanted, a view loads the newest page; where somebody reads, it stays", async () => {
  const server = new ViewServer(talk);
  const skein = new Skein({ transport: server.transport, name: "test", wait: noTime });
  const view = await skein.view("s1", { pageEvents: 5, maxMissedEvents: 10 });
  onTestFinished(() => view.close());
  const seen: number[] = [];
  view.subscribe(({ events }) => seen.push(...events.map(({ seq }) => seq)));
  const miss = async (count: number): Promise<string[]> => {
    await until("live", isLive(view));
    server.requests.length = 0;
    server.isAway = true;
    server.cutAll();
    await until("gone", () => view.connection !== "live");
    server.append(...more(server.log, ...Array.from({ length: count }, (_, at) => `missed ${at}`)));
    server.isAway = false;
    await until("the end", () => view.lastSeenSeq === server.log.length && view.connection === "live");
    return server.requests.filter((one) => !one.includes("follow=1"));
  };
  await miss(10);
  await until("the news", () => seen.length === 10);

  const head = server.log.length + 1000;
  expect(new Set(await miss(1000))).toEqual(
    new Set(["GET /v1/sessions/s1", `GET /v1/sessions/s1/events?before=${head + 1}&limit=5`]),
  );
  expect(seen).toHaveLength(10);
  expectToShow(view, server.log, head - 4);
  expect([view.hasOlder, view.hasNewer]).toEqual([true, false]);

  view.hold(true);
  const held = [view.firstSeq, view.lastSeq];
  expect(new Set(await miss(1000))).toEqual(new Set(["GET /v1/sessions/s1"]));
  expect([view.firstSeq, view.lastSeq]).toEqual(held);
  expect(view.hasNewer).toBe(true);
  expect(view.state).toEqual(afterJson(fold(server.log)));
  await view.toEnd();
  expectToShow(view, server.log, view.firstSeq);
});

test("[M-19] two events that say the same are two events: they are told apart by seq alone", async () => {
  const server = new ViewServer(talk);
  server.fates = [{ cutAfter: null, overlap: 4, lost: null, isDoubled: true }];
  const view = await open(server);
  server.append(...more(talk, "yes", "yes"));
  await until("both", () => view.lastSeenSeq === talk.length + 2);
  expectToShow(view, server.log);
  const last = view.transcript.blocks.at(-1);
  expect(last?.kind === "message" && last.text).toBe("yesyes");
});

test("another epoch empties the view, tells the listener, and shows the other log", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  const changes: ViewChange[] = [];
  const heads: number[] = [];
  view.subscribe((change) => {
    changes.push(change);
    if (change.reset) heads.push(view.state.head);
  });
  const other = place([created, says("after a restore")]);
  server.epoch = "e2";
  server.log = [...other];
  server.cutAll();
  await until("the reset and the other log", () => isLive(view)() && changes.some(({ reset }) => reset === "epoch"));
  expectToShow(view, other);
  expect(changes.flatMap(({ events }) => events)).toEqual([]);
  expect(heads).toHaveLength(1);
  expect(heads[0]).toBeLessThan(talk.length);
});

test("a log that is shorter than what was seen is another log, too", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  const changes: ViewChange[] = [];
  view.subscribe((change) => void changes.push(change));
  server.log = talk.slice(0, 3);
  server.cutAll();
  await until("the reset", () => isLive(view)() && changes.some(({ reset }) => reset === "ahead"));
  expectToShow(view, talk.slice(0, 3));
});

test("a listener is told once of what came together, and nothing after it went", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  const told: number[][] = [];
  const unsubscribe = view.subscribe(({ events }) => {
    if (events.length > 0) told.push(events.map(({ seq }) => seq));
  });
  server.append(...more(talk, "a", "b", "c"));
  await until("three", () => told.flat().length === 3);
  expect(told).toEqual([[8, 9, 10]]);
  unsubscribe();
  server.append(...more(server.log, "d"));
  await until("the fourth", () => view.lastSeenSeq === 11);
  await view.until(() => true);
  expect(told).toHaveLength(1);
});

test("a daemon that goes away makes it offline with everything kept, and live again when it is back", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  server.isAway = true;
  server.cutAll();
  await until("offline", () => view.connection === "offline");
  expectToShow(view, talk);
  server.append(...more(talk, "meanwhile"));
  server.isAway = false;
  await until("live again", isLive(view));
  expectToShow(view, server.log);
});

test("a session that is no longer there ends the view, with the reason", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  const waiting = expect(view.until(() => false)).rejects.toMatchObject({ code: "session_not_found" });
  server.isGone = true;
  server.cutAll();
  await until("the failure", () => view.failure !== null);
  expect(view.failure).toMatchObject({ code: "session_not_found" });
  expect(view.connection).toBe("offline");
  await waiting;
});

test("what keeps the daemon from writing, and that it shuts down, is told to listeners", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  const told: [string | null, boolean][] = [];
  view.subscribe(() => void told.push([view.storage?.text ?? null, view.isStopping]));
  server.tell({ frame: "storage", kind: "fenced", text: "the disk is full" });
  await until("the trouble", () => told.some(([text]) => text === "the disk is full"));
  server.isAway = true;
  server.tell({ frame: "bye", reason: "draining", retryMs: 1 });
  await until("the last word", () => told.some(([, isStopping]) => isStopping));
  await until("offline", () => view.connection === "offline");
  server.isAway = false;
  await until("another one", isLive(view));
  expect([view.storage, view.isStopping]).toEqual([null, false]);
});

test("opening what is not there, or with nobody there, is an error", async () => {
  const server = new ViewServer(talk);
  server.isGone = true;
  await expect(open(server)).rejects.toMatchObject({ code: "session_not_found" });
  server.isAway = true;
  await expect(open(server)).rejects.toMatchObject({ kind: "absent" });
});

test("the state of a daemon that folds another shape is kept and asked for again, and of the log only the last page is folded", async () => {
  const long = more([], ...Array.from({ length: 500 }, (_, n) => `piece ${n}`));
  const server = new ViewServer(long);
  server.foldVersion = 999;
  const view = await open(server, {}, 10);
  await until("live", isLive(view));
  expect(view.state).toEqual({ version: 999, head: 500, other: 1 });
  expect(view.status).toEqual(statusOf(fold(long)));
  expect(view.transcript).toEqual(extendTranscript(emptyTranscript, long.slice(-10)));

  server.append(...place(delivered("p1", "t1"), 500));
  await view.until(({ state }) => state.head === 502);
  expect(view.status.word).toBe("running");
  expect([view.lastSeenSeq, view.firstSeq, view.lastSeq]).toEqual([502, 491, 502]);
  const pages = server.requests.filter((one) => one.includes("/events?"));
  expect(pages.map((one) => one.replace(/.*events/, ""))).toEqual([
    "?before=501&limit=10",
    "?follow=1&after=500&epoch=e1",
  ]);
});

test("however much happens, a state that can't be folded here is asked for now and then, and the last one is that of the head", async () => {
  const server = new ViewServer(talk);
  server.foldVersion = 999;
  const waiting: (() => void)[] = [];
  const wait = (ms: number) => (ms < 1000 ? noTime() : new Promise<void>((resolve) => void waiting.push(resolve)));
  const view = await open(server, { wait });
  await until("live", isLive(view));
  const states = () => server.requests.filter((one) => one.endsWith("/sessions/s1")).length;
  expect(states()).toBe(1);
  for (let n = 0; n < 50; n++) server.append(...more(server.log, `piece ${n}`));
  await until("all events", () => view.lastSeenSeq === talk.length + 50);
  await until("a pause", () => waiting.length === 1);
  expect(states()).toBe(2);
  waiting[0]?.();
  await view.until(({ state }) => state.head === talk.length + 50);
  expect(states()).toBeLessThanOrEqual(3);
});

test("a view goes to any event, pages on from there in both directions, and comes back to the end", async () => {
  const long = more([], ...Array.from({ length: 100 }, (_, n) => `piece ${n}`));
  const server = new ViewServer(long);
  const skein = new Skein({ transport: server.transport, name: "test", wait: noTime });
  const view = await skein.view("s1", { pageEvents: 10, windowEvents: 25 });
  onTestFinished(() => view.close());
  await until("live", isLive(view));
  const shown = () => [view.firstSeq, view.lastSeq, view.hasOlder, view.hasNewer];
  expect(shown()).toEqual([91, 100, true, false]);
  let told = 0;
  view.subscribe(() => void told++);
  await view.seek(50);
  expect(shown()).toEqual([45, 54, true, true]);
  expect(view.transcript).toEqual(extendTranscript(emptyTranscript, long.slice(44, 54)));
  await until("the listener", () => told === 1);
  expect(await view.loadOlder()).toBe(true);
  expect(await view.loadNewer()).toBe(true);
  expect(shown()).toEqual([40, 64, true, true]);
  await view.loadOlder();
  expect(shown()).toEqual([30, 54, true, true]);

  server.append(...more(server.log, "while away"));
  await until("the event", () => view.lastSeenSeq === 101);
  expect(shown()).toEqual([30, 54, true, true]);
  expect(view.state).toEqual(afterJson(fold(server.log)));

  await view.seek(-3);
  expect(shown()).toEqual([1, 5, false, true]);
  await view.seek(1000);
  expect(shown()).toEqual([96, 101, true, false]);
  await view.seek(20);
  await view.toEnd();
  expect(shown()).toEqual([92, 101, true, false]);
  server.append(...more(server.log, "and on"));
  await until("the event in the transcript", () => view.lastSeq === 102);
});

test("of several places that are sought the last one counts, whichever answer comes last", async () => {
  const server = new ViewServer(more([], ...Array.from({ length: 100 }, (_, n) => `piece ${n}`)));
  const gate = Promise.withResolvers<void>();
  const transport: typeof server.transport = async (request) => {
    const answer = await server.transport(request);
    if (request.path.includes("before=20&")) await gate.promise;
    return answer;
  };
  const view = await open(server, { transport }, 10);
  const late = view.seek(20);
  await Promise.all([view.loadOlder(), view.seek(40), view.seek(60)]);
  expect([view.firstSeq, view.lastSeq]).toEqual([55, 64]);
  gate.resolve();
  await late;
  expect([view.firstSeq, view.lastSeq]).toEqual([55, 64]);
  await Promise.all([view.seek(30), view.toEnd()]);
  expect([view.lastSeq, view.hasNewer]).toEqual([100, false]);
});

test("coming back to the end takes in what happens on the way", async () => {
  const server = new ViewServer(more([], ...Array.from({ length: 60 }, (_, n) => `piece ${n}`)));
  const view = await open(server, {}, 10);
  await until("live", isLive(view));
  await view.seek(10);
  const back = view.toEnd();
  server.append(...more(server.log, ...Array.from({ length: 25 }, (_, n) => `late ${n}`)));
  await back;
  await until("everything", () => view.lastSeenSeq === 85 && !view.hasNewer);
  expectToShow(view, server.log, view.firstSeq);
});

test("closing ends the stream and whoever still waits", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  const waiting = expect(view.until(() => false)).rejects.toThrow("The view was closed.");
  view.close();
  view.close();
  await until("no stream", () => server.streams === 0);
  await waiting;
  expect(view.connection).toBe("offline");
});

test("a session is marked as read by one request at a time, however often it is said, and not again when it was read", async () => {
  const server = new ViewServer(talk);
  const view = await open(server);
  await until("live", isLive(view));
  const marks = (): number => server.requests.filter((one) => one.endsWith("/ack")).length;
  await Promise.all([3, 5, talk.length, 4].map((seq) => view.markRead(seq)));
  expect(marks()).toBe(2);
  server.append(...place([body("acknowledged", { seq: talk.length })], talk.length));
  await until("the mark", () => view.readSeq === talk.length);
  await Promise.all([view.markRead(), view.markRead()]);
  expect(marks()).toBe(2);
});
