// Logs that a real browser's view does not meet every day: one that was replaced, one that was shortened, and a very long one.
import { describe, expect, test } from "vitest";
import type { Event } from "../../src/core/index.ts";
import { ViewServer } from "../client/view-server.ts";
import { isChromiumThere } from "../kit/chromium.ts";
import { agent, body, created, delivered, ended, fold, place, queued } from "../kit/events.ts";
import { PageServer, toTransport } from "../kit/page-server.ts";
import { chromiumOfFile, Tab } from "../kit/tab.ts";
import { until } from "../kit/until.ts";

const says = (text: string, message = "m1") => body("agent_message", { messageId: message, text }, agent);
const talk = place([created, queued("p1"), ...delivered("p1", "t1"), says("one"), says("two"), ended("t1")]);
const MANY = 10_000;

describe.skipIf(!isChromiumThere())("in a browser", () => {
  const open = chromiumOfFile();

  async function watching(server: ViewServer): Promise<Tab> {
    const door = await PageServer.open(toTransport(server.transport));
    const tab = await Tab.open(await open(), door.url());
    await tab.watch("s1");
    return tab;
  }

  const shows = (tab: Tab, log: readonly Event[]): Promise<unknown> =>
    until("that the page shows the log", async () => {
      const shown = await tab.run(({ seen }) => JSON.stringify(seen.view.state));
      return shown === JSON.stringify(fold(log));
    });

  test("[M-20] a log of another life makes the view start over, and a shortened one, too", async () => {
    const server = new ViewServer(talk);
    const tab = await watching(server);
    await shows(tab, talk);
    server.epoch = "e2";
    server.log = place([created, queued("p9")]);
    server.cutAll();
    await shows(tab, server.log);
    server.append(...place([says("after")], server.log.length));
    await shows(tab, server.log);
    server.log = server.log.slice(0, 1);
    server.cutAll();
    await shows(tab, server.log);
    const { resets, complaints } = await tab.run(({ seen, complaints }) => ({ resets: seen.resets, complaints }));
    expect(resets).toEqual(["epoch", "ahead"]);
    expect(complaints).toEqual([]);
  });

  test(`${MANY} events go into one view, and the page can do other things meanwhile`, async () => {
    const server = new ViewServer(talk);
    const tab = await watching(server);
    // How far the view had come whenever the page had a moment for something else.
    await tab.page.evaluate(`(() => {
      globalThis.moments = new Set();
      setInterval(() => moments.add(seen.view.lastSeenSeq), 1);
    })()`);
    const turn = [queued("p2"), ...delivered("p2", "t2")];
    const words = Array.from({ length: MANY }, (_, index) => says(`${index} `, `n${Math.floor(index / 100)}`));
    server.append(...place([...turn, ...words], server.log.length));
    await until("all of them", async () => (await tab.run(({ seen }) => seen.view.lastSeenSeq)) === server.log.length);
    await shows(tab, server.log);
    const { seqs, blocks } = await tab.run(({ seen }) => ({
      seqs: seen.seqs,
      blocks: seen.view.transcript.blocks.length,
    }));
    expect(seqs).toEqual(seqs.map((_, index) => index + talk.length + 1));
    // Each was told; of a hundred messages the newest are kept.
    expect(blocks).toBeGreaterThan(10);
    expect(blocks).toBeLessThan(MANY / 100);
    const moments = (await tab.page.evaluate("[...moments]")) as number[];
    expect(moments.filter((seq) => seq > talk.length && seq < server.log.length).length).toBeGreaterThan(1);
  });
});
