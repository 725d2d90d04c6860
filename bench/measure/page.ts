// The page in Chromium: opening a session with 100,000 events, switching to it, and a stream at thirty times the usual speed.
import { type Browser, chromium, type Page } from "playwright-core";
import { Daemon } from "../kit/daemon.ts";
import { openDoor } from "../kit/page-door.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { median, quantile } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const EVENTS = 100_000;
const ROUNDS = 5;
const session = "5e551011-0000-4000-8000-000000000001";
/** A model writes about 50 words per second. */
const paragraph = `${"The **failing** test expects `the cursor` to stay where it was after a reset, ".repeat(4)}\n\n`;
const STREAM = `[[pace: 0.6ms]] [[say: ${paragraph.repeat(120)}]]`;

/** Runs in the page: when the newest items were painted, since the navigation or since `from`. */
const painted = (selector: string): string =>
  `new Promise((resolve) => {
    const look = () => document.querySelector(${JSON.stringify(selector)})
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      : requestAnimationFrame(look);
    look();
  })`;

const atEnd = ".transcript .item.turn_end";

export const page: Measurement = {
  name: "page",
  about: "the page in Chromium: a session of 100,000 events, and a fast stream",
  async run(scene) {
    const daemon = new Daemon(scene);
    await seedLongSession(daemon.paths.database, { session, events: EVENTS });
    await daemon.start();
    const empty = await daemon.newSession();
    const url = await openDoor(scene, daemon);
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--enable-precise-memory-info"],
    });
    scene.defer(() => browser.close());

    const cold: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await opened(browser, `${url}/s/${empty}`, ".transcript"));
      cold.push(await opened(browser, `${url}/s/${session}`, atEnd));
    }
    const { switched, back } = await switching(browser, url, empty);
    return [
      row("page, 100,000 events: last page painted, cold", cold, bare, 300),
      row("page, 100,000 events: last page painted, switching", switched, back, 100),
      ...(await streaming(browser, `${url}/s/${empty}`, daemon, empty)),
    ];
  },
};

const row = (name: string, measured: readonly number[], bare: readonly number[], target: number): Row => ({
  name,
  measured: median(measured),
  unit: "ms",
  better: "lower",
  target: { of: "measured", value: target },
  baseline: { what: "a session without events", value: median(bare) },
  note: measured.map((ms) => ms.toFixed(0)).join(", "),
});

/** With an empty cache; the time since the navigation. */
async function opened(browser: Browser, url: string, selector: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    await tab.goto(url, { waitUntil: "commit" });
    return await tab.evaluate<number>(painted(selector));
  } finally {
    await context.close();
  }
}

async function switching(
  browser: Browser,
  url: string,
  empty: string,
): Promise<{ switched: number[]; back: number[] }> {
  const tab = await browser.newPage();
  await tab.goto(`${url}/s/${empty}`);
  const to = (id: string, selector: string): Promise<number> =>
    tab.evaluate(`(async () => {
      const start = performance.now();
      document.querySelector('nav a[href="/s/${id}"]').click();
      while (!location.pathname.endsWith("${id}")) await new Promise(requestAnimationFrame);
      return (await ${painted(selector)}) - start;
    })()`);
  await tab.locator(`nav a[href="/s/${session}"]`).waitFor();
  await tab.locator(`nav a[href="/s/${empty}"]`).waitFor();
  const [switched, back]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const there = await to(session, atEnd);
    const again = await to(empty, `.transcript:not(:has(.item.turn_end))`);
    // The first round also loads the code that folds a log.
    if (round === 0) continue;
    switched.push(there);
    back.push(again);
  }
  await tab.close();
  return { switched, back };
}

/** Runs in the page: the frames and the long tasks until the turn has ended. */
const watchFrames = `(() => {
  const frames = (globalThis.frames_ = []);
  const tasks = (globalThis.tasks_ = []);
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(duration); }).observe({ type: "longtask" });
  let last = performance.now();
  const step = (now) => { frames.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
})()`;

async function streaming(browser: Browser, url: string, daemon: Daemon, id: string): Promise<Row[]> {
  const tab = await browser.newPage();
  await tab.goto(url);
  await tab.locator(".transcript").waitFor();
  await tab.evaluate(watchFrames);
  const idle = await framesPerSecond(tab, () => tab.evaluate("new Promise((resolve) => setTimeout(resolve, 2000))"));
  const turn = async (n: number): Promise<void> => {
    await daemon.prompt(id, STREAM);
    await tab.locator(atEnd).nth(n).waitFor({ state: "attached", timeout: 120_000 });
  };
  await turn(0);
  const before = await heapMegabytes(tab);
  await tab.evaluate("tasks_.length = 0");
  const busy = await framesPerSecond(tab, () => turn(1));
  const tasks = await tab.evaluate<number[]>("tasks_");
  const after = await heapMegabytes(tab);
  await tab.close();
  return [
    {
      name: "page, fast stream: frames",
      measured: busy,
      unit: "frames/s",
      better: "higher",
      target: { of: "measured", value: 50 },
      baseline: { what: "the page at rest", value: idle },
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
      name: "page, memory after another stream",
      measured: after,
      unit: "MB",
      better: "lower",
      target: { of: "ratio", value: 1.25 },
      baseline: { what: "after the first", value: before },
    },
  ];
}

async function framesPerSecond(tab: Page, during: () => Promise<unknown>): Promise<number> {
  await tab.evaluate("frames_.length = 0");
  await during();
  const frames = await tab.evaluate<number[]>("frames_");
  return (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
}

async function heapMegabytes(tab: Page): Promise<number> {
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
