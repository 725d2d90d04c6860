// A phone that was away for a day: what is sent when it comes back is bounded, however much has happened, and the page is right at once.
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SESSIONS = 60;
const TURNS = 10;
const WORK = "[[run: seq 1 1000]] ".repeat(40);
const KB = 1024;

describe.skipIf(!isChromiumThere())("a phone that was away for a day", () => {
  const open = chromiumOfFile();

  test("catches up with one small answer for each stream, and shows the end of what it had open", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const make = (name: string) => daemon.client.create({ agent: "demo", cwd: daemon.workspace, name });
    const { session } = await make("talk");
    const others = await Promise.all(Array.from({ length: SESSIONS }, (_, at) => make(`other ${at}`)));
    const say = async (text: string): Promise<void> => {
      await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
    };
    await say("[[pace: 0ms]] [[say: before]]");
    const context = await open(PHONE);
    // As on Android.
    await context.addInitScript("delete globalThis.SharedWorker");
    const { page, server } = await openWebPage(context, daemon, { path: `/s/${session.id}` });
    const transcript = page.getByRole("log", { name: "Transcript" });
    await transcript.getByText("before", { exact: true }).waitFor();

    await context.setOffline(true);
    await server.goAway();
    for (let turn = 0; turn < TURNS; turn++) await await say(`[[pace: 0ms]] ${WORK} [[say: turn ${turn} is over]]`);
    for (const [at, { session: other }] of others.entries()) await daemon.client.rename(other.id, `renamed ${at}`);
    await until("the day is over", async () => {
      const { items } = await daemon.client.outline(session.id);
      return items.length === TURNS + 1 && items.at(-1)?.endSeq !== null;
    });
    const total = (await daemon.client.session(session.id)).state.head;

    let bytes = 0;
    const forward = server.forward;
    server.forward = (request: IncomingMessage, response: ServerResponse) => {
      const write = response.write.bind(response);
      response.write = ((chunk: Uint8Array, ...more: never[]) => {
        bytes += chunk.length;
        return write(chunk, ...more);
      }) as typeof response.write;
      forward(request, response);
    };
    server.requests.length = 0;
    await server.comeBack();
    await context.setOffline(false);
    await transcript.getByText(`turn ${TURNS - 1} is over`, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    // All that was missed is several times as much.
    expect(total).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(600 * KB);
  });
});
