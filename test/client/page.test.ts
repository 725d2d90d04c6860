// A view in a page that loses its network, sleeps, and is looked at again.
import { expect, onTestFinished, test } from "vitest";
import type { SessionView } from "../../src/client/session-view.ts";
import { Skein } from "../../src/client/skein.ts";
import { pageSurroundings } from "../../src/client/surroundings.ts";
import { body, created, place } from "../kit/events.ts";
import { until } from "../kit/until.ts";
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

async function open(server: ViewServer, page: FakePage): Promise<SessionView> {
  const skein = new Skein({
    transport: server.transport,
    name: "test",
    // Only the page's own events may wake it: no wait ends by itself, but the shortest ones between two attempts.
    wait: noTime,
    surroundings: pageSurroundings(page),
    storage: { get: (key) => page.stored.get(key) ?? null, set: (key, value) => void page.stored.set(key, value) },
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
