// The built page in a real browser, served with its strict policy, in front of a daemon of the test.
import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { PAGE_POLICY } from "../../src/daemon/web/page-files.ts";
import type { DaemonProcess } from "./daemon-process.ts";
import { PageServer, type Site, toSocket } from "./page-server.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** dist/web; every address that is no asset is the page. */
const builtPage: Site = {
  policy: PAGE_POLICY,
  fileAt(address) {
    const path = join("dist/web", address.startsWith("/assets/") ? address : "index.html");
    return existsSync(path) ? { type: types[extname(path)] ?? "application/octet-stream", path } : null;
  },
};

export interface WebPage {
  readonly page: Page;
  /** Cuts connections, goes away and comes back when told. */
  readonly server: PageServer;
  /** Errors that nobody caught, and breaches of the policy. */
  readonly complaints: readonly string[];
}

/** The page at an address such as "/s/<session>". Of several pages of a test each has a server of its own, unless one is given. */
export async function openWebPage(
  context: BrowserContext,
  daemon: DaemonProcess,
  { path = "/", server }: { path?: string; server?: PageServer } = {},
): Promise<WebPage> {
  const door = server ?? (await PageServer.open(toSocket(daemon.paths.socket), builtPage));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (/content security policy|trusted ?type/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(new URL(path, door.url()).href);
  // A phone shows either the list or a session.
  await page.getByRole("navigation", { name: "Sessions", includeHidden: true }).waitFor({ state: "attached" });
  return { page, server: door, complaints };
}
