// What a transcript shows, and the ways through it: opening a call, finding words, the outline, a link.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const answer =
  "## Done\n\nIt was **slow**, see [the docs](https://example.com/a):\n\n```ts\nconst port = 1; // fast\n```\n\n- one\n- two";

describe.skipIf(!isChromiumThere())("a transcript", () => {
  const open = chromiumOfFile();

  test("shows what was said and done, finds words in the whole session, and leads to any turn", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    writeFileSync(join(daemon.workspace, "note.txt"), "some text\n");
    const { session } = await daemon.client.create({
      agent: "demo",
      cwd: daemon.workspace,
      env: { PATH: "/usr/bin:/bin" },
    });
    const turn = async (text: string): Promise<void> => {
      const { turns } = (await daemon.client.session(session.id)).session;
      await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
      await until("the turn", async () => (await daemon.client.session(session.id)).session.turns > turns);
    };
    await turn("[[pace: 0ms]] [[say: The zebra was here.]] [[run: printf 'a\\nneedle\\n'; exit 3]]");
    const filler = "Lorem ipsum dolor sit amet. ".repeat(20);
    await turn(
      `[[pace: 0ms]] ${Array.from({ length: 130 }, (_, n) => `[[say: ${n} ${filler}]] [[read: note.txt]]`).join(" ")}`,
    );
    await turn(`[[pace: 0ms]] [[think: hm]] [[plan: look | tidy]] [[say: ${answer}]]`);

    const { page, complaints } = await openWebPage(await open(), daemon, { path: `/s/${session.id}` });
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.getByRole("heading", { name: "Done" }).waitFor();
    await transcript.locator("strong", { hasText: "slow" }).waitFor();
    const link = transcript.getByRole("link", { name: "the docs" });
    expect(await link.getAttribute("href")).toBe("https://example.com/a");
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    await transcript.locator(".code .code-keyword", { hasText: "const" }).waitFor();
    await transcript.getByRole("button", { name: /^Thought/ }).waitFor();
    await transcript.getByText("Plan: 2 of 2 done").waitFor();

    // Words from long ago, inside a call that is closed.
    await page.keyboard.press("Control+f");
    const words = page.getByRole("searchbox", { name: "Words to find in this session" });
    await words.fill("needle");
    await page
      .getByRole("complementary", { name: "Find" })
      .getByText(/^\d+ found/)
      .waitFor();
    await words.press("Enter");
    await transcript.locator(".output", { hasText: "needle" }).waitFor();
    await until("marked words", () => page.evaluate<boolean>("(CSS.highlights.get('found')?.size ?? 0) > 0"));
    await transcript.getByText("The zebra was here.", { exact: true }).waitFor();
    await words.press("Escape");
    await words.waitFor({ state: "detached" });

    // The outline leads to the last turn and back to the first.
    await page.getByRole("button", { name: "Outline" }).click();
    const outline = page.getByRole("complementary", { name: "Outline" });
    await outline.getByRole("button", { name: /think: hm/ }).click();
    await transcript.getByRole("heading", { name: "Done" }).waitFor();
    await outline.getByRole("button", { name: /zebra/ }).click();
    await transcript.getByText("The zebra was here.", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
