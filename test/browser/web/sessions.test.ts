// The list of sessions in the page, and what is done to sessions there.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

async function daemonWith(sessions: Readonly<Record<string, string | null>>): Promise<DaemonProcess> {
  const daemon = new DaemonProcess();
  await daemon.start();
  for (const [name, text] of Object.entries(sessions)) await begin(daemon, name, text);
  return daemon;
}

async function begin({ client, workspace }: DaemonProcess, name: string, text: string | null): Promise<string> {
  const { session } = await client.create({ agent: "demo", cwd: workspace, name });
  if (text !== null) await client.prompt(session.id, { content: [{ type: "text", text }] });
  return session.id;
}

const nameOf = async ({ client }: DaemonProcess, name: string) =>
  (await client.sessions({ shelf: "all" })).find((one) => one.name === name);

describe.skipIf(!isChromiumThere())("the list of sessions", () => {
  const open = chromiumOfFile();

  test("shows those that need somebody first with the reason, follows what happens, and filters", async () => {
    const daemon = await daemonWith({ quiet: null, asking: "[[ask: rm -rf build]]" });
    const { page, complaints } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByText("asks: Run rm -rf build").waitFor();
    expect(await sessions.getByRole("heading").allTextContents()).toEqual([
      "Needs you 1",
      expect.stringMatching(/ 1$/),
      "Trash ",
    ]);
    await begin(daemon, "later", "[[say: It works.]] [[wait-for: never]]");
    await sessions.getByRole("link", { name: /^working\s*later/ }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("is:needs");
    await until("the filter", async () => (await sessions.getByRole("link").count()) === 1);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    await page.getByRole("searchbox").press("Escape");
    await until("all sessions", async () => (await sessions.getByRole("link").count()) === 3);
    expect(await sessions.locator("[aria-current=page]").textContent()).toContain("asking");
    expect(complaints).toEqual([]);
  });

  test("arrow keys walk through it without opening, Space selects, and several are archived together and come back", async () => {
    const daemon = await daemonWith({ one: null, two: null, three: null });
    const { page } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByRole("link", { name: "one" }).waitFor();
    await page.keyboard.press("g");
    await until("the list has the focus", () => page.evaluate("document.activeElement.closest('.lines') !== null"));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    await page.keyboard.press("Shift+ArrowDown");
    expect(new URL(page.url()).pathname).toBe("/");
    const bar = page.getByRole("toolbar", { name: "Selected sessions" });
    expect(await bar.textContent()).toContain("2 selected");
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
    await page.keyboard.press("Shift+ArrowUp");
    expect(await bar.textContent()).toContain("2 selected");
    await bar.getByRole("button", { name: "Archive" }).click();
    await page.getByText("Archived 2 sessions.").waitFor();
    await until("one left", async () => (await sessions.locator(".session").count()) === 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await until("all back", async () => (await sessions.locator(".session").count()) === 3);
  });

  test("Shift and arrows select over headings, and take back what is walked back", async () => {
    const daemon = await daemonWith({
      ask: "[[ask: rm -rf build]]",
      busy: "[[wait-for: never]]",
      one: null,
      two: null,
    });
    const { page } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByText("asks: Run rm -rf build").waitFor();
    await sessions.getByRole("heading", { name: /^Working/ }).waitFor();
    const selected = async (): Promise<string[]> =>
      sessions.locator(".session[data-selected] .title").allTextContents();
    await sessions.getByRole("link", { name: /needs you\s*ask/ }).focus();
    await page.keyboard.press(" ");
    const steps = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp"]) {
      await page.keyboard.press(`Shift+${key}`);
      steps.push((await selected()).length);
    }
    expect(steps).toEqual([2, 3, 4, 3, 2, 1]);
    expect(await selected()).toEqual(["ask"]);
  });

  test("a deleted session is brought back; killing a busy one first says what ends", async () => {
    const daemon = await daemonWith({ gone: null, busy: "[[wait-for: never]]" });
    const { page } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByRole("link", { name: /gone/ }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Deleted “gone”.").waitFor();
    await until("it is gone", async () => (await sessions.getByRole("link", { name: /gone/ }).count()) === 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await sessions.getByRole("link", { name: /gone/ }).waitFor();
    await sessions.getByRole("button", { name: "Actions for busy" }).click();
    await page.getByRole("menuitem", { name: "Kill agent" }).click();
    const dialog = page.getByRole("dialog", { name: "Kill “busy”?" });
    await dialog.getByText("A turn is running: it ends.").waitFor();
    await page.keyboard.press("Escape");
    expect((await nameOf(daemon, "busy"))?.status).toBe("running");
    await sessions.getByRole("button", { name: "Actions for busy" }).click();
    await page.getByRole("menuitem", { name: "Kill agent" }).click();
    await dialog.getByRole("button", { name: "Kill" }).click();
    await until("its end", async () => (await nameOf(daemon, "busy"))?.status === "stopped");
  });

  test("sessions are pinned and snoozed from the menu, moved by keys, and restored from the trash", async () => {
    const daemon = await daemonWith({ one: null, two: null, three: null });
    const { page, complaints } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    const names = async (): Promise<string[]> => sessions.locator(".session .title").allTextContents();
    const choose = async (name: string, action: string): Promise<void> => {
      await sessions.getByRole("link", { name }).click({ button: "right" });
      await page
        .getByRole("menuitem", { name: action, exact: true })
        .or(page.getByRole("menuitem", { name: `${action} ` }))
        .first()
        .click();
    };
    await sessions.getByRole("link", { name: "one" }).waitFor();
    expect(await names()).toEqual(["three", "two", "one"]);
    await choose("one", "Pin");
    await page.mouse.move(900, 300);
    await until("it is on top", async () => (await names())[0] === "one");

    await choose("two", "Snooze");
    await page.getByRole("menuitem", { name: "For an hour" }).click();
    await page.mouse.move(900, 300);
    await until("it is folded away", async () => (await names()).join() === "one,three");
    await page.getByRole("button", { name: "Undo" }).click();
    await until("it is back", async () => (await names()).length === 3);

    await page.keyboard.press("?");
    await page.getByRole("combobox", { name: "Order of the list" }).selectOption("own");
    await page.keyboard.press("Escape");
    const before = await names();
    await sessions.getByRole("link", { name: before[1] ?? "" }).press("Alt+ArrowDown");
    await until("the move", async () => (await names()).join() === [before[0], before[2], before[1]].join());

    await choose("two", "Delete");
    await page.mouse.move(900, 300);
    await until("it is gone", async () => (await names()).length === 2);
    await sessions.getByRole("button", { name: /^Trash/ }).click();
    await choose("two", "Restore");
    await page.mouse.move(900, 300);
    await until("it is restored", async () => (await sessions.getByRole("button", { name: "Trash 0" }).count()) === 1);
    expect((await names()).toSorted()).toEqual(["one", "three", "two"]);
    expect(complaints).toEqual([]);
  });

  test("no row slips away below a pointer: the order changes when it leaves", async () => {
    const daemon = await daemonWith({ one: null, two: null });
    const { page } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    const names = async (): Promise<string> => (await sessions.locator(".session .title").allTextContents()).join();
    await sessions.getByRole("link", { name: "one" }).hover();
    const one = await nameOf(daemon, "one");
    await daemon.client.prompt(one?.id ?? "", { content: [{ type: "text", text: "[[ask: rm -rf build]]" }] });
    await sessions.getByText("asks: Run rm -rf build").waitFor();
    expect(await names()).toBe("two,one");
    await page.mouse.move(900, 300);
    await sessions.getByRole("heading", { name: "Needs you" }).waitFor();
    expect(await names()).toBe("one,two");
  });

  test("[M-14] a session is started with a prompt, and the palette leads to another one and back", async () => {
    const daemon = await daemonWith({ other: null });
    const { page, complaints } = await openWebPage(await open(), daemon);
    await page.getByRole("navigation", { name: "Sessions" }).getByRole("link", { name: /other/ }).waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.getByRole("combobox", { name: "Directory" }).fill(`${daemon.workspace}/nowhere`);
    await dialog.getByRole("button", { name: "Start" }).click();
    await dialog.getByRole("alert").waitFor();
    mkdirSync(join(daemon.workspace, "inner"));
    await dialog.getByRole("combobox", { name: "Directory" }).fill(`${daemon.workspace}/in`);
    await dialog.getByRole("option", { name: /\/inner/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await dialog.getByRole("combobox", { name: "Directory" }).inputValue()).toBe(`${daemon.workspace}/inner`);
    await dialog.getByRole("textbox", { name: "What should be done?" }).fill("Say hello [[say: hello]]");
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("navigation").getByText("Say hello").waitFor();
    await until("the place", () => new URL(page.url()).pathname.startsWith("/s/"));
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    const active = async () => (await daemon.client.sessions()).filter((row) => row.active).map(({ id }) => id);
    const before = await active();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search sessions and commands" }).fill("other");
    await page.getByRole("option", { name: /other/ }).waitFor();
    await page.keyboard.press("Enter");
    const other = await nameOf(daemon, "other");
    await until("the other one", () => new URL(page.url()).pathname === `/s/${other?.id}`);
    await page.goBack();
    await until("the first again", () => new URL(page.url()).pathname !== `/s/${other?.id}`);
    // What a page shows is its own affair: commands in the directories go on with their sessions.
    expect(await active()).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test("keys walk from session to session without writing into a prompt, which Escape leaves; the palette knows the page's words", async () => {
    const daemon = await daemonWith({ one: "[[ask: rm -rf build]]", two: "[[ask: rm -rf dist]]" });
    const { page } = await openWebPage(await open(), daemon);
    const [one, two] = [await nameOf(daemon, "one"), await nameOf(daemon, "two")];
    const place = (): string => new URL(page.url()).pathname;
    const prompt = page.getByRole("textbox", { name: "Prompt" });
    await page.getByRole("navigation", { name: "Sessions" }).getByText("asks: Run rm -rf dist").waitFor();
    await page.keyboard.press("a");
    await prompt.waitFor();
    const first = place();
    expect([`/s/${one?.id}`, `/s/${two?.id}`]).toContain(first);
    await page.keyboard.press("a");
    await until("the other one", () => place() !== first);
    await page.keyboard.press("[");
    await until("the first again", () => place() === first);
    await page.keyboard.press("]");
    await until("the other one again", () => place() !== first);
    await prompt.waitFor();
    expect(await prompt.inputValue()).toBe("");

    await page.keyboard.press("i");
    await page.keyboard.type("ab");
    expect(await prompt.inputValue()).toBe("ab");
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await until("the first with the next key", () => place() === first);

    for (const [words, option] of [
      ["diff", "Changes of the session"],
      ["find", "Find in the session"],
      ["model", "Model…"],
      ["mode", "Mode…"],
      ["outline", "Outline of the session"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search sessions and commands" }).fill(words);
      await page.getByRole("option", { name: option }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search sessions and commands" }).fill("outline");
    await page.getByRole("option", { name: "Outline of the session" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Close outline" }).waitFor();
  });
});
