// A real browser for tests: the machine's Chromium, headless, without background activity.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { noteLeftOut } from "./left-out.ts";

/** `$CHROMIUM`, or where Debian puts it. */
export const chromiumProgram = (): string => process.env.CHROMIUM ?? "/usr/bin/chromium";

export const isChromiumThere = (): boolean => existsSync(chromiumProgram());

/** A host name that a browser does not treat as the local machine: exceptions for `localhost` do not apply. */
export const ELSEWHERE = "skein.test";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`,
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumProgram(), args, ignoreDefaultArgs: ["--disable-back-forward-cache"] });

/** Vitest's global setup of the tier: without the browser nothing of it runs. In CI that is a failure. */
export function setup(): void {
  if (isChromiumThere()) return;
  const why = `no Chromium at ${chromiumProgram()}`;
  if (process.env.CI) throw new Error(`${why}: install the package chromium, or say with CHROMIUM=<path> where one is`);
  const how = "install the package chromium, or say with CHROMIUM=<path> where one is, then npm run test:browser";
  noteLeftOut({ what: "the page and the client library in a browser", why, how });
}
