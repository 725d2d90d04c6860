// Everybody can use the page: axe on each screen, a walk with the keyboard alone, small and zoomed windows, text from right to left.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "../../kit/axe.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

async function mixedDaemon(): Promise<{ daemon: DaemonProcess; asking: string }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const begin = async (name: string | undefined, text: string): Promise<string> => {
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, ...(name ? { name } : {}) });
    await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
    return session.id;
  };
  await begin("failing", "[[fail: no such model]]");
  await begin("working", "[[run: sleep 1000]]");
  await begin("watching", "[[background: never | npm run watch]]");
  await begin(undefined, "اكتب اختبارات لوحدة تسجيل الدخول [[say: تم]]");
  await begin("read me", `[[say: ${"A rather long answer. ".repeat(10)}]]`);
  const asking = await begin("asking", "[[say: I will look **first**.]] [[ask: rm -rf build]]");
  await until("its question", async () => (await daemon.client.session(asking)).session.status === "waiting");
  return { daemon, asking };
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  );

describe.skipIf(!isChromiumThere())("the page is for everybody", () => {
  const open = chromiumOfFile();

  test.each([
    ["light", 1280, 800],
    ["dark", 1280, 800],
    ["light", 390, 844],
    ["dark", 390, 844],
  ] as const)("axe finds nothing: %s, %d × %d", async (colorScheme, width, height) => {
    const { daemon, asking } = await mixedDaemon();
    const isPhone = width < 700;
    const context = await open({
      colorScheme,
      viewport: { width, height },
      hasTouch: isPhone,
      reducedMotion: "reduce",
    });
    const { page, complaints } = await openWebPage(context, daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByRole("link", { name: /asking/ }).waitFor();
    expect(await violations(page)).toEqual([]);

    await sessions.getByRole("button", { name: "Actions for asking" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog", { name: "Rename session" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");

    for (const [key, dialog] of [
      ["n", "New session"],
      ["?", "Help and settings"],
      ["Control+k", "Search and commands"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("dialog", { name: dialog }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }

    await sessions.getByRole("link", { name: /asking/ }).click();
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(`/s/${asking}`);
    expect(complaints).toEqual([]);
  });

  test("everything is reached by keys, the focus is seen and comes back, and Escape closes the right thing", async () => {
    const { daemon } = await mixedDaemon();
    const { page } = await openWebPage(await open(), daemon);
    await page.getByRole("link", { name: /asking/ }).waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip the list");
    const walked: string[] = [];
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press("Tab");
      walked.push(await focused(page));
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      expect([walked.at(-1), outline]).toEqual([walked.at(-1), "solid"]);
    }
    expect(walked).toEqual([
      "Menu",
      "Filter sessions",
      "New session",
      expect.stringMatching(/^Select /),
      expect.stringContaining("asking"),
      "Actions for asking",
      "Open it",
    ]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    expect(await focused(page)).toContain("Rename");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    expect(await focused(page)).toBe("Actions for asking");

    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.waitFor();
    // Letters are text there, not keys of the page.
    await page.keyboard.type("n?/");
    expect(await dialog.getByRole("textbox", { name: "What should be done?" }).inputValue()).toBe("n?/");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await focused(page)).toBe("Actions for asking");
    await page.keyboard.press("Control+n");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("on a phone one thing is shown at a time, Back returns, targets are large, and nothing is wider than the screen", async () => {
    const { daemon } = await mixedDaemon();
    const context = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    const { page } = await openWebPage(context, daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    const isWide = (): Promise<boolean> =>
      page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('nav, main')].some((one) => one.scrollWidth > one.clientWidth)",
      );
    expect(await page.getByRole("main").isVisible()).toBe(false);
    expect(await isWide()).toBe(false);
    for (const target of await sessions.getByRole("button").all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 44, box?.height ?? 44)).toBeGreaterThanOrEqual(44);
    }
    await sessions.getByRole("link", { name: /asking/ }).tap();
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    expect(await sessions.isVisible()).toBe(false);
    expect(await isWide()).toBe(false);
    const size = await page.evaluate("getComputedStyle(document.querySelector('main textarea')).fontSize");
    expect(Number.parseFloat(String(size))).toBeGreaterThanOrEqual(16);
    await page.getByRole("link", { name: "All sessions" }).tap();
    await sessions.getByRole("link", { name: /asking/ }).waitFor();
    await page.goForward();
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
  });
});
