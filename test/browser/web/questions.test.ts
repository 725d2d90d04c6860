// Questions in the page: answered, denied with words, filled in, several at once, and answered by two devices.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

async function asking(text: string): Promise<{ daemon: DaemonProcess; session: string }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
  return { daemon, session: session.id };
}

/** An agent that asks several questions at once. */
async function withAcp(text: string): Promise<{ daemon: DaemonProcess; session: string }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  writeFileSync(
    daemon.paths.config,
    `[tools.mine]\nprotocol = "acp"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(resolve("test/kit/acp-agent.ts"))}]\n`,
  );
  const { session } = await daemon.client.create({ agent: "mine", cwd: daemon.workspace });
  await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
  return { daemon, session: session.id };
}

/** Where each character of an element begins, in the order of its text. */
const placesIn = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(`(() => {
    const places = [];
    const walk = document.createTreeWalker(document.querySelector("${selector}"), NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      for (let at = 0; at < node.textContent.length; at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        places.push(range.getBoundingClientRect().left);
      }
    return places;
  })()`);

const card = (page: Page, name: RegExp) => page.getByRole("region", { name });

const answersOf = async (daemon: DaemonProcess, session: string) =>
  (await daemon.events(session)).flatMap(({ type, data }) =>
    type === "permission" && data.state === "answered" ? [data] : [],
  );

describe.skipIf(!isChromiumThere())("questions in the page", () => {
  const open = chromiumOfFile();

  test("a rule is shown before it is made; a denial can have a reason; number keys work only inside the card", async () => {
    const { daemon, session } = await asking("[[ask: npm test]] [[ask: npm test]] [[ask: rm -rf build]]");
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const run = card(page, /npm test/);
    await run.getByText('command = "npm test"').waitFor();
    await page.getByRole("textbox", { name: "Prompt" }).focus();
    await page.keyboard.type("1");
    await run.getByRole("button", { name: "Allow in this session from now on" }).click();
    const remove = card(page, /rm -rf build/);
    await remove.getByRole("button", { name: "Deny", exact: true, disabled: false }).waitFor();
    await remove.press("5");
    await page.keyboard.type("keep it");
    await page.keyboard.press("Enter");
    await page.getByText("keep it").first().waitFor();
    // The second one was answered by the rule.
    expect(await answersOf(daemon, session)).toMatchObject([
      { option: "allow" },
      { option: "allow", rule: expect.stringContaining("npm test") },
      { option: "deny", message: "keep it" },
    ]);
    expect(await page.getByRole("textbox", { name: "Prompt" }).inputValue()).toBe("1");
    expect(complaints).toEqual([]);
  });

  test("a command stands in the order in which it runs, whatever its letters", async () => {
    const { daemon, session } = await asking("[[ask: \u05d0=1 cat \u05d1 > /\u05d2/\u0661 && rm \u05d3]]");
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const asked = card(page, /cat/);
    await asked.getByText("letters that are read from right to left").waitFor();
    for (const shown of [".question pre", ".question h2 code"]) {
      const places = await placesIn(page, shown);
      expect(places.length).toBeGreaterThan(20);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }
    expect(complaints).toEqual([]);
  });

  test("a form says what is missing, and gives the agent what was filled in", async () => {
    const { daemon, session } = await asking(
      "[[form: Order | Name* | Size = S, L | Extras = bag + card | Gift? | Count #]]",
    );
    const { page } = await openWebPage(await open({ viewport: { width: 390, height: 844 }, hasTouch: true }), daemon, {
      path: `/s/${session}`,
    });
    const order = card(page, /Order/);
    const answer = order.getByRole("button", { name: /^(Answer|Allow once)$/ });
    await answer.click();
    await order.getByRole("alert").waitFor();
    await order.getByRole("textbox", { name: "Name" }).fill("Ada");
    await order.getByRole("radio", { name: "L" }).check();
    await order.getByRole("checkbox", { name: "bag" }).check();
    await order.getByRole("radio", { name: "No" }).check();
    await order.getByRole("textbox", { name: /Count/ }).fill("2");
    await answer.click();
    await until("the answer", async () => (await answersOf(daemon, session)).length === 1);
    const [{ content }] = (await answersOf(daemon, session)) as [{ content: object }];
    expect(Object.values(content)).toEqual(["Ada", "L", ["bag"], false, 2]);
  });

  test("of two devices the first one answers; the other is told who did, and a late click is not given to the agent", async () => {
    const { daemon, session } = await asking("[[ask: make]] [[ask: make install]]");
    const path = `/s/${session}`;
    const [one, other] = [
      await openWebPage(await open(), daemon, { path }),
      await openWebPage(await open(), daemon, { path }),
    ];
    const deny = card(other.page, /Run make$/).getByRole("button", { name: "Deny", exact: true });
    // Its answer is on the way while the first device answers.
    const arrival = Promise.withResolvers<void>();
    await other.page.route("**/answer", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await deny.click();
    await card(one.page, /Run make$/)
      .getByRole("button", { name: "Allow once" })
      .click();
    await until("the answer", async () => (await answersOf(daemon, session)).length === 1);
    arrival.resolve();
    await other.page.getByText(/came too late, and was not given to the agent.*Allow once, by/).waitFor();
    expect(await answersOf(daemon, session)).toMatchObject([{ option: "allow" }]);
    // Whoever does nothing is told, too.
    await card(other.page, /make install/)
      .getByRole("button", { name: "Deny", exact: true })
      .click();
    await one.page.getByText(/was answered: Deny, by/).waitFor();
  });

  test("without a connection no answer is sent, and the page says so", async () => {
    const { daemon, session } = await asking("[[ask: make]]");
    const { page, server } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const once = card(page, /make/).getByRole("button", { name: "Allow once" });
    await until("it can be pressed", () => once.isEnabled());
    await server.goAway();
    await page.getByRole("button", { name: "Try now" }).waitFor();
    await once.click();
    await page.getByText(/Your answer was not sent/).waitFor();
    await server.comeBack();
    await page.getByRole("button", { name: "Try now" }).waitFor({ state: "detached" });
    await once.click();
    await until("the answer", async () => (await answersOf(daemon, session)).length === 1);
  });

  test("a key allows nothing before the end of the question has been on the screen, and the answers come after it", async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `echo ${at}`);
    const { daemon, session } = await asking(`[[ask: ${lines.join("\n")}\nrm -rf build]]`);
    const { page } = await openWebPage(await open({ viewport: { width: 390, height: 844 } }), daemon, {
      path: `/s/${session}`,
    });
    const run = card(page, /echo 0/);
    const once = run.getByRole("button", { name: "Allow once" });
    await until("it can be answered", () => once.isEnabled());
    const isInView = (name: string) =>
      run.getByRole("button", { name }).evaluate((button) => {
        const { left, top, bottom } = button.getBoundingClientRect();
        const at = button.ownerDocument.elementFromPoint(left + 5, (top + bottom) / 2);
        return at !== null && button.contains(at);
      });
    expect(await isInView("Allow once")).toBe(false);
    expect(
      await run
        .locator("pre")
        .first()
        .evaluate((pre) => pre.scrollHeight - pre.clientHeight),
    ).toBeLessThanOrEqual(1);
    await run.focus();
    await run.press("1");
    // The key has led to the end.
    await until("the answers are in view", () => isInView("Allow once"));
    expect(await answersOf(daemon, session)).toEqual([]);
    await run.press("1");
    await until("the answer", async () => (await answersOf(daemon, session)).length === 1);
  });

  test("the button that keeps a rule does not react to a click that was meant for what was in its place", async () => {
    const { daemon, session } = await asking("[[ask: npm test]]");
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const run = card(page, /npm test/);
    const kept = run.getByRole("button", { name: "Allow in this directory from now on" });
    await until("it can be pressed", () => kept.isEnabled());
    await kept.evaluate(async (button) => {
      const card = button.closest(".question");
      button.click();
      while (!card?.querySelector(".step")) await new Promise((resolve) => setTimeout(resolve));
      card.querySelector(".step .main")?.click();
    });
    await run.getByRole("button", { name: "Back" }).click();
    await run.getByRole("button", { name: "Deny", exact: true }).click();
    await until("the answer", async () => (await answersOf(daemon, session)).length === 1);
    expect(await answersOf(daemon, session)).toMatchObject([{ option: "deny" }]);
  });

  test("two open forms with the same field keep what was chosen in each", async () => {
    const { daemon, session } = await withAcp("form twice");
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    await card(page, /First/).getByRole("radio", { name: "S" }).check();
    await card(page, /Second/)
      .getByRole("radio", { name: "L" })
      .check();
    expect(await card(page, /First/).getByRole("radio", { name: "S" }).isChecked()).toBe(true);
    for (const name of [/First/, /Second/])
      await card(page, name).getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByRole("log").getByText("was told S, L").waitFor();
  });

  test("several open questions are allowed together, each once", async () => {
    const { daemon, session } = await withAcp("ask twice");
    const { page } = await openWebPage(await open(), daemon, { path: `/s/${session}` });
    const all = page.getByRole("region", { name: "All questions" });
    await all.getByText("2 questions are open.").waitFor();
    await all.getByRole("button", { name: "Allow all 2 once" }).click();
    await page.getByRole("log").getByText("was told yes, yes").waitFor();
    const answers = await answersOf(daemon, session);
    expect(answers.map(({ option, rule }) => [option, rule])).toEqual([
      ["yes", undefined],
      ["yes", undefined],
    ]);
  });
});
