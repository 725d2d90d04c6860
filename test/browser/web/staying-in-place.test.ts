// What must not move: the list over a new connection and on the way back, the transcript when somebody sends, and text that was said before.
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

async function daemonWith(count: number): Promise<DaemonProcess> {
  const daemon = new DaemonProcess();
  await daemon.start();
  for (let n = 0; n < count; n++)
    await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: `session ${n}` });
  return daemon;
}

const channels = (requests: readonly string[]): number =>
  requests.filter((request) => request === "GET /v1/channel").length;

const listPlace = "document.querySelector('nav .lines').scrollTop";

describe.skipIf(!isChromiumThere())("in its place", () => {
  const open = chromiumOfFile();

  test("stays the list when the connection is made anew, with its rows, and what was said about an error", async () => {
    const daemon = await daemonWith(40);
    const { page, server } = await openWebPage(await open(), daemon);
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByRole("link", { name: "session 39" }).waitFor();
    await page.evaluate(`${listPlace} = 600`);
    const row = sessions.locator("[data-session]").nth(12);
    await until("rows there", async () => (await row.boundingBox()) !== null);
    await page.evaluate("document.querySelectorAll('nav [data-session]')[12].isSame = true");
    const before = await row.boundingBox();
    const message = page.getByRole("region", { name: "Messages" });
    // Two failures are told: one stays, one was dismissed.
    await page.route("**/arrangement", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: '{"code":"moved","detail":"It could not be done."}',
      }),
    );
    for (const at of [12, 13]) {
      await sessions.locator("[data-session]").nth(at).getByRole("link").click({ button: "right" });
      await page.getByRole("menuitem", { name: /^Pin/ }).click();
      await until("it is told", async () => (await message.getByText("It could not be done.").count()) === at - 11);
    }
    await message
      .getByRole("button", { name: /dismiss|close/i })
      .first()
      .click();
    await message.hover();
    const known = channels(server.requests);
    const size = async (): Promise<number> =>
      Number(await sessions.getByRole("listitem").first().getAttribute("aria-setsize"));
    const sizeBefore = await size();
    server.cutAll();
    await until("another connection", () => channels(server.requests) > known);
    const name = "after the cut";
    await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name });
    await until("it is known", async () => (await size()) === sizeBefore + 1);
    expect(await page.evaluate(listPlace)).toBeGreaterThan(500);
    expect(await page.evaluate("[...document.querySelectorAll('nav [data-session]')].some((one) => one.isSame)")).toBe(
      true,
    );
    expect((await row.boundingBox())?.height).toBe(before?.height);
    expect(await message.getByText("It could not be done.").count()).toBe(1);
  });

  test("is the list again when a phone comes back to it", async () => {
    const daemon = await daemonWith(40);
    const { page } = await openWebPage(
      await open({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true }),
      daemon,
    );
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByRole("link", { name: "session 39" }).waitFor();
    await page.evaluate(`${listPlace} = 900`);
    const link = sessions.locator("[data-session]").nth(10).getByRole("link");
    await link.tap();
    await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    const left: number = await page.evaluate(listPlace);
    await page.getByRole("link", { name: "All sessions" }).tap();
    await until("the list", () => sessions.isVisible());
    await until("its place", async () => Math.abs((await page.evaluate<number>(listPlace)) - 900) < 60);
    expect(left).toBeLessThanOrEqual(900);
  });

  test("is a transcript at its end when a prompt is sent; a code block does not hold up the wheel; old words are not typed again", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
    const code = `\`\`\`ts\nconst long = "${"wide ".repeat(80)}";\nconst other = 2;\n\`\`\``;
    const filler = Array.from(
      { length: 12 },
      (_, n) => `[[say: Answer ${n}. ${"More words. ".repeat(40)}]] [[plan: a]]`,
    ).join(" ");
    const { id } = await daemon.client.prompt(session.id, {
      content: [
        { type: "text", text: `[[pace: 0ms]] ${filler} [[say: ${code}]] [[say: The last words of the turn.]]` },
      ],
    });
    await daemon.event(session.id, ({ type, data }) => type === "turn_end" && data.promptId === id);
    const context = await open();
    await context.addInitScript(`{
      globalThis.shownWords = [];
      new MutationObserver(() => {
        const last = [...document.querySelectorAll(".transcript .message .markdown")].at(-1)?.textContent ?? "";
        if (last !== "" && globalThis.shownWords.at(-1) !== last) globalThis.shownWords.push(last);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    }`);
    const { page, complaints } = await openWebPage(context, daemon, { path: `/s/${session.id}` });
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.getByText("The last words of the turn.", { exact: true }).waitFor();
    expect(await page.evaluate("globalThis.shownWords")).toEqual(["The last words of the turn."]);

    const distance = (): Promise<number> => page.evaluate("-document.querySelector('.transcript').scrollTop");
    const block = transcript.locator(".code pre").last();
    const box = (await block.boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.wheel(0, -200);
    await until("it has scrolled", async () => (await distance()) > 100);
    await page.mouse.wheel(0, 2000);
    await until("the end", async () => (await distance()) < 2);

    await page.getByRole("textbox", { name: "Prompt" }).fill("[[pace: 0ms]] [[say: Heard.]]");
    await page.keyboard.press("Enter");
    await transcript.getByText("Heard.", { exact: true }).waitFor();
    await until("the end", async () => (await distance()) < 2);
    // The prompt is not at the top with nothing below it: what was there before is still in sight above it.
    const prompt = transcript.locator(".prompt").last();
    const [top, edge] = [(await prompt.boundingBox())!.y, (await transcript.boundingBox())!.y];
    expect(top - edge).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });
});
