// An exported session: one file that plays in a real browser, from the disk, without any request.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { hostileFile, openAll, suspicious } from "../../kit/hostile-session.ts";
import { hostileTexts } from "../../kit/hostile-texts.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const token = "ghp_aB3dE5gH7jK9mN2pQ4rS6tU8vW0xYzZyXwVu";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

interface OpenFile {
  readonly page: Page;
  /** What it asked for besides itself, errors that nobody caught, and breaches of its policy. */
  readonly complaints: readonly string[];
}

async function openFile(context: BrowserContext, file: string, hash = ""): Promise<OpenFile> {
  const complaints: string[] = [];
  const address = pathToFileURL(file).href;
  context.on("request", (request) => {
    if (request.url() !== `${address}${hash}` && !request.url().startsWith("blob:")) complaints.push(request.url());
  });
  const page = await context.newPage();
  context.on("page", (other) => void complaints.push(`a new page: ${other.url()}`));
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${address}${hash}`);
  return { page, complaints };
}

async function exported(daemon: DaemonProcess, session: string, ...words: string[]): Promise<string> {
  const file = join(daemon.workspace, "exported.html");
  const around = { home: daemon.paths.home, cwd: daemon.workspace };
  const { code, err } = await runCli(["export", session, "--html", "-y", "-o", file, ...words], around);
  expect([code, err]).toEqual([0, ""]);
  return file;
}

/** A session of three turns: with a picture, code, a call with a long output, and a secret. */
async function played(): Promise<{ daemon: DaemonProcess; session: string }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "api" });
  const { hash } = await daemon.client.upload(png);
  const file = { type: "file" as const, name: "dot.png", mediaType: "image/png", hash };
  const turn = async (text: string, files: (typeof file)[] = []): Promise<void> => {
    const { turns } = (await daemon.client.session(session.id)).session;
    const content = [{ type: "text" as const, text: `[[pace: 0ms]] ${text}` }, ...files];
    await daemon.client.prompt(session.id, { content });
    await until("the turn", async () => (await daemon.client.session(session.id)).session.turns > turns);
  };
  await turn("[[say: The first answer.]]", [file]);
  await turn(
    `[[say: The second answer.\n\n\`\`\`ts\nconst answer = 42;\n\`\`\`]] ${"word ".repeat(9000)}the last word`,
  );
  await turn(`[[say: The third answer uses ${token}.]]`);
  return { daemon, session: session.id };
}

const parts = (page: Page) => ({
  transcript: page.getByRole("log", { name: "Transcript" }),
  slider: page.getByRole("slider", { name: "Position" }),
  button: (name: string) => page.getByRole("button", { name, exact: true }),
});

describe.skipIf(!isChromiumThere())("an exported session", () => {
  const open = chromiumOfFile();

  test("plays from the disk: every moment, by keys and buttons, with code in colours, long texts, pictures, finding and the outline", async () => {
    const { daemon, session } = await played();
    const { page, complaints } = await openFile(await open(), await exported(daemon, session));
    const { transcript, slider, button } = parts(page);
    const shows = (text: string) => transcript.getByText(text, { exact: true });
    const position = async (): Promise<number> => Number(await slider.inputValue());
    const head = (await daemon.client.session(session)).state.head;

    // It begins to be read at its beginning, and has all of the session.
    expect(await page.title()).toBe("api");
    await page.getByRole("heading", { name: "api" }).waitFor();
    await page.getByText(/^Secrets are masked in \d+ places\.$/).click();
    await page.getByText(/^GitHub token \(\d+\)/).waitFor();
    await shows("The first answer.").waitFor();
    await transcript.getByRole("img", { name: "dot.png" }).waitFor();
    expect(
      await transcript
        .getByRole("img")
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBe(1);
    await transcript.locator(".code .code-keyword", { hasText: "const" }).waitFor();
    await shows("The third answer uses [masked GitHub token].").waitFor();
    expect(await position()).toBe(head);
    expect(await page.content()).not.toContain(token);

    // The whole of a long text is in the file.
    await transcript.getByRole("button", { name: /^Show all \(45 KB\)/ }).click();
    await transcript.getByText(/the last word$/).waitFor();

    await page.keyboard.press("[");
    await until("the third turn", async () => (await position()) < head);
    expect(await shows("The third answer uses [masked GitHub token].").count()).toBe(0);
    await slider.press("Home");
    await until("the beginning", async () => (await position()) === 1);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("64×");
    await transcript.press(" ");
    await until("the end", async () => (await position()) === head);
    await button("Play").waitFor();

    // Words of the whole session, and its turns.
    await page.keyboard.press("Control+f");
    await page.getByRole("searchbox").fill("second answer");
    await page.getByRole("button", { name: /The second answer.*message/ }).click();
    await until("marked words", () => page.evaluate<boolean>("(CSS.highlights.get('found')?.size ?? 0) > 0"));
    await page.keyboard.press("Escape");
    await button("Outline").click();
    await page
      .getByRole("complementary", { name: "Outline" })
      .getByRole("button", { name: /third answer/ })
      .click();
    await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
    expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
    expect(complaints).toEqual([]);
  });

  test("an address leads to an event, and a turn can be a file by itself", async () => {
    const { daemon, session } = await played();
    const { events } = await daemon.client.events(session, { after: 0, limit: 1000 });
    const [, second] = events.filter(({ type }) => type === "turn_end");
    const file = await exported(daemon, session);
    const context = await open({ viewport: { width: 600, height: 300 } });
    const { page } = await openFile(context, file, `#${second?.seq}`);
    await page.locator(`.transcript .marked`).waitFor();
    await exported(daemon, session, "--turn", "2");
    const other = await openFile(await open(), file);
    await other.page.getByRole("heading", { name: "api, turn 2" }).waitFor();
    const { transcript, slider, button } = parts(other.page);
    await transcript.getByText("The second answer.", { exact: true }).waitFor();
    expect(await transcript.getByText(/The (?:first|third) answer/).count()).toBe(0);
    await button("To the beginning").click();
    const first = await slider.getAttribute("min");
    await until("the beginning", async () => (await slider.inputValue()) === first);
    await button("Play").click();
    await until("the end", async () => (await slider.inputValue()) === (await slider.getAttribute("max")));
    expect(other.complaints).toEqual([]);
  });

  test.each([
    ["light", 1280, 800],
    ["dark", 390, 844],
  ] as const)(
    "axe finds nothing, and nothing is wider than the screen: %s, %d × %d",
    async (colorScheme, width, height) => {
      const { daemon, session } = await played();
      const isPhone = width < 1000;
      const context = await open({ colorScheme, viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone });
      const { page, complaints } = await openFile(context, await exported(daemon, session));
      await parts(page).transcript.getByText("The first answer.", { exact: true }).waitFor();
      await page.evaluate(axeSource);
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
      const violations = await page.evaluate<string[]>(
        `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + failureSummary)))`,
      );
      expect(violations).toEqual([]);
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
      for (const box of await page.getByRole("button").all()) {
        const { height: tall = 0 } = (await box.boundingBox()) ?? {};
        if (
          isPhone &&
          (await box.evaluate((element) => (element as unknown as { className: string }).className)).includes("control")
        )
          expect(tall).toBeGreaterThanOrEqual(44);
      }
      expect(complaints).toEqual([]);
    },
  );

  test("without JavaScript it says what it is", async () => {
    const { daemon, session } = await played();
    const { page } = await openFile(await open({ javaScriptEnabled: false }), await exported(daemon, session));
    expect(await page.getByText("This file is not complete.").isVisible()).toBe(false);
    const sentence = page.locator("noscript");
    expect(await sentence.textContent()).toContain("which needs JavaScript");
    expect((await sentence.boundingBox())?.y).toBeLessThan(100);
  });

  test("a damaged file says so", async () => {
    const { daemon, session } = await played();
    const file = await exported(daemon, session);
    const html = readFileSync(file, "utf8");
    writeFileSync(file, html.replace(/(id="session">[A-Za-z0-9+/]{400})[A-Za-z0-9+/=]+/, "$1"));
    const { page } = await openFile(await open(), file);
    await page
      .getByRole("alert")
      .getByText(/^This file can't be shown: /)
      .waitFor();
  });

  test("a file that was cut, wherever, says so", async () => {
    const { daemon, session } = await played();
    const file = await exported(daemon, session);
    const html = readFileSync(file, "utf8");
    const within = html.indexOf('id="session">') + 500;
    for (const length of [within, html.length - 20_000]) {
      writeFileSync(file, html.slice(0, length));
      const { page } = await openFile(await open(), file);
      await page.getByText("This file is not complete.").waitFor();
    }
  });

  test("what is damaged is called so, and a file of a later version is not shown as one of this", async () => {
    const { daemon, session } = await played();
    const file = await exported(daemon, session);
    const html = readFileSync(file, "utf8");
    const packed = /id="session">([A-Za-z0-9+/=]+)/.exec(html)?.[1] ?? "";
    const text = gunzipSync(Buffer.from(packed, "base64")).toString();
    const shown = async (contents: string): Promise<Page> => {
      writeFileSync(
        file,
        html.replace(packed, () => contents),
      );
      return (await openFile(await open(), file)).page;
    };
    const alert = async (contents: string) => (await (await shown(contents)).getByRole("alert").textContent()) ?? "";
    const damaged = `${packed.slice(0, 400)}AAAAAAAA${packed.slice(408)}`;
    expect(await alert(damaged)).toBe("This file can't be shown: it is damaged.");
    expect(await alert(`${packed.slice(0, 400)}********${packed.slice(408)}`)).toBe(
      "This file can't be shown: it is damaged.",
    );
    const again = (from: RegExp, to: string) => gzipSync(text.replace(from, to)).toString("base64");
    expect(await alert(again(/"v":1/, '"v":2'))).toBe("This file can't be shown: it is of a later version of Skein.");
    const odd = await shown(again(/"exportedAt":"[^"]*"/, '"exportedAt":"yesterday"'));
    await parts(odd).transcript.getByText("The first answer.", { exact: true }).waitFor();
  });

  test(`none of ${hostileTexts.length} texts runs or asks for anything`, async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const id = "aaaaaaaa-0000-4000-8000-000000000001";
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for (const line of hostileFile(id)) yield Buffer.from(line);
    }
    await daemon.client.importSession(bytes());
    await daemon.client.rename(id, `</title><script>globalThis.hasRun=1</script>`);
    // Nothing is masked: each is there as it is.
    const file = await exported(daemon, id, "--no-mask");
    const { page, complaints } = await openFile(await open(), file);
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.locator(".item").first().waitFor();
    await transcript.press("Home");
    const seen = new Set<string>();
    await until(
      "the end of the session",
      async () => {
        await page.evaluate(openAll);
        expect(await page.evaluate(suspicious)).toEqual([]);
        for (const key of await page.evaluate<string[]>(
          "[...document.querySelectorAll('.transcript .item.message')].map(({ dataset }) => dataset.seq)",
        ))
          seen.add(key);
        await page.evaluate("document.querySelector('.transcript').scrollBy(0, 1e6)");
        return seen.size >= hostileTexts.length;
      },
      240_000,
    );
    expect(await page.evaluate("globalThis.hasRun")).toBeUndefined();
    expect(complaints).toEqual([]);
    expect(page.url()).toBe(pathToFileURL(file).href);
  });
});
