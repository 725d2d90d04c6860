// The example page of docs/client.md, served as people serve it, in a real browser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { isChromiumThere } from "../kit/chromium.ts";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { chromiumOfFile } from "../kit/tab.ts";

async function served(daemon: DaemonProcess): Promise<URL> {
  const child = spawn(process.execPath, [resolve("examples/page/serve.mjs")], {
    env: daemon.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return new URL(line);
}

const statusOf = (url: URL, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(new URL("/v1", url), { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject).end();
  });

describe.skipIf(!isChromiumThere())("in a browser", () => {
  const open = chromiumOfFile();

  test("the example page lists sessions, shows one, answers its question, and sends", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "talk" });
    const text = "[[say: I will look first.]] [[ask: true]] [[say: All green.]]";
    await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
    const url = await served(daemon);
    const page = await (await open()).newPage();
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(url.href);
    await page.getByRole("button", { name: "talk" }).click();
    await page.getByRole("button", { name: "Allow once" }).click();
    await page.locator("p.message", { hasText: "All green." }).waitFor();
    await page.getByLabel("Message").fill("[[say: Hello from the page.]]");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("p.message", { hasText: "Hello from the page." }).waitFor();
    expect(await page.locator("#transcript p.message").allTextContents()).toEqual([
      "I will look first.",
      "All green.",
      "Hello from the page.",
    ]);
    expect(await page.locator("h1").textContent()).toBe("talk");
    expect(complaints).toEqual([]);
  });

  test("its door lets in whoever knows the token and means it, and nobody else", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const url = await served(daemon);
    const authorization = `Bearer ${url.hash.slice(1)}`;
    expect(await statusOf(url, { authorization })).toBe(200);
    expect(await statusOf(url, {})).toBe(403);
    expect(await statusOf(url, { authorization: `${authorization.slice(0, -1)}!` })).toBe(403);
    expect(await statusOf(url, { authorization, host: "skein.test" })).toBe(403);
    expect(await statusOf(url, { authorization, origin: "http://elsewhere.test" })).toBe(403);
    await daemon.kill();
    expect(await statusOf(url, { authorization })).toBe(502);
  });
});
