// The page over lines that break: nothing that was written is lost or sent twice, and what is shown has no gap.
import { writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import type { PageServer } from "../../kit/page-server.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const promptOf = (page: Page) => page.getByRole("textbox", { name: "Prompt" });
const transcriptOf = (page: Page) => page.getByRole("log", { name: "Transcript" });

async function send(page: Page, text: string): Promise<void> {
  await promptOf(page).fill(text);
  await promptOf(page).press("Enter");
  await until("the field is empty", async () => (await promptOf(page).inputValue()) === "");
}

/** How often the agent was given each of these prompts. */
async function given(daemon: DaemonProcess, session: string, ...texts: string[]): Promise<number[]> {
  const events = await daemon.events(session);
  const prompts = events.filter(({ type }) => type === "user_prompt").map(({ data }) => JSON.stringify(data));
  return texts.map((text) => prompts.filter((prompt) => prompt.includes(text)).length);
}

const delivered = (daemon: DaemonProcess, session: string, text: string) =>
  daemon.event(session, ({ type, data }) => type === "user_prompt" && JSON.stringify(data).includes(text));

async function openSession(context: Parameters<typeof openWebPage>[0]) {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "talk" });
  const web = await openWebPage(context, daemon, { path: `/s/${session.id}` });
  await promptOf(web.page).waitFor();
  return { daemon, session: session.id, ...web };
}

const channelsOf = ({ requests }: PageServer): number =>
  requests.filter((request) => request === "GET /v1/channel").length;

/** An answer is passed on when it has ended. */
const heldBack =
  (socketPath: string): PageServer["forward"] =>
  (request, response) => {
    const { method, url, headers } = request;
    const upstream = httpRequest({ socketPath, method, path: url, headers, agent: false });
    upstream.on("response", async (answer) => {
      const body = await buffer(answer).catch(() => null);
      if (body) response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      else response.destroy();
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  };

/** As a crash of its process does; no tab is told. */
async function endWorkerOf(context: BrowserContext, server: PageServer): Promise<void> {
  const browser = await context.browser()?.newBrowserCDPSession();
  const { targetInfos = [] } = (await browser?.send("Target.getTargets")) ?? {};
  const workers = targetInfos.filter(({ type, url }) => type === "shared_worker" && url.startsWith(server.url()));
  expect(workers).toHaveLength(1);
  for (const { targetId } of workers) await browser?.send("Target.closeTarget", { targetId });
  await browser?.detach();
}

/** Set in the page, and gone when it is loaded anew. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSame: true }));
const isSame = (page: Page) => page.evaluate(() => (globalThis as { isSame?: boolean }).isSame === true);

describe.skipIf(!isChromiumThere())("the page and its connection", () => {
  const open = chromiumOfFile();

  test("[M-23] [M-20] a prompt that is written while the daemon is dead waits, and is delivered once when it is back", async () => {
    const { daemon, session, page, complaints } = await openSession(await open());
    await send(page, "before the crash");
    await delivered(daemon, session, "before the crash");
    await mark(page);
    await daemon.kill();
    await page.getByText("Skein does not answer").waitFor();
    await send(page, "during the crash");
    await send(page, "and one more");
    await daemon.start();
    await delivered(daemon, session, "and one more");
    await transcriptOf(page).getByText("and one more").first().waitFor();
    await page.getByText("Skein does not answer").waitFor({ state: "detached" });
    expect(await given(daemon, session, "before the crash", "during the crash", "and one more")).toEqual([1, 1, 1]);
    expect(await isSame(page)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("[M-23] prompts that are sent while the daemon dies again and again arrive once each, in their order", async () => {
    const { daemon, session, page } = await openSession(await open());
    const texts = Array.from({ length: 8 }, (_, n) => `number ${n + 1} of many`);
    for (const [n, text] of texts.entries()) {
      await send(page, text);
      // The request may not have left, be on its way, or be answered.
      if (n % 2 === 0) await daemon.kill();
      else await daemon.start();
    }
    await daemon.start();
    await delivered(daemon, session, texts.at(-1) ?? "");
    expect(await given(daemon, session, ...texts)).toEqual(texts.map(() => 1));
    const prompts = (await daemon.events(session)).filter(({ type }) => type === "user_prompt");
    const order = prompts.map(({ data }) => texts.findIndex((text) => JSON.stringify(data).includes(text)));
    expect(order).toEqual(texts.map((_, n) => n));
  });

  test("the page says that the browser stores nothing, and still sends prompts", async () => {
    const context = await open();
    await context.addInitScript("indexedDB.open = () => { throw new DOMException('private', 'SecurityError'); };");
    const { daemon, session, page } = await openSession(context);
    await page.getByText("This browser keeps nothing").waitFor();
    await send(page, "from a private window");
    await delivered(daemon, session, "from a private window");
    expect(await given(daemon, session, "from a private window")).toEqual([1]);
  });

  test("[M-23] what waits survives a reload and a closed tab", async () => {
    const context = await open();
    const { daemon, session, page, server } = await openSession(context);
    const { forward } = server;
    server.forward = (_, response) => void response.destroy();
    server.cutAll();
    await send(page, "kept over a reload");
    await page.reload();
    await page.getByText("Skein does not answer").waitFor();
    await page.getByText("kept over a reload").waitFor();
    await page.close();
    const next = await openWebPage(context, daemon, { path: `/s/${session}`, server });
    server.forward = forward;
    await delivered(daemon, session, "kept over a reload");
    await transcriptOf(next.page).getByText("kept over a reload").first().waitFor();
    expect(await given(daemon, session, "kept over a reload")).toEqual([1]);
  });

  test("[M-13] two tabs share one connection, and either goes on when the other is closed or the line is cut", async () => {
    const context = await open();
    const { daemon, session, page, server, complaints } = await openSession(context);
    const other = await openWebPage(context, daemon, { path: `/s/${session}`, server });
    await send(page, "first");
    await transcriptOf(other.page).getByText("first").first().waitFor();
    expect(channelsOf(server)).toBe(1);
    expect(server.requests.filter((request) => /follow=1|^GET \/v1\/changes/.test(request))).toEqual([]);
    await page.close();
    server.cutAll();
    await send(other.page, "second");
    await transcriptOf(other.page).getByText("second").first().waitFor();
    await until("it is connected again", () => channelsOf(server) === 2);
    expect(await given(daemon, session, "first", "second")).toEqual([1, 1]);
    expect([...complaints, ...other.complaints]).toEqual([]);
    // Closing both ends neither the session nor its agent.
    await other.page.close();
    await daemon.client.prompt(session, { content: [{ type: "text", text: "third" }] });
    await delivered(daemon, session, "third");
  });

  test("tabs go on when the worker that holds their connection has ended", async () => {
    const context = await open();
    const { daemon, session, page, server, complaints } = await openSession(context);
    const other = await openWebPage(context, daemon, { path: `/s/${session}`, server });
    await send(page, "before its end");
    for (const tab of [page, other.page]) await transcriptOf(tab).getByText("before its end").first().waitFor();
    await endWorkerOf(context, server);
    await daemon.client.prompt(session, { content: [{ type: "text", text: "after its end" }] });
    for (const tab of [page, other.page]) {
      await transcriptOf(tab).getByText("after its end").first().waitFor();
      expect(await transcriptOf(tab).locator(".prompt").getByText("its end").count()).toBe(2);
      expect(await tab.getByText("Skein does not answer").count()).toBe(0);
    }
    expect(channelsOf(server)).toBe(2);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  test("[M-20] a turn is shown whole and once, however often the line is cut while it streams", async () => {
    const { daemon, session, page, server, complaints } = await openSession(await open());
    const parts = 8;
    const gate = (part: number): string => `go-${part}`;
    const others = Array.from({ length: parts - 1 }, (_, n) => `[[wait-for: ${gate(n + 2)}]] [[count: 30]]`);
    await send(page, `[[pace: 2ms]] [[count: 30]] ${others.join(" ")}`);
    const counted = Array.from({ length: 30 }, (_, n) => n + 1).join(" ");
    const shown = async (): Promise<number> =>
      ((await transcriptOf(page).textContent()) ?? "").split(counted).length - 1;
    for (let part = 2; part <= parts; part++) {
      const before = channelsOf(server);
      server.cutAll();
      writeFileSync(join(daemon.workspace, gate(part)), "");
      await until("it is connected again", () => channelsOf(server) > before);
    }
    await daemon.event(session, ({ type }) => type === "turn_end");
    await until("the whole turn", async () => (await shown()) === parts);
    expect(complaints).toEqual([]);
  });

  test("[M-22] what is written without a network is sent when it is back, and only a lasting failure is shown", async () => {
    const context = await open();
    const { daemon, session, page } = await openSession(context);
    await context.setOffline(true);
    await send(page, "without a network");
    await page.getByText("Skein does not answer").waitFor();
    await context.setOffline(false);
    await delivered(daemon, session, "without a network");
    await page.getByText("Skein does not answer").waitFor({ state: "detached" });
    expect(await given(daemon, session, "without a network")).toEqual([1]);
  });

  test("a proxy that buffers answers is noticed and reported, and the page still works", async () => {
    const { daemon, session, page, server, complaints } = await openSession(await open());
    server.forward = heldBack(daemon.paths.socket);
    server.cutAll();
    await page.getByText("holds answers back").waitFor();
    await send(page, "through the proxy");
    await transcriptOf(page).getByText("through the proxy").first().waitFor();
    expect(await given(daemon, session, "through the proxy")).toEqual([1]);
    expect(complaints).toEqual([]);
  });

  test("a page that was hidden for more than five seconds connects anew at once, after less it does not", async () => {
    const { daemon, session, page, server } = await openSession(await open());
    const away = (ms: number): Promise<void> =>
      page.evaluate(`(() => {
        const { now } = Date;
        const become = (state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        };
        become("hidden");
        Date.now = () => now() + ${ms};
        become("visible");
      })()`);
    await send(page, "before");
    await transcriptOf(page).getByText("before").first().waitFor();
    const before = channelsOf(server);
    await away(3000);
    await send(page, "after a moment");
    await transcriptOf(page).getByText("after a moment").first().waitFor();
    expect(channelsOf(server)).toBe(before);
    // Nothing says that the line is dead, and nothing that it is not.
    await away(6000);
    await until("a new channel", () => channelsOf(server) === before + 1);
    // The line is dead, and the browser calls it open.
    server.stall();
    await daemon.client.prompt(session, { content: [{ type: "text", text: "while it was away" }] });
    await delivered(daemon, session, "while it was away");
    await away(6000);
    await transcriptOf(page).getByText("while it was away").first().waitFor();
    await until("another one", () => channelsOf(server) === before + 2);
    await page.getByText("Skein does not answer").waitFor({ state: "detached" });
  });

  test("a page that comes back after it was hidden does not trust its connection", async () => {
    const { daemon, session, page, server } = await openSession(await open());
    // Nothing that is open moves any more, and nothing says so.
    server.stall();
    await daemon.client.prompt(session, { content: [{ type: "text", text: "while it was away" }] });
    await delivered(daemon, session, "while it was away");
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
    await transcriptOf(page).getByText("while it was away").first().waitFor();
  });
});
