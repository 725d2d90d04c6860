// A page that begins with the list, and loads what folds a session when it opens one.
import { describe, expect, test } from "vitest";
import type { Skein } from "../../src/client-entry/lazy.ts";
import { browserScene, newSession, shownInNode } from "../kit/browser-scene.ts";
import { isChromiumThere } from "../kit/chromium.ts";
import { chromiumOfFile } from "../kit/tab.ts";

describe.skipIf(!isChromiumThere())("in a browser", () => {
  const open = chromiumOfFile();

  test("[M-21] the list needs no folds, and the first view of a session loads them", async () => {
    const scene = await browserScene(open);
    const { tab, node } = scene;
    const session = await newSession(scene);
    const shown = await tab.run(async ({ load }, id) => {
      const { connect } = (await load("/lazy/client.mjs")) as { connect(options: { name: string }): Skein };
      const loaded = (): string[] =>
        performance.getEntriesByType("resource").flatMap(({ name }) => /\/lazy\/([a-z-]+)/.exec(name)?.[1] ?? []);
      const skein = connect({ name: "lazy" });
      const list = await skein.list();
      const listed = list.sessions.map((one) => one.id);
      const before = loaded();
      const view = await skein.view(id, { pageEvents: 1000 });
      const text = JSON.stringify([view.state, view.transcript, view.lastSeenSeq]);
      view.close();
      list.close();
      return { listed, before, after: loaded(), text };
    }, session);
    expect(shown.listed).toEqual([session]);
    expect(shown.before).toContain("client");
    expect(shown.before).not.toContain("session-view-");
    expect(shown.after).toContain("session-view-");
    expect(shown.text).toBe(await shownInNode(node, session));
  });
});
