// Tabs at one channel, in one process: what the shared worker does, and what a tab does with it.
import { expect, onTestFinished, test } from "vitest";
import type { LaneAnswer, LaneReader } from "../../../src/web/sync/lanes/channel.ts";
import { LaneHub } from "../../../src/web/sync/lanes/lane-hub.ts";
import type { LaneEvents } from "../../../src/web/sync/lanes/lane-transport.ts";
import { workerLanes } from "../../../src/web/sync/lanes/worker-lanes.ts";
import type { Port, ToTab, ToWorker } from "../../../src/web/sync/lanes/worker-messages.ts";
import { until } from "../../kit/until.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A worker with a channel that a test plays. */
function openHub() {
  const lanes = new Map<string, { reader: LaneReader; isClosed: boolean }>();
  const gone = new Map<string, () => void>();
  let answer: (path: string) => Promise<LaneAnswer> | null = () => null;
  let wakes = 0;
  const keys: string[] = [];
  const hub = new LaneHub({
    channel: {
      async open(path, reader) {
        const given = answer(path);
        if (given) return given;
        const lane = { reader, isClosed: false };
        lanes.set(path, lane);
        return {
          kind: "open",
          close: () => {
            lane.isClosed = true;
          },
        };
      },
      wake: () => {
        wakes++;
      },
    },
    gone: (lock) => new Promise((resolve) => gone.set(lock, resolve)),
    onKey: (key) => keys.push(key),
    nowMs: () => 0,
  });
  const openTab = (name: string, key: () => string | null = () => null) => {
    const { port1, port2 } = new MessageChannel();
    hub.connect(port1 as unknown as Port<ToWorker, ToTab>);
    const told: unknown[] = [];
    const events: LaneEvents = {
      onNextTry: (atMs) => told.push(atMs),
      onStreamDelayed: () => told.push("held back"),
      onAnswer: (news) => told.push(news.kind),
    };
    let heard = 0;
    const onHeard = (): void => {
      heard++;
    };
    const tab = workerLanes(port2 as unknown as Port<ToTab, ToWorker>, { ...events, onHeard }, key);
    tab.live(name);
    onTestFinished(() => {
      port1.close();
      port2.close();
    });
    return { ...tab, told, port: port2, heard: () => heard };
  };
  return {
    lanes,
    gone,
    openTab,
    tellAll: (message: ToTab) => hub.tellAll(message),
    keys,
    wakes: () => wakes,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

/** Collects what a lane brings. */
function reader() {
  const read = { text: "", isOver: false };
  const sink: LaneReader = {
    bytes: (lines) => {
      read.text += new TextDecoder().decode(lines);
    },
    end: () => {
      read.isOver = true;
    },
  };
  return { read, sink };
}

test("each tab gets what its own lanes bring", async () => {
  const { openTab, lanes } = openHub();
  const [one, other] = [openTab("one"), openTab("other")];
  const [first, second] = [reader(), reader()];
  await Promise.all([one.open("/a", first.sink), other.open("/b", second.sink)]);
  lanes.get("/a")?.reader.bytes(bytes("for one"));
  lanes.get("/b")?.reader.bytes(bytes("for the other"));
  await until("both", () => first.read.text === "for one" && second.read.text === "for the other");
  lanes.get("/a")?.reader.end();
  await until("its end", () => first.read.isOver);
  expect(second.read.isOver).toBe(false);
});

test("the lanes of a tab that is gone are closed", async () => {
  const { openTab, lanes, gone } = openHub();
  const tab = openTab("one");
  await Promise.all([tab.open("/a", reader().sink), openTab("other").open("/b", reader().sink)]);
  gone.get("one")?.();
  await until("it is closed", () => lanes.get("/a")?.isClosed);
  expect(lanes.get("/b")?.isClosed).toBe(false);
});

test("a tab that reads nothing loses its lane, and the others go on", async () => {
  const { openTab, lanes } = openHub();
  const [asleep, awake] = [openTab("asleep"), openTab("awake")];
  const [unread, read] = [reader(), reader()];
  await asleep.open("/a", unread.sink);
  await awake.open("/b", read.sink);
  Object.assign(asleep.port, { onmessage: null });
  for (let n = 0; n < 5; n++) lanes.get("/a")?.reader.bytes(bytes("x".repeat(1024 * 1024)));
  await until("it is closed", () => lanes.get("/a")?.isClosed);
  lanes.get("/b")?.reader.bytes(bytes("on"));
  await until("the other", () => read.read.text === "on");
});

test("a refusal and a broken connection reach the tab that asked, as a transport reports them", async () => {
  const { openTab, answerWith } = openHub();
  const tab = openTab("one");
  answerWith(async () => ({ kind: "refused", status: 404, body: bytes("gone") }));
  expect(await tab.open("/a", reader().sink)).toMatchObject({ kind: "refused", status: 404 });
  answerWith(() => Promise.reject(new Error("cut")));
  await expect(tab.open("/a", reader().sink)).rejects.toMatchObject({ name: "ConnectionError" });
});

test("a lane that is closed while it is being opened does not stay open", async () => {
  const { openTab, lanes, gone, answerWith } = openHub();
  const opening = Promise.withResolvers<LaneAnswer>();
  answerWith(() => opening.promise);
  const tab = openTab("one");
  tab.open("/a", reader().sink).catch(() => {});
  await until("the worker knows the tab", () => gone.get("one"));
  gone.get("one")?.();
  let isClosed = false;
  opening.resolve({
    kind: "open",
    close: () => {
      isClosed = true;
    },
  });
  await until("it is closed", () => isClosed);
  expect(lanes.size).toBe(0);
});

test("every tab learns the state of the connection, and tabs that wake together cause one reconnect", async () => {
  const { openTab, tellAll, wakes } = openHub();
  const tabs = [openTab("one"), openTab("other")];
  tellAll({ kind: "next try", atMs: 5 });
  tellAll({ kind: "line", news: { kind: "failed" } });
  for (const { told } of tabs) await until("it was told", () => told.length === 2);
  for (const tab of tabs) tab.wake();
  await until("it woke", () => wakes() > 0);
  expect(wakes()).toBe(1);
});

test("the worker knows the browser's key before the first lane is opened, and a new one with the next", async () => {
  const { openTab, keys, answerWith } = openHub();
  const known: string[][] = [];
  answerWith(() => {
    known.push([...keys]);
    return Promise.resolve({ kind: "refused", status: 404, body: bytes("gone") });
  });
  let key = "one";
  const tab = openTab("tab", () => key);
  await tab.open("/a", reader().sink);
  await tab.open("/b", reader().sink);
  key = "two";
  await tab.open("/c", reader().sink);
  expect(known).toEqual([["one"], ["one"], ["one", "two"]]);
});

test("a worker that is there answers a tab that asks for it; one that has ended ends the tab's lanes", async () => {
  const { openTab } = openHub();
  const tab = openTab("one");
  tab.ask();
  await until("an answer", () => tab.heard() === 1);
  const { read, sink } = reader();
  const unanswered = openHub();
  await tab.open("/a", sink);
  unanswered.answerWith(() => new Promise(() => {}));
  const other = unanswered.openTab("other");
  const opening = other.open("/b", reader().sink);
  tab.fail();
  other.fail();
  expect(read.isOver).toBe(true);
  await expect(opening).rejects.toMatchObject({ name: "ConnectionError" });
});
