// The page in Chromium: what it loads first, opening a session with 100,000 events and switching to it, typing and scrolling there, and a stream at
// thirty times the usual speed. Beside it an empty page of the same stack.
import type { Browser, Page } from "playwright-core";
import { memoryOf, openBrowser } from "../kit/browser.ts";
import { Daemon } from "../kit/daemon.ts";
import { type EmptyPage, makeEmptyPage } from "../kit/empty-page.ts";
import {
  eventually,
  middleItem,
  painted,
  paintedAfterClick,
  restingItem,
  watchFrames,
  watchKeys,
} from "../kit/in-page.ts";
import { openDoor } from "../kit/page-door.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { median, quantile } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const EVENTS = 100_000;
const ROUNDS = 5;
const KEYS = 60;
const WHEELS = 20;
const WHEEL_PX = 300;
const session = "5e551011-0000-4000-8000-000000000001";
/** A model writes about 50 words per second. */
const paragraph = `${"The **failing** test expects `the cursor` to stay where it was after a reset, ".repeat(4)}\n\n`;
const STREAM = `[[pace: 0.6ms]] [[say: ${paragraph.repeat(120)}]]`;

const atEnd = ".transcript .item.turn_end";
const listed = "nav .session";

interface Place {
  readonly browser: Browser;
  readonly url: string;
  /** A session without events. */
  readonly empty: string;
}

export const page: Measurement = {
  name: "page",
  about: "the page in Chromium: what it loads, a session of 100,000 events, and a fast stream",
  async run(scene) {
    const daemon = new Daemon(scene);
    await seedLongSession(daemon.paths.database, { session, events: EVENTS });
    await daemon.start();
    const emptyPage = await makeEmptyPage();
    const place: Place = {
      browser: await openBrowser(scene),
      url: await openDoor(scene, daemon, emptyPage),
      empty: await daemon.newSession(),
    };
    return [
      ...(await loading(place, emptyPage)),
      await cold(place),
      await switching(place),
      ...(await typing(place)),
      await scrolling(place),
      ...(await streaming(place, daemon)),
    ];
  },
};

async function loading({ browser, url }: Place, { zippedBytes }: EmptyPage): Promise<Row[]> {
  const first = async (path: string, selector: string): Promise<{ bytes: number; files: number }> => {
    const context = await browser.newContext();
    // The worker that all tabs share is no resource of a page.
    let worker = 0;
    await context.route("**/shared-worker-*", async (route) => {
      const response = await route.fetch();
      worker = Number(response.headers()["content-length"]);
      await route.fulfill({ response });
    });
    const tab = await context.newPage();
    await tab.goto(url + path, { waitUntil: "commit" });
    const found = await tab.evaluate<{ bytes: number; files: number }>(`(async () => {
      const until = await ${painted(selector)};
      const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ name, startTime }) => startTime <= until && !name.includes("/v1/"));
      return { bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0), files: loaded.length };
    })()`);
    await context.close();
    return { bytes: found.bytes + worker, files: found.files + (worker > 0 ? 1 : 0) };
  };
  const row = (name: string, { bytes, files }: { bytes: number; files: number }, target?: number): Row => ({
    name: `page, first screen: ${name}, loaded`,
    measured: bytes / 1024,
    unit: "KB",
    better: "lower",
    ...(target === undefined ? {} : { target: { of: "measured", value: target } }),
    baseline: { what: "an empty page of the same stack", value: zippedBytes / 1024 },
    note: `${files} files`,
  });
  return [
    row("the list", await first("/", listed), 60),
    row("a session, and the list", await first(`/s/${session}`, atEnd)),
  ];
}

const inMs = (name: string, measured: readonly number[], bare: readonly number[], target: number): Row => ({
  name,
  measured: median(measured),
  unit: "ms",
  better: "lower",
  target: { of: "measured", value: target },
  baseline: { what: "an empty page of the same stack", value: median(bare) },
  note: measured.map((ms) => ms.toFixed(0)).join(", "),
});

/** With an empty cache; the time since the navigation. */
async function cold({ browser, url }: Place): Promise<Row> {
  const opened = async (path: string, selector: string): Promise<number> => {
    const context = await browser.newContext();
    try {
      const tab = await context.newPage();
      await tab.goto(url + path, { waitUntil: "commit" });
      return await tab.evaluate<number>(painted(selector));
    } finally {
      await context.close();
    }
  };
  const [measured, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await opened("/empty", ".item"));
    measured.push(await opened(`/s/${session}`, atEnd));
  }
  return inMs("page, 100,000 events: last page painted, cold", measured, bare, 300);
}

async function switching({ browser, url, empty }: Place): Promise<Row> {
  const bare = await browser.newPage();
  await bare.goto(`${url}/empty`);
  const tab = await browser.newPage();
  await tab.goto(`${url}/s/${empty}`);
  const to = (id: string, selector: string): Promise<number> =>
    tab.evaluate<number>(paintedAfterClick(`nav a[href="/s/${id}"]`, selector));
  await tab.locator(`nav a[href="/s/${session}"]`).waitFor();
  await tab.locator(`nav a[href="/s/${empty}"]`).waitFor();
  const [measured, ofEmpty]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const there = await to(session, atEnd);
    await to(empty, ".transcript:not(:has(.item.turn_end))");
    // The first round also loads the code that a session needs.
    if (round > 0) measured.push(there);
    ofEmpty.push(await bare.evaluate<number>(paintedAfterClick("#switch", round % 2 === 0 ? ".two" : ".one")));
  }
  await bare.close();
  await tab.close();
  return inMs("page, 100,000 events: last page painted, switching", measured, ofEmpty, 100);
}

async function typing({ browser, url }: Place): Promise<Row[]> {
  const typed = async (path: string, ready: string): Promise<{ busy: number; painted: number }[]> => {
    const tab = await browser.newPage();
    await tab.goto(url + path);
    await tab.locator(ready).first().waitFor();
    await tab.getByRole("textbox", { name: "Prompt" }).focus();
    await tab.evaluate(watchKeys);
    for (let key = 0; key < KEYS; key++) await tab.keyboard.press(key % 6 === 5 ? "Space" : "e");
    await tab.evaluate(eventually(`keys_.length === ${KEYS}`));
    const keys = await tab.evaluate<{ busy: number; painted: number }[]>("keys_");
    await tab.close();
    return keys;
  };
  const bare = await typed("/empty", ".item");
  const measured = await typed(`/s/${session}`, atEnd);
  const row = (name: string, of: (key: { busy: number; painted: number }) => number): Row => {
    const [own, best] = [measured.map(of), bare.map(of)];
    const { note: _, ...rest } = inMs(`page, 100,000 events: a key in the prompt, ${name}`, own, best, 16);
    return {
      ...rest,
      note: `90 % ${quantile(own, 0.9).toFixed(1)} ms, an empty page ${quantile(best, 0.9).toFixed(1)} ms`,
    };
  };
  return [row("until it is painted", (key) => key.painted), row("time of the page's own", (key) => key.busy)];
}

/** How far what is read moves from where the wheel put it, while older turns load above. */
async function scrolling({ browser, url }: Place): Promise<Row> {
  const errors = async (path: string, ready: string, direction: 1 | -1): Promise<number[]> => {
    const tab = await browser.newPage();
    await tab.goto(url + path);
    await tab.locator(ready).first().waitFor();
    await tab.locator(".transcript").hover();
    const found: number[] = [];
    for (let turn = 0; turn < WHEELS; turn++) {
      const before = await tab.evaluate<number>(middleItem);
      await tab.mouse.wheel(0, direction * WHEEL_PX);
      await tab.evaluate(eventually(`Math.abs(item_.getBoundingClientRect().top - ${before}) > 1`));
      const after = await tab.evaluate<number>(restingItem);
      found.push(Math.abs(after - before + direction * WHEEL_PX));
    }
    await tab.close();
    return found;
  };
  const measured = await errors(`/s/${session}`, atEnd, -1);
  const bare = await errors("/empty", ".item", 1);
  return {
    name: "page, 100,000 events: error of a wheel's turn",
    measured: Math.max(...measured),
    unit: "px",
    better: "lower",
    target: { of: "measured", value: 1 },
    baseline: { what: "an empty page of the same stack", value: Math.max(...bare) },
    note: `the largest of ${WHEELS}, ${WHEEL_PX} px each`,
  };
}

async function streaming({ browser, url, empty }: Place, daemon: Daemon): Promise<Row[]> {
  const rest = await browser.newPage();
  await rest.goto(`${url}/empty`);
  await rest.evaluate(watchFrames);
  const still = await framesPerSecond(rest, () => rest.evaluate("new Promise((resolve) => setTimeout(resolve, 2000))"));
  await rest.close();

  const tab = await browser.newPage();
  await tab.goto(`${url}/s/${empty}`);
  await tab.locator(".transcript").waitFor();
  await tab.evaluate(watchFrames);
  let turns = 0;
  const stream = async (count: number): Promise<void> => {
    for (const until = turns + count; turns < until; turns++) {
      await daemon.prompt(empty, STREAM);
      await daemonIsDone(daemon, empty, turns);
      await tab.locator(atEnd).last().waitFor({ state: "attached" });
    }
  };
  // From then on the page holds as much as it may.
  await stream(3);
  const before = await memoryOf(tab);
  await tab.evaluate("tasks_.length = 0");
  const busy = await framesPerSecond(tab, () => stream(1));
  const tasks = await tab.evaluate<number[]>("tasks_");
  await stream(3);
  const after = await memoryOf(tab);
  await tab.close();
  return [
    {
      name: "page, fast stream: frames",
      measured: busy,
      unit: "frames/s",
      better: "higher",
      target: { of: "measured", value: 50 },
      baseline: { what: "an empty page at rest", value: still },
    },
    {
      name: "page, fast stream: longest task",
      measured: Math.max(0, ...tasks),
      unit: "ms",
      better: "lower",
      target: { of: "measured", value: 50 },
      baseline: { what: "none", value: 0 },
      note: `${tasks.length} tasks over 50 ms${tasks.length > 0 ? `, their 90 % ${quantile(tasks, 0.9).toFixed(0)} ms` : ""}`,
    },
    {
      name: "page, memory after four more streams",
      measured: after.heapMegabytes,
      unit: "MB",
      better: "lower",
      target: { of: "ratio", value: 1.1 },
      baseline: { what: "after the first three", value: before.heapMegabytes },
      note: `nodes ${before.nodes} and ${after.nodes}, listeners ${before.listeners} and ${after.listeners}`,
    },
  ];
}

/** All turns so far have ended, and this many were there before. */
async function daemonIsDone(daemon: Daemon, session: string, before: number): Promise<void> {
  for (;;) {
    const { items } = await daemon.client.outline(session);
    if (items.length > before && items.at(-1)?.endSeq !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function framesPerSecond(tab: Page, during: () => Promise<unknown>): Promise<number> {
  await tab.evaluate("frames_.length = 0");
  await during();
  const frames = await tab.evaluate<number[]>("frames_");
  return (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
}
