// A list of 10,000 sessions: only what is in sight is drawn, and everything is found and reached.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { seedSessions } from "../../../bench/kit/seed-sessions.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const SESSIONS = 10_000;

describe.skipIf(!isChromiumThere())("10,000 sessions", () => {
  const open = chromiumOfFile();

  test("only visible rows are drawn, screen readers know how many there are, and keys reach the last one", async () => {
    const daemon = new DaemonProcess();
    mkdirSync(dirname(daemon.paths.database), { recursive: true, mode: 0o700 });
    await seedSessions(daemon.paths.database, SESSIONS);
    await daemon.start();
    const { page, complaints } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    const lines = sessions.getByRole("listitem");
    await lines.first().waitFor();
    expect(Number(await lines.first().getAttribute("aria-setsize"))).toBeGreaterThan(SESSIONS);
    expect(await lines.count()).toBeLessThan(60);

    await page.keyboard.press("g");
    await sessions.locator("[data-at]:focus-within").waitFor();
    await page.keyboard.press("End");
    await until("its place", async () => {
      const focused = sessions.locator("[data-at]:focus-within");
      return (await focused.getAttribute("aria-posinset")) === (await focused.getAttribute("aria-setsize"));
    });
    expect(await lines.count()).toBeLessThan(60);

    await page.keyboard.press("/");
    await page.keyboard.type("task-9999");
    await until("the one", async () => (await sessions.getByRole("link").count()) === 1);
    await page.keyboard.press("Escape");
    await until("all of them", async () => Number(await lines.first().getAttribute("aria-setsize")) > SESSIONS);

    // What comes above moves nothing that is in sight.
    await page.evaluate("document.querySelector('.lines').scrollTop = 20000");
    const inSight = sessions.locator("[data-session]").nth(10);
    await until("rows there", async () => Number(await inSight.getAttribute("data-at")) > 100);
    const id = await inSight.getAttribute("data-session");
    const row = sessions.locator(`[data-session="${id}"]`);
    const before = await row.boundingBox();
    const at = await row.getAttribute("data-at");
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "asking" });
    await daemon.client.prompt(session.id, { content: [{ type: "text", text: "[[ask: rm -rf build]]" }] });
    await until("a line above", async () => (await row.getAttribute("data-at")) !== at);
    expect(await row.boundingBox()).toEqual(before);
    expect(complaints).toEqual([]);
  });
});
