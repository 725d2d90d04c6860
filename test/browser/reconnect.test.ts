// A view in a real browser whose connections break, and whose daemon dies: nothing is lost, doubled or out of order.
import { describe, expect, test } from "vitest";
import { browserScene, newSession } from "../kit/browser-scene.ts";
import { isChromiumThere } from "../kit/chromium.ts";
import { LongTalk } from "../kit/long-talk.ts";
import { chromiumOfFile } from "../kit/tab.ts";

describe.skipIf(!isChromiumThere())("in a browser", () => {
  const open = chromiumOfFile();

  test("[M-17] [M-20] [M-22] connections that are cut in the midst of a turn lose, double and reorder nothing", async () => {
    const scene = await browserScene(open);
    const { server } = scene;
    const session = await newSession(scene);
    const talk = await LongTalk.begin(scene, session);
    for (let cut = 0; cut < 5; cut++) {
      await talk.goOnHeard();
      server.cutAll();
    }
    await talk.expectWhole();
    expect(server.requests.filter((one) => one.includes("follow=1")).length).toBeGreaterThan(5);
  });

  test("[M-20] the daemon is killed in the midst of a turn, and the view goes on with the next one", async () => {
    const scene = await browserScene(open);
    const { tab, daemon } = scene;
    const session = await newSession(scene);
    const talk = await LongTalk.begin(scene, session);
    await talk.goOnHeard();
    await daemon.kill();
    await tab.word("offline");
    talk.goOn();
    await daemon.start();
    await talk.expectWhole();
  });

  test("[M-20] where nobody listens it is offline, and live again by itself", async () => {
    const scene = await browserScene(open);
    const { tab, server } = scene;
    const session = await newSession(scene);
    const talk = await LongTalk.begin(scene, session);
    await talk.goOnHeard();
    await server.goAway();
    await tab.word("offline");
    await talk.goOnUnheard();
    await server.comeBack();
    await talk.expectWhole();
  });
});
