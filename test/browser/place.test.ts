// What a real browser keeps of a session from one visit to the next, and tabs that look at it side by side.
import { describe, expect, test } from "vitest";
import { browserScene, newSession, shownInNode, shownInPage } from "../kit/browser-scene.ts";
import { isChromiumThere } from "../kit/chromium.ts";
import { chromiumOfFile, Tab } from "../kit/tab.ts";
import { until } from "../kit/until.ts";

describe.skipIf(!isChromiumThere())("in a browser", () => {
  const open = chromiumOfFile();

  test("[M-21] how far a page had come is kept over a reload, and what came meanwhile is new", async () => {
    const scene = await browserScene(open);
    const { tab, node } = scene;
    const session = await newSession(scene);
    await tab.watch(session);
    expect(await tab.run(({ seen }) => seen.view.seenBefore)).toBeNull();
    await tab.run(({ seen }) => seen.view.send("[[say: one]]"));
    await tab.until("the end", ({ seen }) => seen.view.state.prompt.recent.some(({ state }) => state === "done"));
    const came = await tab.run(({ seen }) => seen.view.lastSeenSeq);
    // The page hides as it goes, within the second in which nothing is written.
    await tab.page.goto("about:blank");
    await node.rename(session, "meanwhile");
    await tab.page.goBack({ waitUntil: "commit" });
    await tab.page.reload();
    await tab.ready();
    await tab.watch(session);
    const place = await tab.run(({ seen: { view } }) => ({
      before: view.seenBefore,
      now: view.lastSeenSeq,
      read: view.readSeq,
    }));
    expect(place.before).toBeGreaterThanOrEqual(came);
    expect(place.now).toBeGreaterThan(came);
    // To receive is not to read.
    expect(place.read).toBe(0);
  });

  test("[M-21] a page that is reloaded in the midst of a turn shows it whole", async () => {
    const scene = await browserScene(open);
    const { tab, node } = scene;
    const session = await newSession(scene);
    await tab.watch(session);
    await tab.run(({ seen }) => seen.view.send("[[pace: 4ms]] [[count: 250]]"));
    await tab.until("words", ({ seen }) => seen.view.transcript.blocks.some(({ kind }) => kind === "message"));
    await tab.page.reload();
    await tab.ready();
    await tab.watch(session);
    expect(await tab.run(({ seen }) => seen.view.seenBefore)).toBeGreaterThan(0);
    await tab.until("the end", ({ seen }) => seen.view.state.prompt.recent.some(({ state }) => state === "done"));
    await until("the same", async () => (await shownInPage(tab)) === (await shownInNode(node, session)));
  });

  test("[M-16] two tabs see the same, one answer of theirs counts, and what they keep is how far they came", async () => {
    const scene = await browserScene(open);
    const { tab, node, server, context } = scene;
    const session = await newSession(scene);
    await tab.watch(session);
    const other = await Tab.open(context, server.url());
    await other.watch(session);
    await tab.run(({ seen }) => seen.view.send("[[ask: echo yes]] [[count: 30]]"));
    const asked = (one: Tab): Promise<unknown> =>
      one.until("the question", ({ seen }) => seen.view.state.permission.open.some(({ state }) => state === "asked"));
    await Promise.all([asked(tab), asked(other)]);
    const answer = (one: Tab, option: string): Promise<string> =>
      one.run(async ({ skein, seen: { view } }, option) => {
        const question = view.state.permission.open[0]?.id ?? "";
        return skein.answer(view.session, question, { option }).then(
          () => "taken",
          ({ code }) => code,
        );
      }, option);
    const answers = await Promise.all([answer(tab, "allow"), answer(other, "deny")]);
    expect(answers.toSorted()).toEqual(["already_answered", "taken"]);
    const done = (one: Tab): Promise<unknown> =>
      one.until("the end", ({ seen }) => seen.view.state.prompt.recent.some(({ state }) => state === "done"));
    await Promise.all([done(tab), done(other)]);
    await until("the same", async () => {
      const [one, two, three] = await Promise.all([shownInPage(tab), shownInPage(other), shownInNode(node, session)]);
      return one === two && two === three;
    });
    const kept = (): Promise<{ seq: number } | null> =>
      tab.page.evaluate(`JSON.parse(localStorage.getItem("skein:seen:${session}"))`);
    const end = await tab.run(({ seen }) => seen.view.lastSeenSeq);
    await until("that it is kept", async () => (await kept())?.seq === end);
  });
});
