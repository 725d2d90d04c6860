// Phones and tablets: what Enter does goes by the pointer and not by the window, and the keyboard on the screen covers nothing.
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

describe.skipIf(!isChromiumThere())("touch", () => {
  const open = chromiumOfFile();

  test.for<[what: string, window: BrowserContextOptions, sends: string]>([
    ["a narrow window with a mouse", { viewport: { width: 390, height: 800 } }, "Enter"],
    ["a wide tablet", { viewport: { width: 1200, height: 800 }, hasTouch: true, isMobile: true }, "Control+Enter"],
  ])("in %s the prompt is sent with the key that belongs to its pointer", async ([, window, sends]) => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
    const { page } = await openWebPage(await open(window), daemon, { path: `/s/${session.id}` });
    const field = page.getByRole("textbox", { name: "Prompt" });
    await field.fill("one");
    if (sends !== "Enter") {
      await field.press("Enter");
      expect(await field.inputValue()).toBe("one\n");
    }
    await field.press(sends);
    await daemon.event(session.id, ({ type }) => type === "user_prompt");
    await until("the field is empty", async () => (await field.inputValue()) === "");
  });

  test("a keyboard that lies over the page leaves the field and the header in sight", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "talk" });
    const window = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
    const { page, complaints } = await openWebPage(await open(window), daemon, { path: `/s/${session.id}` });
    const field = page.getByRole("textbox", { name: "Prompt" });
    await field.tap();
    const become = (height: number): Promise<void> =>
      page.evaluate(`{
        Object.defineProperty(visualViewport, "height", { value: ${height}, configurable: true });
        visualViewport.dispatchEvent(new Event("resize"));
      }`);
    const bottom = async (): Promise<number> => {
      const box = (await page.getByRole("button", { name: "Send", exact: true }).boundingBox())!;
      return box.y + box.height;
    };
    expect(await bottom()).toBeGreaterThan(700);
    await become(430);
    await until("it is above the keyboard", async () => (await bottom()) <= 430);
    expect((await page.getByRole("heading", { name: "talk" }).boundingBox())!.y).toBeGreaterThanOrEqual(0);
    expect((await page.getByRole("log", { name: "Transcript" }).boundingBox())!.height).toBeGreaterThan(100);
    await become(800);
    await until("the keyboard is gone", async () => (await bottom()) > 700);
    expect(complaints).toEqual([]);
  });
});
