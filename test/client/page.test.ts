// A view in a page that loses its network, sleeps, and is looked at again.
import { expect, onTestFinished, test, vi } from "vitest";
import { pageEnvironment } from "../../src/client/host-environment.ts";
import type { SessionView } from "../../src/client/session-view.ts";
import { Skein, type SkeinOptions } from "../../src/client/skein.ts";
import type { Transport, TransportRequest } from "../../src/client/transport.ts";
import { statusOf } from "../../src/core/index.ts";
import { afterJson, body, created, fold, place, queued } from "../kit/events.ts";
import { until } from "../kit/until.ts";
import { ManualWait } from "./manual-wait.ts";
import { ViewServer } from "./view-server.ts";

class FakeDocument extends EventTarget {
  visibilityState = "visible";
}

class FakePage extends EventTarget {
  readonly navigator = { onLine: true };
  readonly document = new FakeDocument();
  readonly stored = new Map<string, string>();

  goOffline(): void {
    this.navigator.onLine = false;
    this.dispatchEvent(new Event("offline"));
  }

  goOnline(): void {
    this.navigator.onLine = true;
    this.dispatchEvent(new Event("online"));
  }

  show(visibilityState: "visible" | "hidden"): void {
    this.document.visibilityState = visibilityState;
    this.document.dispatchEvent(new Event("visibilitychange"));
  }
}

const notice = (text: string) => body("notice", { kind: "test", text });
const log = place([created, notice("one"), notice("two")]);
const noTime = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function open(server: ViewServer, page: FakePage, options: Partial<SkeinOptions> = {}): Promise<SessionView> {
  const skein = new Skein({
    transport: server.transport,
    name: "test",
    // Only the page's own events may wake it: no wait ends by itself, but the shortest ones between two attempts.
    wait: noTime,
    environment: pageEnvironment(page),
    storage: { get: (key) => page.stored.get(key) ?? null, set: (key, value) => void page.stored.set(key, value) },
    ...options,
  });
  const view = await skein.view("s1");
  onTestFinished(() => view.close());
  await until("live", () => view.connection === "live");
  return view;
}

const follows = (server: ViewServer): string[] => server.requests.filter((one) => one.includes("follow=1"));

test("without a network it is offline and asks nothing; with it again it goes on at its cursor", async () => {
  const page = new FakePage();
  const server = new ViewServer(log);
  const view = await open(server, page);
  page.goOffline();
  await until("offline", () => view.connection === "offline");
  await until("no stream", () => server.streams === 0);
  const asked = server.requests.length;
  server.append(...place([notice("three")], log.length));
  expect(view.lastSeenSeq).toBe(log.length);
  page.goOnline();
  await until("live again", () => view.connection === "live" && view.lastSeenSeq === log.length + 1);
  expect(server.requests.slice(asked)).toEqual([expect.stringContaining(`follow=1&after=${log.length}&epoch=e1`)]);
});

test("[M-22] a page that is looked at again asks anew at its cursor: a connection from before its sleep may be dead", async () => {
  const page = new FakePage();
  const server = new ViewServer(log);
  const view = await open(server, page);
  page.show("hidden");
  page.show("visible");
  await until("another stream", () => follows(server).length === 2 && view.connection === "live");
  expect(server.streams).toBe(1);
  server.append(...place([notice("three")], log.length));
  await until("the event", () => view.lastSeenSeq === log.length + 1);
});

/** A network that loses, without a word, what is on its way when the device falls asleep. Connections that are made later work. */
class SleepyNetwork {
  #isAsleep = false;

  sleep(): void {
    this.#isAsleep = true;
  }

  readonly over =
    (transport: Transport): Transport =>
    async (request) => {
      const isFromBefore = !this.#isAsleep;
      const { status, body } = await transport(request);
      return { status, body: isFromBefore ? this.#silenced(body, request) : body };
    };

  async *#silenced(body: AsyncIterable<Uint8Array>, { signal }: TransportRequest): AsyncGenerator<Uint8Array> {
    for await (const bytes of body) {
      if (this.#isAsleep) await new Promise((_, reject) => signal?.addEventListener("abort", reject));
      yield bytes;
    }
  }
}

const HOURS_MS = 3_600_000;
const evening = Date.parse("2026-01-01T22:00:00.000Z");

// Fault row 68: a phone sleeps for 8 hours. Its timers stand still, its clock jumps, and its connection is cut or says nothing more.
test.for(["cut", "silent"])(
  "[M-16] [M-20] [M-22] a page that slept for 8 hours over a connection that is %s has the night's events once each",
  async (fault) => {
    vi.useFakeTimers({ toFake: ["Date"], now: evening });
    onTestFinished(() => void vi.useRealTimers());
    const page = new FakePage();
    const atNight = queued("p1", "", { notBefore: new Date(evening + 2 * HOURS_MS).toISOString() });
    const server = new ViewServer(place([created, atNight]));
    const network = new SleepyNetwork();
    const { wait } = new ManualWait();
    const view = await open(server, page, { wait, transport: network.over(server.transport) });
    expect(view.status.reason.code).toBe("scheduled");
    const came: number[] = [];
    const resets: unknown[] = [];
    view.subscribe(({ events, reset }) => {
      came.push(...events.map(({ seq }) => seq));
      if (reset) resets.push(reset);
    });

    page.show("hidden");
    if (fault === "silent") network.sleep();
    else server.cutAll();
    await until("the state of the night", () => fault === "silent" || view.connection === "connecting");
    const night = Array.from({ length: 500 }, (_, n) => notice(`night ${n}`));
    server.append(...place(night, server.log.length));
    await noTime();
    expect(view.lastSeenSeq).toBe(2);
    vi.setSystemTime(evening + 8 * HOURS_MS);

    page.show("visible");
    await until("the night's events", () => view.connection === "live" && view.lastSeenSeq === server.log.length);
    server.append(...place([notice("morning")], server.log.length));
    await until("the morning's event", () => came.includes(server.log.length));
    expect(came).toEqual(server.log.slice(2).map(({ seq }) => seq));
    expect(resets).toEqual([]);
    expect(view.state).toEqual(afterJson(fold(server.log)));
    expect(view.status).toEqual(statusOf(fold(server.log), new Date().toISOString()));
    expect(view.status.word).toBe("starting");
    expect(server.streams).toBe(1);
    expect(follows(server).at(-1)).toContain("after=2&epoch=e1");
  },
);

test("[M-21] a page that hides keeps how far it had come, and the next visit knows what is new", async () => {
  const page = new FakePage();
  const server = new ViewServer(log);
  const first = await open(server, page);
  expect(first.seenBefore).toBeNull();
  page.show("hidden");
  expect(page.stored.get("skein:seen:s1")).toBe(JSON.stringify({ epoch: "e1", seq: log.length }));
  first.close();
  server.append(...place([notice("three")], log.length));
  const second = await open(server, page);
  expect([second.seenBefore, second.lastSeenSeq, second.readSeq]).toEqual([log.length, log.length + 1, 0]);
  second.close();
  server.epoch = "e2";
  expect((await open(server, page)).seenBefore).toBeNull();
});

test("a view that was closed hears the page no more", async () => {
  const page = new FakePage();
  const server = new ViewServer(log);
  const view = await open(server, page);
  view.close();
  await until("no stream", () => server.streams === 0);
  const asked = server.requests.length;
  page.show("visible");
  page.goOnline();
  await noTime();
  expect(server.requests).toHaveLength(asked);
});
