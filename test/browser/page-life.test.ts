// A view in a real page that loses its network, is looked away from, and is left and come back to.
import { describe, expect, test } from "vitest";
import { browserScene, newSession } from "../kit/browser-scene.ts";
import { isChromiumThere } from "../kit/chromium.ts";
import { LongTalk } from "../kit/long-talk.ts";
import { chromiumOfFile } from "../kit/tab.ts";
import { until } from "../kit/until.ts";

describe.skipIf(!isChromiumThere())("in a browser", () => {
  const open = chromiumOfFile();

  test("[M-22] without a network it asks nothing, and with it again it goes on at its place", async () => {
    const scene = await browserScene(open);
    const { tab, context, server } = scene;
    const session = await newSession(scene);
    const talk = await LongTalk.begin(scene, session);
    await context.setOffline(true);
    await tab.word("offline");
    const asked = server.requests.length;
    const place = await talk.place();
    await talk.goOnUnheard();
    expect(server.requests).toHaveLength(asked);
    await context.setOffline(false);
    await talk.expectWhole();
    expect(server.requests[asked]).toContain(`follow=1&after=${place}&`);
  });

  test("[M-22] a tab that is looked at again asks anew at its place", async () => {
    const scene = await browserScene(open);
    const { tab, server } = scene;
    const session = await newSession(scene);
    const talk = await LongTalk.begin(scene, session);
    const follows = (): number => server.requests.filter((one) => one.includes("follow=1")).length;
    await talk.goOnHeard();
    const before = follows();
    // Without a window there is nobody to look away: the page is told so.
    for (const state of ["hidden", "visible"])
      await tab.page.evaluate(`(() => {
        Object.defineProperty(document, "visibilityState", { configurable: true, value: "${state}" });
        document.dispatchEvent(new Event("visibilitychange"));
      })()`);
    await until("another stream", () => follows() === before + 1);
    await talk.expectWhole();
  });

  test("[M-22] a page that was left and is come back to, as it was, goes on", async () => {
    const scene = await browserScene(open);
    const { tab } = scene;
    const session = await newSession(scene);
    const talk = await LongTalk.begin(scene, session);
    await talk.goOnHeard();
    await tab.page.evaluate("globalThis.isTheSamePage = true");
    await tab.page.goto("about:blank");
    talk.goOn();
    // A page that is taken out of the browser's memory does not load again.
    await tab.page.goBack({ waitUntil: "commit" });
    await tab.ready();
    expect(await tab.page.evaluate("globalThis.isTheSamePage")).toBe(true);
    await talk.expectWhole();
  });
});
