// `npm run pictures`: takes pictures of the page in Chromium, with sessions of real agents, for docs/pictures: wide and phone, light and
// dark. Needs Chromium, and the agents (`npm run agents:install`).
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../../test/kit/chromium.ts";
import { openHome, root } from "./home.ts";
import { sampleUsage } from "./sample-usage.ts";

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

const retry = join(api, "src/retry.ts");
const BEFORE = `export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (failures === 5) throw error;
      await delay(100 * 2 ** failures);
    }
  }
}`;
const AFTER = BEFORE.replace("work: () => Promise<T>)", "work: () => Promise<T>, { signal }: Options = {})").replace(
  "      await delay(100 * 2 ** failures);",
  "      const waitMs = Math.min(100 * 2 ** failures, 30_000);\n      await delay(waitMs * (0.5 + Math.random() / 2), { signal });",
);
const NOTES = `# Changes

- Waits between retries are at most 30 seconds.
- They can be aborted.`;
model.script(
  `[[write: ${retry} | ${AFTER}]] [[write: ${join(api, "CHANGES.md")} | ${NOTES}]] [[text: The wait is capped at 30 seconds, and can be aborted.]]`,
  "Cap the wait",
);

let browser: Browser | null = null;
try {
  const git = (...words: string[]): Buffer =>
    execFileSync("git", ["-C", api, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words]);
  mkdirSync(join(api, "src"), { recursive: true });
  writeFileSync(retry, BEFORE);
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message=first");
  await skein("-C", site, "new", "Find dead links in the docs", "--agent", "gemini", "-q");
  await skein("-C", api, "new", "How does the retry loop wait?", "--agent", "claude", "-q");
  await skein("-C", api, "new", "Cap the wait between retries", "--agent", "claude", "--mode", "auto", "-q");
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
  await take("changes", { colorScheme: "light", viewport: { width: 1280, height: 760 } }, showChanges);
  await take("phone-changes", { colorScheme: "light", viewport: PHONE, hasTouch: true }, showChanges);
  await take("phone-question", { colorScheme: "light", viewport: PHONE, hasTouch: true }, showQuestion);
  await take("usage", { colorScheme: "light", viewport: WIDE }, showUsage);
  await take("playback", { colorScheme: "light", viewport: WIDE }, showPlayback);
} finally {
  await browser?.close();
  await skein("web", "--stop").catch(() => {});
  await end();
}

async function showChanges(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Cap the wait/ }).click();
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await page.getByText("30_000").first().waitFor();
  await page.locator(".changes .code-keyword").first().waitFor();
  await page.getByRole("button", { name: "Comment on line 8", exact: true }).click();
  await page.locator(".changes .comment textarea").fill("Name the number, please.");
  await page.getByRole("button", { name: "Keep comment" }).click();
}

async function showQuestion(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Why does the login fail/ }).click();
  await page.getByRole("button", { name: "Allow once" }).waitFor();
}

async function showUsage(page: Page): Promise<void> {
  await page.route("**/v1/usage?*", (route) => route.fulfill({ json: sampleUsage }));
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Usage/ }).click();
  await page.getByText("Tokens per day").waitFor();
  await page.mouse.move(700, 660);
}

async function showPlayback(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Cap the wait/ }).click();
  await page.getByRole("button", { name: "Play back", exact: true }).click();
  await page.getByText("This is the past.").waitFor();
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Previous event" }).click();
  await page.mouse.move(700, 400);
}

type Place = "list" | "session" | ((page: Page) => Promise<void>);

async function take(name: string, options: object, place: Place = "session"): Promise<void> {
  if (!browser) return;
  const context = await browser.newContext({ ...options, reducedMotion: "reduce", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(JSON.parse(await skein("web", "--no-open", "--json")).url);
  await page.getByText("asks: Run").waitFor();
  if (place === "session") {
    await page.getByRole("link", { name: /retry loop/ }).click();
    await page.getByText("backoff.test.ts").waitFor();
    await page.locator(".transcript .code-keyword").first().waitFor();
    await page.mouse.move(700, 600);
  }
  if (typeof place === "function") await place(page);
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
