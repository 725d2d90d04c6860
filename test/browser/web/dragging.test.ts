// What is dragged in the page: prompts of the queue, and files from elsewhere. Each can be done with keys as well.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

describe.skipIf(!isChromiumThere())("dragging", () => {
  const open = chromiumOfFile();

  test("a queued prompt is dragged to another place, and the order is the daemon's", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
    const send = (text: string) => daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
    await send("[[wait-for: never]]");
    await daemon.event(session.id, ({ type }) => type === "user_prompt");
    for (const text of ["one", "two", "three"]) await send(text);
    const texts = async () => (await daemon.client.session(session.id)).state.prompt.queue.map(({ text }) => text);
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session.id}` });
    const rows = page.getByRole("region", { name: "Queue" }).getByRole("listitem");
    const row = (text: string) => rows.filter({ hasText: text });
    await row("three").dragTo(row("one"));
    await until("the order", async () => (await texts()).join() === "three,one,two");
    await until("it is shown", async () => (await rows.locator(".text").allTextContents()).join() === "three,one,two");
    await row("three").dragTo(row("two"));
    await until("the order", async () => (await texts()).join() === "one,two,three");
    expect(complaints).toEqual([]);
  });

  test("files are dropped anywhere on the page: they are attached, and the page stays", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
    const files = ["one.txt", "two.txt"].map((name) => join(daemon.workspace, name));
    for (const path of files) writeFileSync(path, "some words");
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session.id}` });
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    const input = await page.context().newCDPSession(page);
    const drag = async (type: "dragEnter" | "dragOver" | "drop", x: number, y: number): Promise<void> => {
      await input.send("Input.dispatchDragEvent", { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
    };
    // Over the list, far from the field.
    for (const type of ["dragEnter", "dragOver"] as const) await drag(type, 60, 300);
    await until("it is said", async () => {
      await drag("dragOver", 61, 300);
      return page.getByText("Drop files anywhere").isVisible();
    });
    await drag("drop", 60, 300);
    await page.getByRole("button", { name: "Remove one.txt" }).waitFor();
    await page.getByRole("button", { name: "Remove two.txt" }).waitFor();
    await page.getByText("Drop files anywhere").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(`/s/${session.id}`);
    await page.getByRole("textbox", { name: "Prompt" }).fill("look");
    await page.keyboard.press("Enter");
    const { data } = await daemon.event(session.id, ({ type }) => type === "user_prompt");
    expect(data.files).toMatchObject([{ name: "one.txt" }, { name: "two.txt" }]);
    expect(complaints).toEqual([]);
  });
});
