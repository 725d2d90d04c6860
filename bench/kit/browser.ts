// Chromium for measurements of the page, and what it tells of a page's memory.
import { readdirSync, readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { residentMegabytes } from "./process-facts.ts";
import type { Scene } from "./scene.ts";

export async function openBrowser(scene: Scene): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--enable-precise-memory-info"],
  });
  scene.defer(() => browser.close());
  return browser;
}

export interface PageMemory {
  /** The page's JavaScript, after a collection of garbage. */
  readonly heapMegabytes: number;
  /** Of the document and of what was removed from it and is still referred to. */
  readonly nodes: number;
  readonly listeners: number;
}

export async function memoryOf(tab: Page): Promise<PageMemory> {
  const cdp = await tab.context().newCDPSession(tab);
  try {
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await cdp.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
    return { heapMegabytes: usedSize / 1e6, nodes, listeners: jsEventListeners };
  } finally {
    await cdp.detach();
  }
}

/** The processes of this program's browser that draw pages: their resident memory, all together. */
export function renderersMegabytes(): number {
  return descendantsOf(process.pid).reduce((sum, pid) => sum + (unlessGone(() => rendererMegabytes(pid)) ?? 0), 0);
}

function descendantsOf(pid: number): number[] {
  const threads = unlessGone(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const children = threads.flatMap((thread) => {
    const text = unlessGone(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")) ?? "";
    return text.trim().split(" ").filter(Boolean).map(Number);
  });
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

const rendererMegabytes = (pid: number): number =>
  readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("--type=renderer") ? residentMegabytes(pid) : 0;

/** Null if the process has ended meanwhile. */
function unlessGone<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
