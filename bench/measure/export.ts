// A session of 10,000 events as an HTML file: how large it is beside its lines of JSON, and how it plays in Chromium.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { openBrowser } from "../kit/browser.ts";
import { Daemon } from "../kit/daemon.ts";
import { eventually, watchFrames } from "../kit/in-page.ts";
import type { Scene } from "../kit/scene.ts";
import { median, quantile } from "../kit/statistics.ts";
import { randomTexts, sourceTexts, variedSession } from "../kit/varied-session.ts";
import type { Measurement, Row } from "../measurement.ts";

const EVENTS = 10_000;
const SPEEDS = [1, 8, 64];
const ROUNDS = 3;
const WATCHED_MS = 6000;
const run = promisify(execFile);

export const exportFile: Measurement = {
  name: "export",
  about: "a session of 10,000 events as an HTML file: its size, and how it plays in Chromium",
  async run(scene) {
    const daemon = new Daemon(scene);
    await daemon.start();
    const ofSources = await exported(daemon, "5e551011-0000-4000-8000-000000000001", sourceTexts());
    const ofRandom = await exported(daemon, "5e551011-0000-4000-8000-000000000002", randomTexts());
    await daemon.stop();
    const size = (name: string, { html, lines, ms }: Exported): Row => ({
      name: `export, ${name}: size`,
      measured: html / 1024,
      unit: "KB",
      better: "lower",
      target: { of: "ratio", value: 1.5 },
      baseline: { what: "the same events, as lines of JSON", value: lines / 1024 },
      note: `written in ${(ms / 1000).toFixed(1)} s`,
    });
    return [
      size("texts of a repository", ofSources),
      size("random texts", ofRandom),
      ...(await playing(scene, ofSources.file)),
    ];
  },
};

interface Exported {
  readonly file: string;
  readonly html: number;
  readonly lines: number;
  readonly ms: number;
}

async function exported(daemon: Daemon, session: string, source: (characters: number) => string): Promise<Exported> {
  async function* lines(): AsyncGenerator<Uint8Array> {
    yield* variedSession(session, EVENTS, source);
  }
  await daemon.client.importSession(lines());
  const file = join(daemon.workspace, `${session}.html`);
  const around = { env: daemon.env, maxBuffer: 2 ** 28 };
  const startMs = performance.now();
  await run(process.execPath, [daemon.program, "export", session, "--html", "-y", "-q", "-o", file], around);
  const ms = performance.now() - startMs;
  const { stdout } = await run(process.execPath, [daemon.program, "export", session], around);
  return { file, html: readFileSync(file).length, lines: Buffer.byteLength(stdout), ms };
}

interface Frames {
  readonly perSecond: number;
  readonly slowestMs: number;
  /** Of its main thread: how much of a processor. */
  readonly busyShare: number;
}

async function playing(scene: Scene, file: string): Promise<Row[]> {
  const browser = await openBrowser(scene);
  const empty = join(scene.directory(), "empty.html");
  writeFileSync(empty, "<!doctype html><title>empty</title>");
  const rest = await browser.newPage();
  await rest.goto(pathToFileURL(empty).href);
  await rest.evaluate(watchFrames);
  const tab = await browser.newPage();
  await tab.goto(pathToFileURL(file).href);
  await tab.locator(".transcript .item").first().waitFor();
  await tab.evaluate(watchFrames);
  const rows: Row[] = [];
  for (const speed of SPEEDS) {
    const [still, played]: [Frames[], Frames[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await rest.bringToFront();
      still.push(await framesDuring(rest));
      await tab.bringToFront();
      await tab.getByRole("combobox", { name: "Speed" }).selectOption(String(speed));
      await tab.getByRole("button", { name: "To the beginning" }).click();
      await tab.evaluate(eventually(`document.querySelector(".scrubber input").value === "1"`));
      await tab.getByRole("button", { name: "Play", exact: true }).click();
      played.push(await framesDuring(tab));
      const pause = tab.getByRole("button", { name: "Pause", exact: true });
      if ((await pause.count()) > 0) await pause.click();
    }
    rows.push({
      name: `export, played at ${speed} ×: frames`,
      measured: median(played.map(({ perSecond }) => perSecond)),
      unit: "frames/s",
      better: "higher",
      // Of 60 frames per second, as far as a screen without a clock of its own keeps to them.
      target: { of: "measured", value: 59.5 },
      baseline: { what: "an empty page at rest", value: median(still.map(({ perSecond }) => perSecond)) },
      note: `${speed * 20} events a second; ${wordsOf(played)}; at rest ${wordsOf(still)}`,
    });
  }
  return rows;
}

async function framesDuring(tab: Page): Promise<Frames> {
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const busySeconds = async (): Promise<number> => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const [busyBefore, startMs] = [await busySeconds(), performance.now()];
  await tab.evaluate("frames_.length = 0");
  await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, ${WATCHED_MS}))`);
  const frames = await tab.evaluate<number[]>("frames_");
  const busyShare = ((await busySeconds()) - busyBefore) / ((performance.now() - startMs) / 1000);
  await cdp.detach();
  const perSecond = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
  return { perSecond, slowestMs: quantile(frames, 0.99), busyShare };
}

const wordsOf = (all: readonly Frames[]): string =>
  `99 % of frames within ${median(all.map(({ slowestMs }) => slowestMs)).toFixed(0)} ms, the page's thread ${(100 * median(all.map(({ busyShare }) => busyShare))).toFixed(0)} % busy`;
