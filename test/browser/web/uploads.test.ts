// Large files over a slow line: how far they are is shown, they can be called off, and they survive a cut.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import type { PageServer } from "../../kit/page-server.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const BYTES = 16 * 1024 * 1024;
const content = Buffer.alloc(BYTES, "some bytes ");

async function openSession(context: Parameters<typeof openWebPage>[0]) {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  const web = await openWebPage(context, daemon, { path: `/s/${session.id}` });
  await web.page.getByRole("textbox", { name: "Prompt" }).waitFor();
  return { daemon, session: session.id, ...web };
}

/** Uploads begin, and nothing takes them from the line. */
function holdUploads(server: PageServer): () => void {
  const { forward } = server;
  server.forward = (request, response) => {
    if (request.url !== "/v1/blobs") forward(request, response);
  };
  return () => {
    server.forward = forward;
  };
}

async function send({ page, daemon }: { page: Page; daemon: DaemonProcess }, text: string): Promise<void> {
  const path = join(daemon.workspace, "big.bin");
  writeFileSync(path, content);
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByRole("button", { name: "Remove big.bin" }).waitFor();
  await page.getByRole("textbox", { name: "Prompt" }).fill(text);
  await page.keyboard.press("Enter");
}

describe.skipIf(!isChromiumThere())("a large file", () => {
  const open = chromiumOfFile();

  test("shows how far it is, survives a cut and a reload, and arrives once with its prompt", async () => {
    const { daemon, session, page, server, complaints } = await openSession(await open());
    const release = holdUploads(server);
    await send({ page, daemon }, "what is in it?");
    const bar = page.getByRole("progressbar", { name: "Upload of 1 file" });
    const sent = async (): Promise<number> => Number(await bar.getAttribute("value"));
    await until("it moves", async () => (await sent()) > 0);
    expect(await sent()).toBeLessThan(BYTES);
    expect(Number(await bar.getAttribute("max"))).toBe(BYTES);
    await page.getByText(/ of 17 MB$/).waitFor();
    server.cutAll();
    // By itself it begins anew.
    const uploads = (): number => server.requests.filter((request) => request === "POST /v1/blobs").length;
    await until("another attempt", () => uploads() === 2);
    await page.reload();
    await until("the next one", () => uploads() === 3);
    release();
    server.cutAll();
    const prompt = await daemon.event(session, ({ type }) => type === "user_prompt");
    expect(prompt.data).toMatchObject({ text: "what is in it?", files: [{ name: "big.bin", bytes: BYTES }] });
    const [{ hash }] = prompt.data.files as [{ hash: string }];
    expect((await buffer(daemon.client.blob(hash))).equals(content)).toBe(true);
    await until("nothing is on its way", async () => (await bar.count()) === 0);
    const prompts = (await daemon.events(session)).filter(({ type }) => type === "prompt_queued");
    expect(prompts).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test("is called off: its prompt and the file are in the field again, and nothing was sent", async () => {
    const { daemon, session, page, server } = await openSession(await open());
    const release = holdUploads(server);
    await send({ page, daemon }, "not this one");
    await page.getByRole("progressbar").waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    const field = page.getByRole("textbox", { name: "Prompt" });
    await until("its text", async () => (await field.inputValue()) === "not this one");
    await page.getByRole("button", { name: "Remove big.bin" }).waitFor();
    expect(await page.getByRole("progressbar").count()).toBe(0);
    release();
    await page.getByRole("button", { name: "Remove big.bin" }).click();
    await field.fill("something else");
    await page.keyboard.press("Enter");
    await daemon.event(session, ({ type }) => type === "user_prompt");
    const texts = (await daemon.events(session)).flatMap(({ type, data }) =>
      type === "user_prompt" ? [data.text] : [],
    );
    expect(texts).toEqual(["something else"]);
  });
});
