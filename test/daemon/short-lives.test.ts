// A daemon that dies young again and again still gets on: what each start does before it goes on doesn't grow with the log.
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const LIVES = 30;
const EVENTS_PER_LIFE = 60;

test("a start reads a bounded part of a session's log, however short the lives were in which it was written", async () => {
  const log = createMemoryLog();
  let eventsRead = 0;
  const daemon = new TestDaemon({
    ...log,
    read(query) {
      const page = log.read(query);
      eventsRead += page.events.length;
      return page;
    },
  });
  await daemon.start();
  const { session, agent } = await daemon.working();
  const head = (): number => log.summary(session)?.head ?? 0;
  for (let life = 0; life < LIVES; life++) {
    const before = head();
    for (let n = 0; n < EVENTS_PER_LIFE; n++)
      agent.say({ type: "notice", data: { kind: "test", text: `life ${life}, word ${n}` } });
    await until("what was said in this life", () => head() >= before + EVENTS_PER_LIFE);
    await daemon.stop("keep");
    await daemon.start();
  }
  await daemon.stop("keep");
  eventsRead = 0;
  await daemon.start();
  expect(head()).toBeGreaterThan(LIVES * EVENTS_PER_LIFE);
  expect(eventsRead).toBeLessThan(600);
});
