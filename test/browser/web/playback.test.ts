// A session at any moment, in a real browser: played, stepped through, moved through, and left again.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page: Page, within = "html"): Promise<string[]> {
  await page.evaluate(axeSource);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify({ include: within.split(", ").map((one) => [one]) })}, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + failureSummary)))`,
  );
}

interface Played {
  readonly daemon: DaemonProcess;
  readonly session: string;
  /** The seqs of its events of one type. */
  seqs(type: string): Promise<number[]>;
  turn(text: string): Promise<void>;
}

/** A session of three turns. */
async function played(): Promise<Played> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "api" });
  const turn = async (text: string): Promise<void> => {
    const { turns } = (await daemon.client.session(session.id)).session;
    await daemon.client.prompt(session.id, { content: [{ type: "text", text: `[[pace: 0ms]] ${text}` }] });
    await until("the turn", async () => (await daemon.client.session(session.id)).session.turns > turns);
  };
  await turn("[[say: The first answer.]] [[run: printf done]]");
  await turn("[[say: The second answer.]]");
  await turn("[[say: The third answer.]]");
  const seqs = async (type: string): Promise<number[]> =>
    (await daemon.client.events(session.id, { after: 0, limit: 1000 })).events
      .filter((event) => event.type === type)
      .map(({ seq }) => seq);
  return { daemon, session: session.id, seqs, turn };
}

const parts = (page: Page) => ({
  transcript: page.getByRole("log", { name: "Transcript" }),
  slider: page.getByRole("slider", { name: "Position" }),
  button: (name: string) => page.getByRole("button", { name, exact: true }),
});

describe.skipIf(!isChromiumThere())("playback", () => {
  const open = chromiumOfFile();

  test("[M-09] shows any moment in the transcript, by keys and buttons, says that it is the past, and leads back to now", async () => {
    const { daemon, session, seqs, turn } = await played();
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const { transcript, slider, button } = parts(page);
    const shows = (text: string) => transcript.getByText(text, { exact: true });
    await shows("The third answer.").waitFor();
    const position = async (): Promise<number> => Number(await slider.inputValue());

    // Letters are text in the prompt.
    await transcript.press("p");
    await page.getByText("This is the past.").waitFor();
    expect(await page.getByRole("textbox", { name: "Prompt" }).count()).toBe(0);
    const head = Number(await slider.getAttribute("max"));
    await until("the end", async () => (await position()) === head);

    // A turn is shown with its prompt and nothing of its answer.
    const turns = await seqs("turn_start");
    await page.keyboard.press("[");
    await until("the third turn", async () => (await position()) === (turns[2] ?? 0) + 1);
    expect(await shows("The third answer.").count()).toBe(0);
    await page.keyboard.press("[");
    await until("the second turn", async () => (await position()) === (turns[1] ?? 0) + 1);
    await shows("The second answer.").waitFor({ state: "detached" });
    await shows("The first answer.").waitFor();
    await page.keyboard.press("]");
    await until("the third turn", async () => (await position()) === (turns[2] ?? 0) + 1);
    await shows("The second answer.").waitFor();

    await page.keyboard.press("ArrowLeft");
    await until("an event before", async () => (await position()) === turns[2]);
    await button("Next event").click();
    await until("an event on", async () => (await position()) === (turns[2] ?? 0) + 1);

    // The slider by its own keys.
    await slider.press("Home");
    await until("the beginning", async () => (await position()) === 1);
    await slider.press("End");
    await shows("The third answer.").waitFor();

    // From the end it plays from the beginning; the demo's pauses are skipped.
    await page.getByRole("combobox", { name: "Speed" }).selectOption("64×");
    await button("Play").click();
    await until("the first answer", async () => (await shows("The first answer.").count()) === 1);
    await until("the end", async () => (await position()) === head);
    await button("Play").waitFor();
    await button("To the beginning").click();
    await until("the beginning", async () => (await position()) === 1);

    // The address says the moment, and what happens meanwhile is counted.
    await until("the address", async () => new URL(page.url()).search === "?at=1&play");
    await turn("[[say: The fourth answer.]]");
    const added = page.getByRole("button", { name: /new events: add them/ });
    await added.waitFor();
    expect(await slider.getAttribute("max")).toBe(String(head));
    await added.click();
    await until("a longer slider", async () => Number(await slider.getAttribute("max")) > head);
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    await shows("The fourth answer.").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.goBack();
    await page.getByText("This is the past.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("where people read from right to left, the arrow keys step as the slider does", async () => {
    const { daemon, session } = await played();
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}?at=8&play` });
    const { slider } = parts(page);
    await slider.waitFor();
    await page.evaluate("document.documentElement.dir = 'rtl'");
    await until("the moment", async () => (await slider.inputValue()) === "8");
    await page.keyboard.press("ArrowLeft");
    await until("an event on", async () => (await slider.inputValue()) === "9");
    await slider.press("ArrowLeft");
    await until("another one on", async () => (await slider.inputValue()) === "10");
  });

  test("what comes meanwhile is not read by looking at the past", async () => {
    const { daemon, session, turn } = await played();
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const isUnread = async (): Promise<boolean> =>
      (await daemon.client.session(session)).session.reason.code === "finished";
    await parts(page).transcript.getByText("The third answer.", { exact: true }).waitFor();
    await until("it to be read", async () => !(await isUnread()));
    await parts(page).transcript.press("p");
    await page.getByText("This is the past.").waitFor();
    await turn("[[say: The fourth answer.]]");
    await until("something to read", isUnread);
    await page.getByRole("button", { name: /new events: add them/ }).click();
    await parts(page).slider.press("End");
    await parts(page).transcript.getByText("The fourth answer.", { exact: true }).waitFor();
    expect(await isUnread()).toBe(true);
    await page.keyboard.press("Escape");
    await until("it to be read", async () => !(await isUnread()));
  });

  test("the outline and finding lead to what is still to come: the moment moves there", async () => {
    const { daemon, session, seqs } = await played();
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session}?at=1&play` });
    const { transcript, slider } = parts(page);
    await slider.waitFor();
    const turns = await seqs("turn_start");
    await page.getByRole("button", { name: "Outline" }).click();
    await page.locator(".outline button").nth(1).click();
    await until("the second turn", async () => (await slider.inputValue()) === String((turns[1] ?? 0) + 1));
    await transcript.locator(".prompt", { hasText: "The second answer." }).waitFor();
    expect(await transcript.locator(".message", { hasText: "The second answer." }).count()).toBe(0);
    await page.keyboard.press("Control+f");
    await page.getByRole("searchbox", { name: "Words to find in this session" }).fill("third answer");
    await page.getByText("2 found, newest first").waitFor();
    // Keys of the field are the field's own.
    await page.keyboard.press("Enter");
    await transcript.locator(".message", { hasText: "The third answer." }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("This is the past.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("in the past nothing can be answered; an agent's question of now is announced", async () => {
    const { daemon, session, seqs } = await played();
    await daemon.client.prompt(session, { content: [{ type: "text", text: "[[ask: rm -f *.tmp]]" }] });
    await until("the question", async () => (await seqs("permission")).length > 0);
    const { page } = await openWebPage(await open(), daemon, {
      path: `/s/${session}?at=${await seqs("permission")}&play`,
    });
    await page.getByText("The session needs you now.").waitFor();
    await parts(page).transcript.getByText("asked").waitFor();
    expect(await page.getByRole("button", { name: /Allow|Deny/ }).count()).toBe(0);
    // Keys that answer do nothing.
    for (const key of ["1", "y", "Enter", "q", "i"]) await page.keyboard.press(key);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Allow once" }).waitFor();
    expect((await seqs("permission")).length).toBe(1);
  });

  test("a session in which nothing was asked, and one in the trash", async () => {
    const { daemon, session } = await played();
    const { session: empty } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "empty" });
    await daemon.client.trash(session);
    const context = await open();
    const quiet = parts((await openWebPage(context, daemon, { path: `/s/${empty.id}?play` })).page);
    await quiet.slider.waitFor();
    for (const name of ["To the beginning", "Next turn", "Previous turn", "Play", "Next event"])
      await quiet.button(name).click();
    await until("the end", async () => (await quiet.slider.inputValue()) === (await quiet.slider.getAttribute("max")));
    const { page } = await openWebPage(context, daemon, { path: `/s/${session}?at=999999&play` });
    await parts(page).transcript.getByText("The third answer.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Restore" }).waitFor();
    expect(await page.getByRole("button", { name: "Back to now" }).count()).toBe(1);
  });

  test("an address leads to a moment, of archived sessions and of forks, too", async () => {
    const { daemon, session, seqs } = await played();
    const [, second] = await seqs("turn_end");
    const { session: fork } = await daemon.client.fork(session);
    await daemon.client.archive(session, true);
    const context = await open();
    for (const id of [session, fork.id]) {
      const { page } = await openWebPage(context, daemon, { path: `/s/${id}?at=${second}&play` });
      const { transcript, slider } = parts(page);
      await transcript.getByText("The second answer.", { exact: true }).waitFor();
      expect(await transcript.getByText("The third answer.", { exact: true }).count()).toBe(0);
      expect(await slider.inputValue()).toBe(String(second));
    }
  });

  test.each([
    ["light", 1280, 800],
    ["dark", 390, 844],
    ["light", 768, 1024],
    ["light", 844, 390],
  ] as const)("axe finds nothing, and a finger has room: %s, %d × %d", async (colorScheme, width, height) => {
    const { daemon, session, seqs } = await played();
    const hasTouch = width < 1000;
    const context = await open({ colorScheme, viewport: { width, height }, hasTouch, isMobile: hasTouch });
    const { page, complaints } = await openWebPage(context, daemon, { path: `/s/${session}?at=8&play` });
    const { slider, button, transcript } = parts(page);
    await slider.waitFor();
    await page.getByText("This is the past.").waitFor();
    // In a short window Find and Outline lie on the transcript, as they do on one that goes on.
    expect(await violations(page, height < 421 ? ".past-note, .player" : "html")).toEqual([]);
    const isWide =
      "[document.documentElement, ...document.querySelectorAll('main, .player')].some((one) => one.scrollWidth > one.clientWidth)";
    expect(await page.evaluate(isWide)).toBe(false);
    if (hasTouch) {
      for (const target of await page
        .locator(".player :is(button, select, input[type=range]), .past-note button")
        .all()) {
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 44, box?.height ?? 44)).toBeGreaterThanOrEqual(44);
      }
      const box = await slider.boundingBox();
      if (!box) throw new Error("The slider is not drawn.");
      // A finger at the end of the track.
      await page.touchscreen.tap(box.x + box.width - 12, box.y + box.height / 2);
      await transcript.getByText("The third answer.", { exact: true }).waitFor();
      await button("Previous turn").tap();
      const turns = await seqs("turn_start");
      await until("the third turn", async () => Number(await slider.inputValue()) === (turns[2] ?? 0) + 1);
      await button("Back to now").tap();
      await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    } else {
      const box = await slider.boundingBox();
      if (!box) throw new Error("The slider is not drawn.");
      await page.mouse.move(box.x + box.width - 14, box.y + box.height / 2);
      await page.locator(".pointed", { hasText: "The third answer" }).waitFor();
    }
    expect(complaints).toEqual([]);
  });
});
