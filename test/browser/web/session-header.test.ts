// The header of an open session, and what is shown instead of one that is not there.
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

describe.skipIf(!isChromiumThere())("the header of a session", () => {
  const open = chromiumOfFile();

  test("says what it does, is renamed in its place, shows its modes, and links forks and their base", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "base" });
    const text = "[[say: done]]";
    await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
    await until("the first turn", async () => (await daemon.client.session(session.id)).session.turns === 1);
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session.id}` });
    const main = page.getByRole("main");
    await main.locator(".session-header .state", { hasText: "idle" }).waitFor();
    await until("it is read", async () => (await daemon.client.session(session.id)).session.reason.code === "idle");

    await main.getByRole("button", { name: "base" }).click();
    await main.getByRole("textbox", { name: "Name of the session" }).fill("renamed");
    await page.keyboard.press("Enter");
    await main.getByRole("heading", { name: "renamed" }).waitFor();

    const mode = main.getByRole("button", { name: "mode: default" });
    await mode.press("Enter");
    await page.getByRole("menuitemradio", { name: "The agent's own", checked: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    expect(await mode.evaluate((button) => button.matches(":focus"))).toBe(true);

    await main.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Fork" }).click();
    await main.getByRole("link", { name: "Fork of renamed" }).click();
    await main.getByRole("heading", { name: "renamed" }).waitFor();
    await main.getByRole("button", { name: "1 fork" }).waitFor();

    await daemon.client.prompt(session.id, { content: [{ type: "text", text: "[[run: sleep 1000]]" }] });
    await main.getByText(/^working \d+ s: .*sleep 1000/).waitFor();
    await page.goto(new URL("/s/00000000-0000-4000-8000-000000000000", page.url()).href);
    await page.getByRole("heading", { name: "This session does not exist" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
