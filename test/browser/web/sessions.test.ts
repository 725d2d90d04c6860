// The list of sessions in the page.
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { openWebPage } from "../../kit/web-page.ts";

describe.skipIf(!isChromiumThere())("the list of sessions", () => {
  const open = chromiumOfFile();

  test("shows every session, also one that is made while it is open, and opens it", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "first" });
    const { page, complaints } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByText("first").waitFor();
    await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "second" });
    await sessions.getByText("second").click();
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
