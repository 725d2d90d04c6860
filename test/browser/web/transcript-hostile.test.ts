// Texts of agents, tools and files are texts: whatever they contain, nothing of it runs in the page, and nothing leaves it.
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { hostileFile, openAll, suspicious } from "../../kit/hostile-session.ts";
import { hostileTexts } from "../../kit/hostile-texts.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

async function* bytesOf(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(line);
}

describe.skipIf(!isChromiumThere())("hostile texts", () => {
  const open = chromiumOfFile();

  test(`none of ${hostileTexts.length} runs or asks for anything, wherever it is shown`, async () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(500);
    const daemon = new DaemonProcess();
    await daemon.start();
    const importLines = (lines: Iterable<string>): Promise<unknown> => daemon.client.importSession(bytesOf(lines));
    const id = "aaaaaaaa-0000-4000-8000-000000000001";
    await importLines(hostileFile(id));
    // Titles in the list.
    for (let n = 0; n < 20; n++) {
      const other = `aaaaaaaa-0000-4000-8000-0000000001${String(n).padStart(2, "0")}`;
      const text = hostileTexts[n * 25] ?? "";
      const event = (seq: number, type: string, by: object, data: object) =>
        `${JSON.stringify({ session: other, seq, at: "2026-01-01T09:00:00.000Z", type, by, data })}\n`;
      const workspace = { id: "w", path: `/${text.replaceAll("\0", "")}` };
      await importLines([
        event(1, "session_start", { kind: "client" }, { agent: "demo", workspace, name: null, resumed: false }),
        event(2, "renamed", { kind: "agent" }, { name: text }),
      ]);
    }

    const context = await open();
    const foreign: string[] = [];
    const { page, server, complaints } = await openWebPage(context, daemon);
    const origin = new URL(server.url()).origin;
    context.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith("blob:")) foreign.push(url);
    });
    context.on("page", (other) => void foreign.push(`a new page: ${other.url()}`));
    await page.goto(`${origin}/s/${id}`);
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.locator(".item").first().waitFor();
    await transcript.press("Home");
    await page.locator('.transcript [data-key="message 3"]').waitFor();

    const seen = new Set<string>();
    await until(
      "the end of the session",
      async () => {
        await page.evaluate(openAll);
        expect(await page.evaluate(suspicious)).toEqual([]);
        for (const key of await page.evaluate<string[]>(
          "[...document.querySelectorAll('.transcript .item.message')].map(({ dataset }) => dataset.seq)",
        ))
          seen.add(key);
        await page.evaluate("document.querySelector('.transcript').scrollBy(0, 1e6)");
        return seen.size >= hostileTexts.length;
      },
      240_000,
    );
    expect(await page.evaluate("globalThis.hasRun")).toBeUndefined();
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    expect(page.url()).toBe(`${origin}/s/${id}`);
  });
});
