// `skein policy test` reads a whole log; nobody else waits for it.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { askToRun as ask } from "../kit/ask-to-run.ts";
import { TestDaemon } from "../kit/test-daemon.ts";

test("rules are held against a long log page by page, and others get their turn in between", async () => {
  const log = createMemoryLog();
  let turn = 0;
  let turnsOfReads: number[] = [];
  let session = "";
  const daemon = new TestDaemon({
    ...log,
    read(query) {
      if (query.session === session) turnsOfReads.push(turn);
      return log.read(query);
    },
  });
  await daemon.start();
  const working = await daemon.working();
  session = working.session;
  const notice = { type: "notice", data: { kind: "note", text: "so it goes" } } as const;
  working.agent.say(ask("q1", "npm test"), ...Array.from({ length: 4_500 }, () => notice), ask("q2", "npm run build"));
  await daemon.event(session, ({ data }) => data.id === "q2");

  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turn++) await nextTurn();
  })();
  turnsOfReads = [];
  const { items } = await daemon.client.testPolicy(session);
  isOver = true;
  await counting;
  expect(items).toMatchObject([{ request: { command: "npm test" } }, { request: { command: "npm run build" } }]);
  expect(turnsOfReads.length).toBeGreaterThanOrEqual(5);
  expect(new Set(turnsOfReads).size).toBe(turnsOfReads.length);
});
