// `npm run pictures`: takes four pictures of the page in Chromium, with sessions of real agents, for docs/pictures: wide and phone, light and
// dark. Needs Chromium, and the agents (`npm run agents:install`).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../../test/kit/chromium.ts";
import { openHome, root } from "./home.ts";

const WIDE = { width: 1120, height: 700 };
const PHONE = { width: 390, height: 760 };
const target = join(root, "docs/pictures");

const { model, site, api, home, skein, end } = await openHome();

const ANSWER = `It doubles the wait, up to **30 seconds**, and begins anew after a success:

\`\`\`ts
const waitMs = Math.min(100 * 2 ** failures, 30_000);
await delay(waitMs * (0.5 + Math.random() / 2), { signal });
\`\`\`

- The random part keeps clients from coming back at the same moment.
- An aborted signal ends the wait at once.

Two tests cover it: \`retry.test.ts\` and \`backoff.test.ts\`.`;
model.script([{ do: "text", text: ANSWER }], "retry");
model.script("[[text: The cookie is set after the redirect. I run the tests first.]] [[run: npm test]]", "login");
model.script("[[text: I read the routes first.]] [[gate: never]]", "Document");
model.script("[[text: The limiter lets 100 requests a minute through.]]", "rate limiter");
model.script("[[text: Two of 40 links were dead. Both are fixed.]]", "dead links");

let browser: Browser | null = null;
try {
  await skein("-C", site, "new", "Find dead links in the docs", "--agent", "gemini", "-q");
  await skein("-C", api, "new", "How does the retry loop wait?", "--agent", "claude", "-q");
  for (const { id } of JSON.parse(await skein("ls", "--json")).sessions) await skein("ack", id);
  await skein("-C", api, "new", "Explain the rate limiter", "--agent", "codex", "-q");
  await skein("-C", api, "new", "Document the routes", "--agent", "codex", "--detach");
  await skein("-C", site, "new", "Why does the login fail?", "--agent", "claude", "--detach");
  browser = await launchChromium();
  mkdirSync(target, { recursive: true });
  await take("page-light", { colorScheme: "light", viewport: WIDE });
  await take("page-dark", { colorScheme: "dark", viewport: WIDE });
  await take("phone-list", { colorScheme: "light", viewport: PHONE, hasTouch: true }, "list");
  await take("phone-session", { colorScheme: "dark", viewport: PHONE, hasTouch: true });
} finally {
  await browser?.close();
  await skein("web", "--stop").catch(() => {});
  await end();
}

async function take(name: string, options: object, place: "list" | "session" = "session"): Promise<void> {
  if (!browser) return;
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(JSON.parse(await skein("web", "--no-open", "--json")).url);
  await page.getByText("asks: Run").waitFor();
  if (place === "session") {
    await page.getByRole("link", { name: /retry loop/ }).click();
    await page.getByText("backoff.test.ts").waitFor();
    await page.mouse.move(700, 600);
  }
  await page.locator("nav h2", { hasText: "Needs you" }).waitFor({ state: "attached" });
  await withoutTraces(page);
  await page.screenshot({ path: join(target, `${name}.png`) });
  await context.close();
}

/** What differs from machine to machine. */
async function withoutTraces(page: Page): Promise<void> {
  await page.evaluate(`{
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replaceAll(${JSON.stringify(home)}, "/home/ada");
  }`);
}
