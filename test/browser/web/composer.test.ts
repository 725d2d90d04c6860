// The composer in the page: sending, queueing, steering and stopping, keys, files, drafts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

async function daemonWithSession(): Promise<{ daemon: DaemonProcess; session: string }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  return { daemon, session: session.id };
}

const prompt = (page: Page) => page.getByRole("textbox", { name: "Prompt" });

async function ready(page: Page): Promise<void> {
  await page.getByRole("log", { name: "Transcript" }).waitFor();
  await prompt(page).focus();
}

const sentTexts = async (daemon: DaemonProcess, session: string): Promise<string[]> =>
  (await daemon.events(session)).flatMap(({ type, data }) => (type === "user_prompt" ? [String(data.text)] : []));

/** A huge picture is pasted; a file, and an image that no browser can draw, are dropped. */
const PASTE_AND_DROP = `(async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 1000 });
  canvas.getContext("2d").fillRect(0, 0, 4000, 900);
  const image = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const pasted = new DataTransfer();
  pasted.items.add(new File([image], "shot.png", { type: "image/png" }));
  const paste = new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true });
  document.querySelector("textarea").dispatchEvent(paste);
  const dropped = new DataTransfer();
  dropped.items.add(new File(["some words"], "notes.txt", { type: "text/plain" }));
  dropped.items.add(new File(["no image"], "broken.png", { type: "image/png" }));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
})()`;

const PASTE_MUCH = `(() => {
  const pasted = new DataTransfer();
  pasted.setData("text/plain", "x".repeat(1000000));
  const paste = new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true });
  document.querySelector("textarea").dispatchEvent(paste);
})()`;

describe.skipIf(!isChromiumThere())("the composer", () => {
  const open = chromiumOfFile();

  test("sends with Enter; while a turn runs it queues, steers, and stops and sends; text that is being composed is never sent", async () => {
    const { daemon, session } = await daemonWithSession();
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    await ready(page);
    const input = await page.context().newCDPSession(page);
    await input.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
    await prompt(page).dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
    expect(await prompt(page).inputValue()).toBe("にほん");
    await input.send("Input.insertText", { text: "日本" });
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("[[listen]] [[wait-for: never]]");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop and send" }).waitFor();
    expect(await prompt(page).inputValue()).toBe("");
    await page.keyboard.type("[[say: added]]");
    await page.keyboard.press("Alt+Enter");
    await page.getByRole("log").getByText("heard: [[say: added]]").waitFor();
    await page.keyboard.type("after it");
    await page.keyboard.press("Enter");
    await until("it waits", async () => (await daemon.client.queue(session)).items.length === 1);
    await page.keyboard.type("at once");
    await page.getByRole("button", { name: "Stop and send" }).click();
    await until("both were taken", async () => (await sentTexts(daemon, session)).length >= 3);
    expect((await sentTexts(daemon, session)).slice(0, 3)).toEqual([
      "日本\n[[listen]] [[wait-for: never]]",
      "[[say: added]]",
      "at once",
    ]);
    expect(complaints).toEqual([]);
  });

  test("a draft and its files survive a reload, and the files go with the prompt; a huge image is made smaller, one that can't be drawn is left out with a word, a long text becomes a file", async () => {
    const { daemon, session } = await daemonWithSession();
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    await ready(page);
    await page.keyboard.type("what is this?");
    await page.evaluate(PASTE_AND_DROP);
    const files = page.getByRole("list", { name: "Files of the prompt" }).getByRole("listitem");
    await until("two files", async () => (await files.filter({ has: page.getByRole("button") }).count()) === 2);
    await page.getByText("“broken.png” can't be read as an image").waitFor();
    await page.reload();
    await until("the files", async () => (await files.count()) === 2);
    expect(await prompt(page).inputValue()).toBe("what is this?");
    await prompt(page).press("Enter");
    await until("it was taken", async () => (await sentTexts(daemon, session)).length === 1);
    expect(await files.count()).toBe(0);

    await page.evaluate(PASTE_MUCH);
    await files.getByText("pasted text.txt").waitFor();
    // The words beside a long button stay words.
    const words = await page.getByText("The long text was attached as a file.").boundingBox();
    expect(words?.width ?? 0).toBeGreaterThan(120);
    await page.getByRole("button", { name: "Put it into the prompt" }).click();
    await until("the text", async () => (await prompt(page).inputValue()).length === 1_000_000);
    expect(await files.count()).toBe(0);
    const queued = await daemon.event(session, ({ type }) => type === "prompt_queued");
    expect(queued.data.files).toMatchObject([
      { name: "shot.png", mediaType: "image/png" },
      { name: "notes.txt", mediaType: "text/plain", bytes: "some words".length },
    ]);
    const [{ hash }] = queued.data.files as [{ hash: string }];
    const image = await buffer(daemon.client.blob(hash));
    // A PNG says its width in the 17th to the 20th byte.
    expect(image.readUInt32BE(16)).toBe(2000);
  });

  test("the queue is ordered, held, edited without overwriting others, and what was removed comes back", async () => {
    const { daemon, session } = await daemonWithSession();
    const send = (text: string) => daemon.client.prompt(session, { content: [{ type: "text", text }] });
    await send("[[wait-for: never]]");
    await daemon.event(session, ({ type }) => type === "user_prompt");
    for (const text of ["one", "two", "three"]) await send(text);
    const texts = async () => (await daemon.client.session(session)).state.prompt.queue.map(({ text }) => text);
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const rows = page.getByRole("region", { name: "Queue" }).getByRole("listitem");
    await rows.filter({ hasText: "three" }).press("Alt+ArrowUp");
    await until("the order", async () => (await texts()).join() === "one,three,two");
    await rows.filter({ hasText: "one" }).press("Delete");
    await until("it is gone", async () => (await texts()).join() === "three,two");
    await page.getByRole("button", { name: "Undo" }).click();
    await until("it is back", async () => (await texts()).join() === "one,three,two");
    await rows.filter({ hasText: "one" }).getByRole("button").click();
    await page.getByRole("menuitem", { name: "Hold" }).click();
    await rows
      .filter({ hasText: "one" })
      .getByText(/ held$/)
      .waitFor();

    await rows.filter({ hasText: "two" }).press("Enter");
    const field = page.getByRole("textbox", { name: "Queued text" });
    await field.fill("two, mine");
    const [two] = (await daemon.client.session(session)).state.prompt.queue.slice(-1);
    await daemon.client.editPrompt(session, two?.promptId ?? "", { content: [{ type: "text", text: "two, theirs" }] });
    await page.getByRole("alert").getByText("two, theirs").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await until("the edit", async () => (await texts()).join() === "one,three,two, mine");

    await rows.filter({ hasText: "two, mine" }).press("Enter");
    await field.fill("words of mine");
    await daemon.client.withdrawPrompt(session, two?.promptId ?? "");
    await until("they are kept", async () => (await prompt(page).inputValue()) === "words of mine");
    expect(complaints).toEqual([]);
  });

  test("files of the workspace are suggested after an @, and earlier prompts come back with the arrow keys", async () => {
    const { daemon, session } = await daemonWithSession();
    writeFileSync(join(daemon.workspace, "readme of it.md"), "");
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    await ready(page);
    await page.keyboard.type("look at @readme");
    await page.getByRole("option", { name: "readme of it.md" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("option").count()).toBe(0);
    await page.keyboard.type(" @read");
    await page.getByRole("option", { name: "readme of it.md" }).waitFor();
    await page.keyboard.press("Enter");
    expect(await prompt(page).inputValue()).toBe("look at @readme @readme of it.md ");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("look at @readme").first().waitFor();
    await page.keyboard.press("ArrowUp");
    expect(await prompt(page).inputValue()).toBe("look at @readme @readme of it.md");
    await page.keyboard.press("ArrowDown");
    expect(await prompt(page).inputValue()).toBe("");

    await page.keyboard.type("for another day");
    await page.keyboard.press("Control+s");
    expect(await prompt(page).inputValue()).toBe("");
    await page.keyboard.type("held");
    const more = page.getByRole("button", { name: "More for the prompt" });
    await more.click();
    await page.getByRole("menuitem", { name: "Queue, and hold" }).click();
    await page
      .getByRole("region", { name: "Queue" })
      .getByText(/ held$/)
      .waitFor();
    await prompt(page).press("Control+s");
    expect(await prompt(page).inputValue()).toBe("for another day");
    await more.click();
    await page.getByRole("menuitem", { name: "Send later…" }).click();
    const later = page.getByRole("dialog", { name: "Send later" });
    await later.getByLabel("Not before").fill("2099-01-01T10:00");
    await later.getByRole("button", { name: "Schedule" }).click();
    await page
      .getByRole("region", { name: "Queue" })
      .getByText(/not before .*2099/)
      .waitFor();
  });

  test("a prompt that waits can be taken back, and one that is refused says why and is sent again", async () => {
    const { daemon, session } = await daemonWithSession();
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    await ready(page);
    const onTheirWay = page.getByRole("list", { name: "Prompts on their way" });
    await page.route("**/prompts", (route) => route.abort());
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await onTheirWay.getByText("waiting to be sent").waitFor();
    await onTheirWay.getByRole("button", { name: "Edit" }).click();
    await until("its text is back", async () => (await prompt(page).inputValue()) === "hello");
    await until("it waits no longer", async () => (await onTheirWay.count()) === 0);
    await page.unroute("**/prompts");
    const problem = {
      type: "about:blank",
      title: "full",
      code: "queue_full",
      detail: "Too many wait.",
      retryable: false,
    };
    await page.route("**/prompts", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        body: JSON.stringify({ ...problem, status: 409 }),
      }),
    );
    await prompt(page).press("Enter");
    await onTheirWay.getByText("refused: Too many wait.").waitFor();
    await page.unroute("**/prompts");
    await onTheirWay.getByRole("button", { name: "Send again" }).click();
    await until("it was taken", async () => (await sentTexts(daemon, session)).join() === "hello");
    expect(await prompt(page).inputValue()).toBe("");
  });
});
