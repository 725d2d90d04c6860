// The page for every window and every person: 320 pixels, 200 % zoom, text from right to left, without motion, with the system's own colours.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const long = "a_name_without_any_place_to_break_".repeat(12);
const arabic = "اكتب اختبارات لوحدة تسجيل الدخول";

/** Everything that could be wider than a narrow window. */
const WIDE = `| one | two | three | four | five | six |\n|-|-|-|-|-|-|\n${"| a rather long cell ".repeat(6)}|\n\n\`\`\`ts\nconst ${long} = 1;\n\`\`\`\n\n${long}\n\nhttps://example.com/${long}`;

async function sessionWith(texts: readonly string[], name?: string) {
  const daemon = new DaemonProcess();
  await daemon.start();
  writeFileSync(join(daemon.workspace, "note.txt"), "one\n");
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, ...(name ? { name } : {}) });
  for (const text of texts) await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
  return { daemon, session: session.id, path: `/s/${session.id}` };
}

/** What is wider than its window and does not scroll by itself. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`[document.documentElement, ...document.querySelectorAll("nav, main, dialog[open], [role=menu], .transcript, .composer, .questions, header")]
    .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth)
    .map((one) => one.tagName + "." + one.className + " " + one.scrollWidth + " > " + one.clientWidth)`);

/** Buttons that can't be seen whole, and are in nothing that scrolls sidewards. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("main button, main textarea, dialog[open] button, dialog[open] input, [role=menuitem]")]
    .filter((one) => one.checkVisibility() && !one.closest(".facts"))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.left < -1 || box.right > document.documentElement.clientWidth + 1)
    .map(({ one }) => one.outerHTML.slice(0, 120))`);

/** What of the composer is above or below the window, where nothing scrolls to it. */
const composerOutside = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(".composer button, .composer textarea")]
    .filter((one) => one.checkVisibility() && !one.closest(".queue, .outgoing, .attachments"))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.top < 0 || box.bottom > document.documentElement.clientHeight + 1)
    .map(({ one, box }) => Math.round(box.bottom) + ": " + one.outerHTML.slice(0, 120))`);

async function expectRoom(page: Page): Promise<void> {
  expect(await tooWide(page)).toEqual([]);
  expect(await outside(page)).toEqual([]);
  expect(await composerOutside(page)).toEqual([]);
}

const dialogs = [
  ["n", "New session"],
  ["?", "Help and settings"],
  ["Control+k", "Search and commands"],
] as const;

describe.skipIf(!isChromiumThere())("the page", () => {
  const open = chromiumOfFile();

  test.for<[what: string, window: BrowserContextOptions]>([
    ["in a window of 320 pixels", { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }],
    // What a window of 1280 × 800 shows then.
    ["at 200 % zoom", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ["at 400 % zoom", { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }],
  ])("%s nothing is wider than the window, and everything is reached", async ([, window]) => {
    const texts = [`[[pace: 0ms]] [[say: ${WIDE}]] [[run: echo ${long}]] [[read: note.txt]] [[ask: echo ${long}]]`];
    const { daemon, path, session } = await sessionWith(texts, long.slice(0, 60));
    const { page, complaints } = await openWebPage(await open(window), daemon, { path });
    const allow = page.getByRole("button", { name: "Allow once" });
    await allow.waitFor();
    await expectRoom(page);
    // The question leaves room for what is around it, and its answers are reached.
    await until("it can be pressed", () => allow.isEnabled());
    await page.getByRole("button", { name: "Allow in this directory from now on" }).click();
    await page.getByRole("button", { name: "Allow, and keep this rule" }).waitFor();
    await expectRoom(page);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await allow.click();
    await daemon.event(session, ({ type }) => type === "turn_end");
    const field = page.getByRole("textbox", { name: "Prompt" });
    await field.fill("some words");
    await expectRoom(page);
    // Half of a very small window is still the transcript's.
    const height = (await page.getByRole("log", { name: "Transcript" }).boundingBox())?.height ?? 0;
    expect(height).toBeGreaterThan((window.viewport?.height ?? 0) / 8);
    for (const call of await page.getByRole("log").locator("button.fold").all()) await call.click();
    await expectRoom(page);

    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await expectRoom(page);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.getByRole("log").focus();
    for (const [key, dialog] of dialogs) {
      await page.keyboard.press(key);
      await page.getByRole("dialog", { name: dialog }).waitFor();
      await expectRoom(page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    expect(complaints).toEqual([]);
  });

  test("text from right to left is read so wherever it stands, code and paths are not; the whole page can be mirrored", async () => {
    const code = "const سلام = 1;";
    const said = `${arabic}\n\nplain words\n\n- ${arabic}\n- words\n\n> ${arabic}\n\n\`\`\`ts\n${code}\n\`\`\``;
    const { daemon, path } = await sessionWith([`${arabic} [[pace: 0ms]] [[say: ${said}]]`]);
    const { page, complaints } = await openWebPage(await open({ viewport: { width: 1100, height: 800 } }), daemon, {
      path,
    });
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.getByText("plain words", { exact: true }).waitFor();
    const directionOf = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
    expect(await directionOf(".transcript .prompt p")).toBe("rtl");
    expect(await directionOf(".transcript .message p")).toBe("rtl");
    expect(await directionOf(".transcript .message p + p")).toBe("ltr");
    expect(await directionOf(".transcript .message li")).toBe("rtl");
    expect(await directionOf(".transcript .message blockquote")).toBe("rtl");
    expect(await directionOf(".transcript .message pre")).toBe("ltr");
    expect(await directionOf("nav .session .title")).toBe("rtl");
    expect(await directionOf("nav .session .detail")).toBe("rtl");
    const field = page.getByRole("textbox", { name: "Prompt" });
    await field.fill(arabic);
    expect(await directionOf("main textarea")).toBe("rtl");
    await field.fill("some words");
    expect(await directionOf("main textarea")).toBe("ltr");

    await page.evaluate("document.documentElement.dir = 'rtl'");
    const [list, main] = [page.getByRole("navigation", { name: "Sessions" }), page.getByRole("main")];
    expect((await list.boundingBox())!.x).toBeGreaterThan((await main.boundingBox())!.x);
    await expectRoom(page);
    expect(await directionOf(".transcript .message pre")).toBe("ltr");
    expect(complaints).toEqual([]);
  });

  test("nothing moves by itself for those who asked for that", async () => {
    const { daemon, path, session } = await sessionWith(["[[run: sleep 1000]]"]);
    const endless = (page: Page): Promise<number> =>
      page.evaluate(
        "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().iterations === Infinity).length",
      );
    const still = await openWebPage(await open({ reducedMotion: "reduce" }), daemon, { path });
    await still.page.locator(".session-header [data-icon=working]").first().waitFor();
    await until("it rests", async () => (await endless(still.page)) === 0);
    // An event that is linked is marked without a fade, and the mark goes.
    await still.page.goto(
      `${still.page.url()}?at=${(await daemon.event(session, ({ type }) => type === "user_prompt")).seq}`,
    );
    await still.page.getByRole("log").getByText("sleep 1000").first().waitFor();
    await until("no mark", async () => (await still.page.locator(".marked").count()) === 0);
    // It would be seen otherwise.
    const moving = await openWebPage(await open({ reducedMotion: "no-preference" }), daemon, { path });
    await until("it turns", async () => (await endless(moving.page)) > 0);
  });

  test("with the system's own colours everything that is told by a colour or a background is told otherwise, too", async () => {
    const { daemon, path } = await sessionWith(["[[pace: 0ms]] [[write: a.txt | one]] [[say: done]]"], "first");
    await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "second" });
    const { page, complaints } = await openWebPage(await open({ forcedColors: "active" }), daemon, { path });
    await page.getByRole("log").getByText("done").first().waitFor();
    const styleOf = (selector: string, property: string): Promise<string> =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`,
      );
    // The open session, the focus, buttons, prompts, the sides of a diff.
    expect(await styleOf(".session > a[aria-current]", "outlineStyle")).toBe("solid");
    expect(await styleOf(".session:not(:has([aria-current])) > a", "outlineStyle")).toBe("none");
    await page.getByRole("textbox", { name: "Prompt" }).fill("some words");
    expect(await styleOf(".composer button.main", "borderTopStyle")).toBe("solid");
    expect(await styleOf(".composer > form", "borderTopStyle")).toBe("solid");
    expect(await styleOf(".transcript .prompt", "borderInlineStartStyle")).toBe("solid");
    await page
      .getByRole("textbox", { name: "Filter sessions" })
      .or(page.getByRole("searchbox", { name: "Filter sessions" }))
      .focus();
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await page
      .getByRole("log")
      .getByRole("button", { name: /a\.txt/ })
      .first()
      .click();
    await page.locator(".diff .line-sign", { hasText: "+" }).first().waitFor();
    // The chosen line of what is suggested.
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    expect(await styleOf("dialog[open] [role=option][aria-selected=true]", "outlineStyle")).toBe("solid");
    await page.keyboard.press("Escape");
    // Signs are drawn in a colour of the system's, and differ in shape.
    const shapes: string[] = await page.evaluate(
      "[...document.querySelectorAll('nav .status-icon')].map((one) => one.dataset.icon)",
    );
    expect(shapes.length).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
  });
});
