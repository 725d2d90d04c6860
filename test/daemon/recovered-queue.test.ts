// After a recovery the log may be older than what was done: what it still has in a queue may have run already.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

function recover(daemon: TestDaemon): void {
  const at = new Date(Date.parse(daemon.clock.now()) + 1).toISOString();
  const directory = join(daemon.paths.damaged, at.replaceAll(":", "-"));
  mkdirSync(directory, { recursive: true });
  const events = { found: 9, fromGeneration: 9, lost: 0 };
  const report = { at, reason: "it was gone", generation: "g", sessions: 1, events, missing: [], lostWithoutPlace: 0 };
  writeFileSync(join(directory, "report.json"), JSON.stringify({ ...report, withoutBase: [], kept: directory }));
  daemon.clock.advance(1000);
}

test("[A-13] what is queued when the log was recovered is held until a person lets it go, and that is said", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  await daemon.start();
  const { session, agent } = await daemon.working();
  await daemon.send(session, "second");
  await daemon.stop("keep");
  recover(daemon);
  await daemon.start();
  const errors = () => daemon.types(session).filter((type) => type === "error");
  const told = await daemon.ofType(session, "error");
  expect(told.data).toMatchObject({ code: "recovered", message: expect.stringContaining("may have run already") });
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  expect(await daemon.client.queue(session)).toMatchObject({ paused: true, items: [{ text: "second" }] });
  // It is said once, and not by every daemon that follows.
  await daemon.restart();
  expect(errors()).toHaveLength(1);
  await daemon.client.changeQueue(session, { paused: false });
  await until("the prompt to arrive", () => daemon.keeper.runs.some(({ prompts }) => prompts.includes("second")));
  await daemon.restart();
  expect(errors()).toHaveLength(1);
});

test("[A-13] what would go on after its quota when the log was recovered waits for a person", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  daemon.limits = { ...noLimits, resumeAfterQuota: true };
  await daemon.start();
  const { session, agent } = await daemon.working();
  const reset = new Date(Date.parse(daemon.clock.now()) + 3_600_000).toISOString();
  agent.say({ type: "quota_reached", data: { until: reset, text: "5-hour limit reached" } });
  agent.say({ type: "turn_end", reason: "limit", error: "5-hour limit reached" });
  await daemon.ofType(session, "turn_end");
  await daemon.stop("keep");
  recover(daemon);
  await daemon.start();
  expect((await daemon.ofType(session, "error")).data).toMatchObject({ code: "recovered" });
  expect(await daemon.client.queue(session)).toMatchObject({ paused: true, items: [] });
});

test("[A-13] a session without a queue, and one that has gone on since the recovery, are left as they are", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  await daemon.start();
  const { session: idle } = await daemon.working();
  await daemon.stop("keep");
  recover(daemon);
  await daemon.start();
  await daemon.send(idle, "later");
  await daemon.restart();
  expect(await daemon.client.queue(idle)).toMatchObject({ paused: false, items: [{ text: "later" }] });
  expect(daemon.types(idle)).not.toContain("error");
});
