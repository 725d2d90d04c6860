// The page with real agents on the scripted model: what they say while they say it, a question, a change to a file, background work, commands.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../../kit/agents/cache.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";
import { claude } from "../../real-agents/agents/claude.ts";
import { codex } from "../../real-agents/agents/codex.ts";
import { type RealAgent, Stage } from "../../real-agents/kit.ts";

const endless = "touch started; tail -f /dev/null";

/** A command that the turn does not wait for. */
const inBackground: Readonly<Record<string, string>> = {
  claude: `[[call: Bash | ${JSON.stringify({ command: endless, description: "watch", run_in_background: true })}]]`,
  codex: `[[call: exec_command | ${JSON.stringify({ cmd: endless, yield_time_ms: 250 })}]]`,
};

const slow = 120_000;

describe.skipIf(!isChromiumThere())("the page with real agents", () => {
  const open = chromiumOfFile();

  test.for<RealAgent>([claude, codex])("$title", async (agent, { skip }) => {
    if (findProgram(agent.program) === null) skip(`${agent.program} is not installed: npm run agents:install`);
    const stage = await Stage.set(agent);
    const { model, cwd, daemon } = stage;
    for (const [path, content] of Object.entries(agent.commands?.files ?? {})) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), content);
    }
    agent.commands?.trust?.(stage);
    for (const name of ["a.txt", "b.txt"]) writeFileSync(join(cwd, name), `the words of ${name}\n`);
    const talk = await stage.open("default");
    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${talk.id}` });
    page.setDefaultTimeout(slow);
    const [transcript, main] = [page.getByRole("log", { name: "Transcript" }), page.getByRole("main")];
    const said = (text: string) => transcript.locator(".message").getByText(text);
    const send = async (text: string): Promise<void> => {
      await page.getByRole("textbox", { name: "Prompt" }).fill(text);
      await page.keyboard.press("Enter");
    };

    // What is said is shown while the turn goes on.
    const made = join(cwd, "made.txt");
    await send(
      `p-1 [[words: 40]] [[gate: g]] [[text: Now I write.]] [[write: ${made} | by the tool]] [[text: It is made.]]`,
    );
    await model.reached("g");
    await said("word40").waitFor();
    await main.getByRole("button", { name: "Interrupt" }).waitFor();
    model.open("g");

    // A question shows the whole change, and nothing is done before the answer.
    const card = page.getByRole("region", { name: /made\.txt/ });
    await card.getByText("by the tool").first().waitFor();
    expect(existsSync(made)).toBe(false);
    await page.getByRole("navigation", { name: "Sessions" }).getByRole("heading", { name: "Needs you" }).waitFor();
    await card.getByRole("button", { name: "Allow once", disabled: false }).click();
    await said("It is made.").waitFor();
    expect(readFileSync(made, "utf8").trim()).toBe("by the tool");
    await transcript.getByText(/answered: .*/).waitFor();
    const call = transcript.locator(".item.tool").getByRole("button", { name: /made\.txt/ });
    await call.click();
    await transcript.locator(".diff .added", { hasText: "by the tool" }).waitFor();
    await transcript.locator(".turn-end", { hasText: "done" }).waitFor();

    // What only looked is one line.
    await daemon.client.setMode(talk.id, "auto");
    const reads = ["a.txt", "b.txt"].map((name) => `[[read: ${join(cwd, name)}]]`).join(" ");
    await send(`p-2 ${reads} [[run: echo third]] [[text: All seen.]]`);
    await said("All seen.").waitFor();
    await transcript.locator(".item.calls").getByRole("button").first().click();
    await transcript.locator(".item.calls .item.tool").nth(2).waitFor();

    // Work that outlives its turn.
    await send(`p-3 ${inBackground[agent.program]} [[text: It runs.]]`);
    await said("It runs.").waitFor();
    await until("the command to run", () => existsSync(join(cwd, "started")), slow);
    await main.getByText(/^1 task in the background for/).waitFor();
    await main.getByText("idle, with work in the background").waitFor();

    if (agent.commands?.files) {
      await page.getByRole("textbox", { name: "Prompt" }).fill("");
      await page.keyboard.type("/gre");
      await page.getByRole("option", { name: /greet/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.keyboard.type("Ada");
      await page.keyboard.press("Enter");
      await said("Hello to you.").waitFor();
      expect((await talk.all("user_prompt")).at(-1)).toMatchObject({ text: "/greet Ada", command: true });
    }

    // Ended from the page, with what it says about that.
    await main.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Kill agent" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Kill" }).click();
    expect((await talk.event("task_end")).data).toMatchObject({ outcome: "stopped" });
    await until("no task", async () => (await main.locator(".background").count()) === 0);
    expect(complaints).toEqual([]);
  });
});
