// Notifications of the installed page, in a real browser: from a question, by way of a push service that can't read them, to the place that a tap
// leads to; and none while somebody is at the page.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { newBrowser, type PushBrowser } from "../../kit/push-browser.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { type TestDaemon, testDaemon } from "../../kit/test-daemon.ts";
import { until } from "../../kit/until.ts";

const MINUTE = 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const question = (id: string) =>
  ({
    type: "permission",
    data: {
      ...{ id, state: "asked", title: "Run `npm test`", detail: "npm test -- --all" },
      options: [{ id: "yes", label: "Allow once", kind: "allow_once" }],
    },
  }) satisfies Fact;

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** The browser's own push service is far away: this one keeps subscriptions as a browser does, and the test delivers the messages. */
const pushService = ({ p256dh, auth }: PushBrowser["keys"]): string => `(() => {
  const KEY = "stub push";
  const read = () => JSON.parse(localStorage.getItem(KEY) ?? "null");
  const made = ({ endpoint, key }) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: ${JSON.stringify({ p256dh, auth })} }),
    unsubscribe: async () => { localStorage.removeItem(KEY); return true; },
  });
  PushManager.prototype.getSubscription = async () => { const found = read(); return found && made(found); };
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    const number = Number(localStorage.getItem("stub count") ?? 0) + 1;
    localStorage.setItem("stub count", String(number));
    const found = { endpoint: "https://push.example/send/" + number, key };
    localStorage.setItem(KEY, JSON.stringify(found));
    return made(found);
  };
})()`;

class Phone {
  readonly daemon: TestDaemon;
  readonly context: BrowserContext;
  readonly keys = newBrowser();
  page!: Page;
  #delivered = 0;

  constructor(daemon: TestDaemon, context: BrowserContext) {
    this.daemon = daemon;
    this.context = context;
  }

  get origin(): string {
    return new URL(this.page.url()).origin;
  }

  async signIn(): Promise<void> {
    await this.context.addInitScript(pushService(this.keys.keys));
    const { url } = await this.daemon.client.openWeb();
    this.page = await this.context.newPage();
    await this.page.goto(url);
    await this.page.getByRole("button", { name: "Menu", exact: true }).waitFor();
    await this.context.grantPermissions(["notifications"], { origin: this.origin });
  }

  async openSettings(): Promise<void> {
    await this.page.getByRole("button", { name: "Menu", exact: true }).tap();
    await this.page.getByRole("menuitem", { name: /^Help and settings/ }).tap();
  }

  async subscribe(): Promise<void> {
    await this.openSettings();
    await this.page.getByRole("button", { name: "Notify this device" }).tap();
    await this.page.getByLabel("A question waits for you").waitFor();
    await this.page.getByRole("button", { name: "Close" }).tap();
  }

  worker(): Promise<Worker> {
    return until("the service worker", () => this.context.serviceWorkers()[0]);
  }

  /** What reached the push service since the last time, as only this browser can read it, is given to the page's worker. */
  async deliver(): Promise<void> {
    const { pushes } = this.daemon.outlets;
    for (const { body } of pushes.slice(this.#delivered)) await this.receive(this.keys.read(body));
    this.#delivered = pushes.length;
  }

  async receive(data: string): Promise<void> {
    const page = await this.context.newPage();
    await page.goto(`${this.origin}/manifest.webmanifest`);
    const cdp = await this.context.newCDPSession(page);
    const registrationId = await registration(cdp);
    await cdp.send("ServiceWorker.deliverPushMessage", { origin: this.origin, registrationId, data });
    await page.close();
  }

  async shown(): Promise<Shown[]> {
    return (await this.worker()).evaluate(`self.registration.getNotifications().then((all) =>
      all.map(({ title, body, tag }) => ({ title, body, tag })))`);
  }

  /** Taps the only notification; resolves to the address that a new window would open, if the worker asks for one. */
  async tap(): Promise<string | null> {
    return (await this.worker()).evaluate(`(async () => {
      let asked = null;
      self.clients.openWindow = async (address) => { asked = address; return null; };
      const [notification] = await self.registration.getNotifications();
      const event = new NotificationEvent("notificationclick", { notification });
      const works = [];
      event.waitUntil = (work) => works.push(work);
      self.dispatchEvent(event);
      // A tap that nobody made can't bring a window to the front.
      await Promise.allSettled(works);
      return asked;
    })()`);
  }
}

function registration(cdp: CDPSession): Promise<string> {
  return new Promise((found, failed) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) found(first.registrationId);
    });
    cdp.send("ServiceWorker.enable").catch(failed);
  });
}

/** Lets the daemon look at everything until now, and at what becomes of it in this time. */
async function look(daemon: TestDaemon, ms = 0): Promise<void> {
  await lookOnce(daemon);
  if (ms === 0) return;
  daemon.clock.advance(ms);
  await lookOnce(daemon);
}

async function lookOnce(daemon: TestDaemon): Promise<void> {
  writeFileSync(daemon.paths.config, '[hooks]\nsession_start = ["looked"]\n');
  const session = await daemon.newSession();
  daemon.clock.advance(250);
  await until("the daemon to have looked", () =>
    daemon.outlets.commands.some(({ spec }) => spec.env.SKEIN_SESSION === session),
  );
}

describe.skipIf(!isChromiumThere())("notifications", () => {
  const open = chromiumOfFile();

  async function phone(): Promise<Phone> {
    const daemon = await testDaemon();
    daemon.page = resolve("dist/web");
    await daemon.restart();
    const one = new Phone(daemon, await open(PHONE));
    await one.signIn();
    return one;
  }

  test("the page can be installed: its manifest, its icons and its service worker are as browsers want them", async () => {
    const { page, context } = await phone();
    const cdp = await context.newCDPSession(page);
    await page.evaluate("navigator.serviceWorker.ready.then(() => {})");
    const { errors } = await cdp.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    // Chromium does not install what was opened without traces.
    const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
    const icons: { src: string; sizes: string; type: string }[] = await page.evaluate(
      'fetch("/manifest.webmanifest").then((answer) => answer.json()).then(({ icons }) => icons)',
    );
    const apple = await page.evaluate("document.querySelector('link[rel=apple-touch-icon]').getAttribute('href')");
    const all = [...icons, { src: `${apple}`, sizes: "180x180", type: "image/png" }];
    for (const { src, sizes, type } of all) {
      const found = await page.evaluate(`fetch(${JSON.stringify(src)}).then(async (answer) => {
        const type = answer.headers.get("content-type");
        if (type !== "image/png") return { type, sizes: "any" };
        const { width, height } = await createImageBitmap(await answer.blob());
        return { type, sizes: width + "x" + height };
      })`);
      expect(found).toEqual({ type, sizes });
    }
  });

  test("[R-14] a question reaches a phone that is put away, encrypted; a tap opens it there, also when no window is left", async () => {
    const one = await phone();
    const { daemon, context } = one;
    await one.subscribe();
    const { session, agent } = await daemon.working();
    await one.page.close();
    agent.say(question("q1"));
    await daemon.ofType(session, "permission");
    await look(daemon, 2 * MINUTE);
    await until("the message", () => daemon.outlets.pushes.length > 0);
    expect(daemon.outlets.pushes.map(({ endpoint }) => endpoint)).toEqual(["https://push.example/send/1"]);
    expect(daemon.outlets.pushes[0]?.body.toString("latin1")).not.toContain("npm test");
    one.page = await context.newPage();
    await one.page.goto(`${(await daemon.client.openWeb()).url.split("/#")[0]}/manifest.webmanifest`);
    await one.deliver();
    const name = daemon.workspace.split("/").at(-1);
    const shown = await until("the notification", async () => (await one.shown()).at(-1));
    expect(shown).toMatchObject({ title: "Needs you", body: `${name} asks: Run \`npm test\`` });
    const { seq } = await daemon.ofType(session, "permission");
    // Only a file is open, which is no window of the page.
    await one.page.goto("about:blank");
    const address = await one.tap();
    expect(address).toBe(`/s/${session}?at=${seq}`);
    await one.page.goto(new URL(address ?? "", (await daemon.client.openWeb()).url).href);
    await one.page.getByRole("button", { name: "Allow once" }).waitFor();
    expect(await one.shown()).toEqual([]);
  });

  test("[R-14] a tap moves the window that is there, which keeps what was written; a reminder takes the place of its message", async () => {
    const one = await phone();
    const { daemon, page } = one;
    const { session } = await daemon.working();
    const other = await daemon.newSession("other");
    await page.goto(`${one.origin}/s/${other}`);
    await page.getByRole("textbox", { name: "Prompt" }).fill("half a thought");
    const message = { v: 1, reason: "raised", id: `${session}:3`, kind: "needs_you", session, seq: 3, text: "asks" };
    await one.receive(JSON.stringify(message));
    await one.receive(JSON.stringify({ ...message, reason: "reminder" }));
    await until("the reminder", async () => (await one.shown()).some(({ title }) => title === "Still waits for you"));
    expect(await one.shown()).toEqual([{ title: "Still waits for you", body: "asks", tag: `${session}:3` }]);
    expect(await one.tap()).toBeNull();
    await until("the other session", () => new URL(page.url()).pathname === `/s/${session}`);
    await page.goBack();
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${other}`);
    expect(await page.getByRole("textbox", { name: "Prompt" }).inputValue()).toBe("half a thought");
  });

  test("[R-14] while the page says that somebody is there no device is told; a frozen page says nothing, and it is", async () => {
    const one = await phone();
    const { daemon, page, context } = one;
    await one.subscribe();
    const { session, agent } = await daemon.working();
    await page.goto(`${one.origin}/s/${session}`);
    const claims: Record<string, unknown>[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/focus")) claims.push(request.postDataJSON());
    });
    await page.getByRole("textbox", { name: "Prompt" }).tap();
    await until("the page to say so", () => claims.some((claim) => claim.session === session && claim.seconds === 25));
    agent.say(question("q1"));
    await page.getByRole("button", { name: "Allow once" }).waitFor();
    await look(daemon);
    expect(daemon.outlets.pushes).toEqual([]);
    const cdp = await context.newCDPSession(page);
    await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
    await look(daemon, 25_000);
    expect(daemon.outlets.pushes).toEqual([]);
    await look(daemon, 61_000);
    await until("the message", () => daemon.outlets.pushes.length > 0);
    await look(daemon, 11 * MINUTE);
    await look(daemon, 60 * MINUTE);
    const told = daemon.outlets.pushes.map(({ body }) => JSON.parse(one.keys.read(body)).reason);
    expect(told).toEqual(["raised", "reminder"]);
  });

  test("[R-14] kinds are chosen per device; with another key of the daemon, or after a lost subscription, the page subscribes anew by itself", async () => {
    const one = await phone();
    const { daemon, page } = one;
    await one.subscribe();
    await one.openSettings();
    await page.getByLabel("A turn of more than a minute is done").uncheck();
    const kept = async () => JSON.parse((await readPush(page)) ?? "null");
    await until("the choice", async () => (await kept()).subscription?.kinds.length === 2);
    await page.getByRole("button", { name: "Try it" }).tap();
    await until("the message", () => daemon.outlets.pushes.length > 0);
    await page.getByRole("button", { name: "Close" }).tap();
    await one.deliver();
    await until("the notification", async () =>
      (await one.shown()).some(({ body }) => /^Notifications reach/.test(body)),
    );
    const { publicKey } = await kept();

    await daemon.stop();
    daemon.means(/^who wants push messages is not known/);
    writeFileSync(daemon.paths.push, "{}");
    await daemon.start();
    await page.reload();
    await until("a subscription with the new key", async () => {
      const now = await kept();
      return now.publicKey !== publicKey && now.subscription?.endpoint === "https://push.example/send/2";
    });
    expect((await kept()).subscription.kinds).toHaveLength(2);

    await page.evaluate('localStorage.removeItem("stub push")');
    await page.reload();
    await until("another subscription", async () => (await kept()).subscription?.endpoint.endsWith("/3") === true);

    const tellWorker = async (): Promise<void> =>
      (await one.worker()).evaluate(`(async () => {
        const event = new ExtendableEvent("pushsubscriptionchange");
        const works = [];
        event.waitUntil = (work) => works.push(work);
        self.dispatchEvent(event);
        await Promise.all(works);
      })()`);
    await page.evaluate('localStorage.removeItem("stub push")');
    await tellWorker();
    await until("one more", async () => (await kept()).subscription?.endpoint.endsWith("/4") === true);
    await page.goto("about:blank");
    await tellWorker();
    await until("a notification", async () =>
      (await one.shown()).some(({ body }) => body.startsWith("Open Skein once")),
    );
  });

  test("the page opens without the daemon, with what was written; a new version of it replaces the kept one", async () => {
    const one = await phone();
    const { daemon, page } = one;
    const session = await daemon.newSession("talk");
    await page.goto(`${one.origin}/s/${session}`);
    await page.evaluate("navigator.serviceWorker.ready.then(() => {})");
    await page.getByRole("textbox", { name: "Prompt" }).fill("not sent yet");
    // The worker keeps what it has seen pass.
    await page.reload();
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    const written = (): Promise<string> => page.getByRole("textbox", { name: "Prompt" }).inputValue();
    await until("the draft", async () => (await written()) === "not sent yet");
    await daemon.stop();
    await page.reload();
    await page.getByRole("button", { name: "Menu", exact: true, includeHidden: true }).waitFor({ state: "attached" });
    await daemon.start();
    await until("the draft", async () => (await written().catch(() => "")) === "not sent yet");
  });
});

/** What the daemon knows of this browser, asked as the page asks. */
const readPush = (page: Page): Promise<string | null> =>
  page.evaluate(`(async () => {
    const key = Object.entries({ ...localStorage }).find(([name]) => /key/.test(name))?.[1];
    const answer = await fetch("/v1/push", { headers: key ? { "skein-key": key.replaceAll('"', "") } : {} });
    return answer.ok ? answer.text() : null;
  })()`);
