// Sessions that rest leave the daemon's memory; whoever comes back to one notices nothing.
import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { Session } from "../../src/session/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

/** What really lives, after a collection of garbage. */
const sessionsInMemory = (): number => queryObjects(Session, { format: "count" });

test("however many sessions are looked at, only some of those at rest stay in memory", async () => {
  const daemon = await testDaemon();
  const before = sessionsInMemory();
  const sessions = [];
  for (let n = 0; n < 200; n++) sessions.push(await daemon.newSession());
  for (const session of sessions) await daemon.client.session(session);
  // What a request has just looked at may still be held by it.
  await until("the others to be gone", () => sessionsInMemory() - before <= 101);
}, 60_000);

test("a session that could not be made leaves nothing in memory", async () => {
  const log = createMemoryLog();
  let isFull = false;
  const daemon = await testDaemon({
    ...log,
    append: async (change) => (isFull ? Promise.reject(new Error("no room for it")) : log.append(change)),
  });
  const source = await daemon.newSession();
  const before = sessionsInMemory();
  daemon.means(/no room for it/);
  isFull = true;
  for (let n = 0; n < 10; n++) {
    await expect(daemon.newSession()).rejects.toThrow();
    await expect(daemon.client.fork(source)).rejects.toThrow();
  }
  await until("nothing more than before", () => sessionsInMemory() <= before);
}, 60_000);
