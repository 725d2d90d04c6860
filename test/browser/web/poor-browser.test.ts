// Browsers that lack or refuse what the page likes to have: private windows, phones, strict settings. The page works in each of them.
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const denied = `throw new DOMException("denied", "SecurityError");`;

const refuse = (...names: readonly string[]): string =>
  names.map((name) => `Object.defineProperty(globalThis, "${name}", { get() { ${denied} } });`).join("\n");

const refuseToMake = (...names: readonly string[]): string =>
  names.map((name) => `globalThis.${name} = class { constructor() { ${denied} } };`).join("\n");

/** What runs in the page before its own program. */
const poor = {
  "refuses to keep anything": [
    refuse("localStorage", "sessionStorage", "indexedDB"),
    refuseToMake("BroadcastChannel"),
    `navigator.locks.request = async () => { ${denied} };`,
  ],
  "has no shared workers and does not say when it has time, as on phones": [
    "delete globalThis.SharedWorker; delete globalThis.requestIdleCallback; delete globalThis.cancelIdleCallback;",
  ],
  "refuses workers of any kind": [refuseToMake("SharedWorker", "Worker")],
  "has neither locks nor messages between tabs": [
    `Object.defineProperty(navigator, "locks", { value: undefined }); delete globalThis.BroadcastChannel;`,
  ],
};

describe.skipIf(!isChromiumThere())("a browser that lacks something", () => {
  const open = chromiumOfFile();

  test.each(Object.entries(poor))("%s: prompts go once, answers come, drafts stay", async (_, scripts) => {
    const context = await open();
    await context.addInitScript(scripts.join("\n"));
    const daemon = new DaemonProcess();
    await daemon.start();
    const create = async (name: string) =>
      (await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name })).session.id;
    const [session, other] = [await create("talk"), await create("other")];
    const { page, complaints } = await openWebPage(context, daemon, { path: `/s/${session}` });
    const prompt = page.getByRole("textbox", { name: "Prompt" });
    const transcript = page.getByRole("log", { name: "Transcript" });

    await prompt.fill("[[say: Look:\n\n```ts\nconst cursor = 1;\n```\n]]");
    await prompt.press("Enter");
    await transcript.getByText("const cursor = 1;").last().waitFor();
    await transcript.getByRole("article", { name: "End of the turn" }).waitFor();
    const events = await daemon.events(session);
    expect(events.filter(({ type }) => type === "user_prompt")).toHaveLength(1);

    await prompt.fill("half a thought");
    const rows = page.getByRole("navigation", { name: "Sessions" });
    await rows.locator(`a[href="/s/${other}"]`).click();
    await until("the other prompt", async () => (await prompt.inputValue()) === "");
    await rows.locator(`a[href="/s/${session}"]`).click();
    await until("the draft", async () => (await prompt.inputValue()) === "half a thought");
    expect(complaints).toEqual([]);
  });
});
