// Phones and tablets: everything can be reached with a thumb, and nothing makes the browser zoom.
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "../../kit/axe.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { openRepository } from "../../kit/repository.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const lines = Array.from({ length: 60 }, (_, n) => `${n + 3}\n`).join("");

const windows: readonly [what: string, window: BrowserContextOptions][] = [
  ["390 pixels", { viewport: { width: 390, height: 844 } }],
  ["768 pixels", { viewport: { width: 768, height: 1024 }, colorScheme: "dark" }],
];

/** What a thumb would miss: lower or narrower than 44 pixels. Lines of text and of code have targets of 24 at least. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("button, a[href], select, input, textarea, summary, label:has(input)")]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((one) => !one.matches(".skip, label > input, .unseen"))
    .map((one) => ({ one, box: one.getBoundingClientRect(), least: one.closest(".transcript, .changes .lines, .panel-buttons") ? 24 : 44 }))
    .filter(({ box, least }) => box.width > 0 && (box.height < least - 0.5 || box.width < 24))
    .map(({ one, box }) => Math.round(box.width) + " × " + Math.round(box.height) + ": " + one.outerHTML.slice(0, 100))`);

/** Fields into which a browser would zoom. */
const tooFine = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("textarea, select, input:not([type=checkbox], [type=radio])")]
    .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 16)
    .map((one) => getComputedStyle(one).fontSize + ": " + one.outerHTML.slice(0, 100))`);

async function expectComfort(page: Page): Promise<void> {
  expect(await tooSmall(page)).toEqual([]);
  expect(await tooFine(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await violations(page)).toEqual([]);
}

async function scene() {
  const daemon = new DaemonProcess();
  await daemon.start();
  const repository = openRepository(daemon.workspace);
  repository.git("init", "--quiet");
  repository.write(".gitignore", "home/\n.cache/\n");
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--message=first");
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "talk" });
  const turn = (text: string): Promise<unknown> =>
    daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
  await turn(`[[write: src/some/rather/long/path/to/values.ts | one\ntwo\n${lines}]] [[usage: 12000 3400 1.25]]`);
  await daemon.event(session.id, ({ type }) => type === "turn_end");
  return { daemon, session: session.id, turn };
}

describe.skipIf(!isChromiumThere())("a phone", () => {
  const open = chromiumOfFile();

  test.for(windows)("of %s reaches usage, settings, and every command without a keyboard", async ([, window]) => {
    const { daemon } = await scene();
    const { page } = await openWebPage(await open({ ...window, hasTouch: true, isMobile: true }), daemon);
    const choose = async (name: RegExp): Promise<void> => {
      await page.getByRole("button", { name: "Menu", exact: true }).tap();
      await page.getByRole("menuitem", { name }).tap();
    };
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    await page.getByRole("menuitem", { name: /^Usage/ }).waitFor();
    await expectComfort(page);
    await page.getByRole("menuitem", { name: /^Usage/ }).tap();
    await page.getByRole("heading", { name: "Tokens per day" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/usage");
    await expectComfort(page);
    if (window.viewport?.width === 390) await page.getByRole("link", { name: "All sessions" }).tap();
    await choose(/^Help and settings/);
    await page.getByRole("dialog", { name: "Help and settings" }).getByText("Notify this device").waitFor();
    await expectComfort(page);
    await page.getByRole("button", { name: "Close" }).tap();
    await choose(/^Search and commands/);
    await page.getByRole("dialog", { name: "Search and commands" }).waitFor();
    await expectComfort(page);
  });

  test.for(windows)(
    "of %s shows changes, a comment, questions and forms with targets for a thumb",
    async ([, window]) => {
      const { daemon, session, turn } = await scene();
      const context = await open({ ...window, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
      const { page } = await openWebPage(context, daemon, { path: `/s/${session}?view=changes` });
      const panel = page.getByRole("region", { name: "Changes", exact: true });
      await panel.locator(".text", { hasText: "two" }).waitFor();
      await expectComfort(page);
      // At the lower edge: the buttons below the field are on the screen, too.
      const low = panel.getByRole("button", { name: "Comment on line 40", exact: true });
      await page.evaluate(
        `document.querySelector("[aria-label='Comment on line 40']").scrollIntoView({ block: "end" })`,
      );
      await low.tap();
      const keep = await panel.getByRole("button", { name: "Keep comment" }).boundingBox();
      expect((keep?.y ?? 9999) + (keep?.height ?? 0)).toBeLessThanOrEqual(window.viewport?.height ?? 0);
      await panel.getByRole("button", { name: "Cancel" }).tap();
      await panel.getByRole("button", { name: "Comment on line 2", exact: true }).tap();
      await panel.getByRole("button", { name: "Several lines" }).tap();
      await panel.getByText("Now choose the other end").waitFor();
      await panel.getByRole("button", { name: "Comment on line 4", exact: true }).tap();
      await panel.getByText("lines 2–4").waitFor();
      await panel.getByRole("textbox").fill("Why two?");
      await expectComfort(page);
      await panel.getByRole("button", { name: "Keep comment" }).tap();
      await panel.getByRole("button", { name: "Send 1 comment…" }).tap();
      await page.getByRole("dialog", { name: "Send comments" }).waitFor();
      await expectComfort(page);
      await page.getByRole("button", { name: "Put into the prompt field" }).tap();
      const field = page.getByRole("textbox", { name: "Prompt" });
      await field.waitFor();
      await until("the comment in the prompt field", async () => (await field.inputValue()).includes("Why two?"));
      await field.fill("");
      await page.goto(new URL(`/s/${session}`, page.url()).href);
      await turn(
        `[[ask: npm run build -- ${"--with=everything ".repeat(6)}]] [[form: Order | Name* | Size = S, L | Count #]]`,
      );
      await page.getByRole("button", { name: "Allow once" }).waitFor();
      await expectComfort(page);
      // However long the question is, the prompt stays on the screen.
      await page.setViewportSize({ width: window.viewport?.width ?? 0, height: 520 });
      const box = await page.getByRole("button", { name: "Queue", exact: true }).boundingBox();
      expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThanOrEqual(520);
      await page.setViewportSize(window.viewport ?? { width: 390, height: 844 });
      await until("the buttons react", () => page.getByRole("button", { name: "Deny, and say why" }).isEnabled());
      await page.getByRole("button", { name: "Deny, and say why" }).tap();
      await expectComfort(page);
      await page.getByRole("button", { name: "Back", exact: true }).tap();
      await page.getByRole("button", { name: "Deny", exact: true }).tap();
      await page.getByRole("button", { name: "Answer", exact: true }).waitFor();
      await expectComfort(page);
    },
  );
});
