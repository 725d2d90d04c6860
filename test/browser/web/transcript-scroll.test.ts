// Scrolling in a transcript: it opens at its end, stays where the reader is, and follows only who is at the end.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const paragraph = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. ".repeat(4);
const steps = (name: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `[[say: ${name} ${n}. ${paragraph}]] [[read: note.txt]]`).join(" ");

/** In the page. */
const script = {
  distance: "-document.querySelector('.transcript').scrollTop",
  second: `(() => {
    const top = document.querySelector(".transcript").getBoundingClientRect().top;
    const items = [...document.querySelectorAll(".transcript .item")];
    const item = items[items.findIndex((one) => one.getBoundingClientRect().bottom > top + 1) + 1];
    return { key: item.dataset.key, top: item.getBoundingClientRect().top - top };
  })()`,
  topOf: (key: string) =>
    `document.querySelector(".transcript [data-key='${key}']").getBoundingClientRect().top -
     document.querySelector(".transcript").getBoundingClientRect().top`,
  scrollBy: (pixels: number) => `document.querySelector(".transcript").scrollBy(0, ${pixels})`,
  twoFrames: "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))",
};

/** The distance from the end. */
const distance = (page: Page): Promise<number> => page.evaluate(script.distance);

interface Place {
  readonly key: string;
  readonly top: number;
}

/** What is second on the screen, and where. The first may be a part of something that is not loaded yet. */
const onScreen = (page: Page): Promise<Place> => page.evaluate(script.second);

const topOf = (page: Page, key: string): Promise<number> => page.evaluate(script.topOf(key));

/** Within a pixel: a scroller moves by whole ones. */
async function expectAt(page: Page, { key, top }: Place): Promise<void> {
  // Between two frames nothing is measured that a person would see.
  await page.evaluate(script.twoFrames);
  expect(Math.abs((await topOf(page, key)) - top)).toBeLessThanOrEqual(1);
}

async function scrollBy(page: Page, pixels: number): Promise<void> {
  await page.evaluate(script.scrollBy(pixels));
  await page.evaluate(script.twoFrames);
}

describe.skipIf(!isChromiumThere())("scrolling", () => {
  const open = chromiumOfFile();

  test("opens at the end; nothing jumps when older turns load, when more comes, or when a call opens; the place survives a reload", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    writeFileSync(join(daemon.workspace, "note.txt"), "one\ntwo\n");
    const { session } = await daemon.client.create({
      agent: "demo",
      cwd: daemon.workspace,
      env: { PATH: "/usr/bin:/bin" },
    });
    const send = (text: string): Promise<unknown> =>
      daemon.client.send(session.id, { content: [{ type: "text", text }] });
    const ended = (turns: number): Promise<unknown> =>
      until(`turn ${turns}`, async () => (await daemon.client.session(session.id)).session.turns === turns);
    await send(`[[pace: 0ms]] ${steps("first", 130)}`);
    await ended(1);
    const gates = [1, 2, 3].map((n) => `[[wait-for: go-${n}]] ${steps(`more${n}`, 6)}`).join(" ");
    await send(`[[pace: 0ms]] ${gates}`);
    const goOn = (n: number): void => writeFileSync(join(daemon.workspace, `go-${n}`), "");

    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session.id}` });
    const transcript = page.getByRole("log", { name: "Transcript" });
    const said = (text: string): Locator => transcript.locator(".message").getByText(text);
    const isAtEnd = (): Promise<unknown> => until("the end of the transcript", async () => (await distance(page)) < 2);
    await said("first 129.").waitFor();
    await isAtEnd();
    // Only the end is in the page.
    expect(await said("first 10.").count()).toBe(0);

    // Older turns load above.
    const count = (): Promise<number> => page.locator(".transcript .item").count();
    while ((await said("first 2.").count()) === 0) {
      const items = await count();
      const before = await page.evaluate<Place>(`(${script.scrollBy(-100_000)}, ${script.second})`);
      await until("older turns", async () => (await count()) > items);
      await expectAt(page, before);
    }

    // More comes, and the reader is elsewhere.
    await scrollBy(page, 300);
    const reading = await onScreen(page);
    goOn(1);
    await page.getByRole("button", { name: /new$/ }).waitFor();
    await expectAt(page, reading);

    // Back to the end, which is followed again.
    await page.getByRole("button", { name: /new$/ }).click();
    await said("more1 5.").waitFor();
    await isAtEnd();
    goOn(2);
    await said("more2 5.").waitFor();
    await isAtEnd();

    // A little above the end is not the end.
    await scrollBy(page, -12);
    const nearEnd = await onScreen(page);
    goOn(3);
    await ended(2);
    await said("more3 5.").waitFor();
    await expectAt(page, nearEnd);

    // A call opens below its line, also at the end.
    await transcript.press("End");
    await isAtEnd();
    const call = transcript.getByRole("button", { name: /note\.txt/ }).last();
    const place = async (): Promise<number> => (await call.boundingBox())!.y;
    const before = await place();
    await call.click();
    await transcript.getByText("two").last().waitFor();
    await page.evaluate(script.twoFrames);
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
    await call.click();
    await isAtEnd();

    // The place survives a reload.
    await transcript.press("Home");
    await said("first 0.").waitFor();
    await scrollBy(page, 700);
    const left = await onScreen(page);
    await page.reload();
    await until("the same place", async () => {
      const isThere = await page.locator(`.transcript [data-key="${left.key}"]`).count();
      return isThere > 0 && Math.abs((await topOf(page, left.key)) - left.top) < 2;
    });

    // A link to an event.
    const { items: turns } = await daemon.client.outline(session.id);
    await page.goto(`${page.url()}?at=${turns.at(-1)!.seq + 1}`);
    await page.locator(".transcript .prompt.marked").waitFor();
    expect(complaints).toEqual([]);
  });
});
