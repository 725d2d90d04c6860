// A page of a real browser, and helpers for tests: `run` executes a function in the page, with its arguments.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { Skein } from "../../src/client/index.ts";
import type { understand } from "../../src/core/index.ts";
import { launchChromium } from "./chromium.ts";
import { until } from "./until.ts";

type View = Awaited<ReturnType<Skein["view"]>>;

/** A view in the page, and what its listeners were told: see test/browser/page. */
export interface Watched {
  readonly view: View;
  /** Of the events that came since the view was opened, or since its last reset. */
  readonly seqs: number[];
  readonly resets: string[];
  readonly words: string[];
}

/** What the test page holds. */
export interface InPage {
  readonly skein: Skein;
  readonly library: { connect(options?: object): Skein; understand: typeof understand };
  readonly watch: (session: string, options?: { pageEvents?: number }) => Promise<Watched>;
  /** A module of the server's. */
  readonly load: (path: string) => Promise<unknown>;
  /** The view that the test looks at. */
  seen: Watched;
  /** Breaches of the page's policy, and errors that nobody caught. */
  readonly complaints: string[];
}

export class Tab {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(context: BrowserContext, url: string): Promise<Tab> {
    const tab = new Tab(await context.newPage());
    await tab.page.goto(url);
    await tab.ready();
    return tab;
  }

  async ready(): Promise<void> {
    await until("the page", () => this.page.evaluate(() => (globalThis as unknown as { isReady?: boolean }).isReady));
  }

  run<T, A = undefined>(action: (page: InPage, argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    return this.page.evaluate(`(${action})(globalThis, ${JSON.stringify(argument)})`);
  }

  /** Opens a view as `seen`, once it is live. */
  async watch(session: string, pageEvents = 1000): Promise<void> {
    await this.run(
      async (page, { session, pageEvents }) => {
        page.seen = await page.watch(session, { pageEvents });
      },
      { session, pageEvents },
    );
    await this.word("live");
  }

  word(word: string): Promise<unknown> {
    return until(`the word ${word}`, async () => (await this.run(({ seen }) => seen.view.connection)) === word);
  }

  until(what: string, holds: (page: InPage) => boolean | undefined): Promise<unknown> {
    return until(what, () => this.run(holds));
  }
}

let shared: Promise<Browser> | null = null;

/** One browser for all files of a worker, with which it ends. One that has crashed is replaced. */
async function sharedBrowser(): Promise<Browser> {
  shared ??= launchChromium();
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = null;
  return sharedBrowser();
}

/** For each test a place of its own with empty storage, in a browser that the tests of a worker share. */
export function chromiumOfFile(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  return async (options) => {
    const context = await (await sharedBrowser()).newContext(options);
    onTestFinished(() => context.close());
    return context;
  };
}
