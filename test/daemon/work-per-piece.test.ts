// What a piece of text costs does not grow with the session that it is said in: calls of the log are counted, and events that they give.
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { countedLog } from "../kit/counted-log.ts";
import { collect, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "../log/temporary-log.ts";

/** What was asked of the log from a piece of text until a follower had it, in a session of at least so many events. */
async function workOfAPiece(events: number): Promise<string[]> {
  const { log, calls } = countedLog(openSqliteLog({ path: temporaryPath() }));
  const daemon = await testDaemon(log);
  const { session, agent } = await daemon.working();
  agent.say(...Array.from({ length: events }, () => ({ type: "plan" as const, data: { entries: [] } })));
  await until("all of them", () => (log.summary(session)?.head ?? 0) > events);
  const head = log.summary(session)?.head ?? 0;
  const follower = collect(daemon.client.follow(session, { after: head, epoch: log.epoch }));
  const say = async (seq: number): Promise<void> => {
    // So that it is the first piece of a new moment.
    daemon.clock.advance(20);
    agent.say({ type: "agent_message", data: { messageId: "m1", text: "one piece" } });
    await until("the piece", () => follower.seqs().includes(seq));
  };
  // The first one finds the follower still on its way.
  await say(head + 1);
  calls.length = 0;
  await say(head + 2);
  return calls.filter((call) => !call.startsWith("condition"));
}

test("[R-42] a piece of text in a session of ten thousand events asks as much of the log as in one of ten", async () => {
  const few = await workOfAPiece(10);
  expect(few).toContain("append 1");
  // It reaches its follower as it was stored.
  expect(few.filter((call) => call.startsWith("read "))).toEqual([]);
  expect(await workOfAPiece(10_000)).toEqual(few);
});
