// Consecutive tool calls as one line, and the forks of a session where they begin.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

async function daemonWithSession() {
  const daemon = new DaemonProcess();
  await daemon.start();
  for (const name of ["a.txt", "b.txt", "c.txt"]) writeFileSync(join(daemon.workspace, name), `the words of ${name}\n`);
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "base" });
  const send = (text: string) => daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
  const turn = async (text: string): Promise<void> => {
    const { id } = await send(text);
    await daemon.event(session.id, ({ type, data }) => type === "turn_end" && data.promptId === id);
  };
  return { daemon, session: session.id, path: `/s/${session.id}`, send, turn };
}

describe.skipIf(!isChromiumThere())("a transcript", () => {
  const open = chromiumOfFile();

  test("calls are grouped; what runs, failed, changed files or was asked stays in sight; a call that is open stays open", async () => {
    const { daemon, path, session, send } = await daemonWithSession();
    const reads = ["a.txt", "b.txt", "c.txt"].map((name) => `[[read: ${name}]]`).join(" ");
    await send(
      `[[pace: 0ms]] ${reads} [[run: true]] [[write: d.txt | new]] [[run: exit 3]] [[say: So far.]] [[read: a.txt]] [[run: echo second]] [[wait-for: go]] [[read: b.txt]] [[run: echo third]] [[say: The end.]]`,
    );
    const { page, complaints } = await openWebPage(await open(), daemon, { path });
    const transcript = page.getByRole("log", { name: "Transcript" });
    const line = (name: string | RegExp) => transcript.getByRole("button", { name });
    await line(/^Read 3 files, ran 1 command/).waitFor();
    await line(/d\.txt/).waitFor();
    await line(/exit 3.*failed/).waitFor();
    expect(await line(/Read .*b\.txt/).count()).toBe(0);

    // The newest call is not hidden yet. It is opened, has the focus, and more comes.
    await line(/echo second/).click();
    await transcript.locator(".output", { hasText: "second" }).waitFor();
    writeFileSync(join(daemon.workspace, "go"), "");
    await transcript.locator(".message").getByText("The end.").waitFor();
    const group = line(/^Read 2 files, ran 2 commands/);
    await group.waitFor();
    expect(await group.getAttribute("aria-expanded")).toBe("true");
    await transcript.locator(".output", { hasText: "second" }).waitFor();
    expect(await page.evaluate("document.activeElement?.closest('.calls') !== null")).toBe(true);
    await group.click();
    await until("it is closed", async () => (await transcript.locator(".output").count()) === 0);

    // A hit inside of a group opens it, and the call.
    await page.keyboard.press("Control+f");
    const words = page.getByRole("searchbox", { name: "Words to find in this session" });
    await words.fill("the words of c.txt");
    await page
      .getByRole("complementary", { name: "Find" })
      .getByText(/^1 found/)
      .waitFor();
    await words.press("Enter");
    await transcript.locator(".output", { hasText: "the words of c.txt" }).waitFor();

    // So does a link to one of its calls.
    const call = (await daemon.events(session)).find(
      ({ type, data }) => type === "tool_call" && JSON.stringify(data).includes("b.txt"),
    );
    await page.goto(`${new URL(path, page.url()).href}?at=${call?.seq}`);
    await transcript.locator(".item.tool.marked", { hasText: "b.txt" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("a fork is linked where it begins, and leads back to that turn of its base", async () => {
    const { daemon, path, session, turn } = await daemonWithSession();
    await turn("[[say: The first answer.]]");
    const { session: fork } = await daemon.client.fork(session, { name: "the other way" });
    await turn(
      `[[pace: 0ms]] ${Array.from({ length: 40 }, (_, n) => `[[say: ${n} ${"and more ".repeat(40)}]] [[plan: a]]`).join(" ")}`,
    );
    const { page, complaints } = await openWebPage(await open(), daemon, { path });
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.press("Home");
    const end = transcript.getByRole("article", { name: "End of the turn" }).first();
    await end.getByText("A fork begins here:").waitFor();
    await end.getByRole("link", { name: "the other way" }).click();
    await page.getByRole("heading", { name: "the other way" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${fork.id}`);
    await transcript.getByText("Everything above is from").waitFor();
    await transcript.getByRole("link", { name: "base" }).click();
    await page.getByRole("heading", { name: "base" }).waitFor();
    await transcript.locator(".turn_end.marked", { hasText: "the other way" }).waitFor();
    expect(new URL(page.url()).searchParams.get("at")).toBe(String(fork.fork?.seq));
    // A fork that is made while the page is open appears.
    await daemon.client.fork(session, { name: "one more" });
    await transcript.press("End");
    await transcript.getByRole("link", { name: "one more" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
