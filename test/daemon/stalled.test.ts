import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { initialState, summaryOf } from "../../src/core/index.ts";
import type { Log } from "../../src/log/index.ts";
import { rawStream } from "../kit/raw-request.ts";
import { collect, type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const ndjson = { accept: "application/x-ndjson" };

/** A session whose turn has ended, with so many long events. */
async function longSession(daemon: TestDaemon, { events, bytes }: { events: number; bytes: number }): Promise<string> {
  const { session, agent } = await daemon.working();
  for (let n = 0; n < events; n++) agent.say({ type: "notice", data: { kind: "n", text: "x".repeat(bytes) } });
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  return session;
}

/** Asks, hears the first words, and reads no more. */
function stall({ paths }: TestDaemon, path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(paths.socket);
    onTestFinished(() => void socket.destroy());
    socket.on("error", reject);
    socket.once("data", () => {
      socket.pause();
      resolve(socket);
    });
    socket.write(`GET ${path} HTTP/1.1\r\nhost: skein\r\naccept: ${ndjson.accept}\r\n\r\n`);
  });
}

test("[R-27] followers that stall all over a long log change nothing for one that reads", async () => {
  const daemon = await testDaemon();
  const session = await longSession(daemon, { events: 600, bytes: 1000 });
  for (let n = 0; n < 50; n++) await stall(daemon, `/v1/sessions/${session}/events?follow=1&after=${n}`);
  const reader = collect(daemon.client.follow(session, { after: 0 }));
  const { seq: last } = await daemon.ofType(session, "turn_end");
  await until("everything", () => reader.seqs().includes(last));
  expect(reader.seqs()).toEqual(Array.from({ length: last }, (_, index) => index + 1));
});

const sessionIds = Array.from({ length: 300 }, (_, n) => `5e551011-0000-4000-8000-${String(n).padStart(12, "0")}`);

/** A list of 1.5 MB: more than the system keeps for a client that does not read. */
async function addSessions(log: Log, ids: readonly string[], lastActiveAt: string): Promise<void> {
  const title = "x".repeat(5000);
  await Promise.all(
    ids.map((session) => {
      const summary = { ...summaryOf(session, initialState), title, lastActiveAt };
      return log.append({ session, events: [], summary, isBusy: false });
    }),
  );
}

test("a long list names every session once, however they move while it is sent", async () => {
  const daemon = await testDaemon();
  await addSessions(daemon.log, sessionIds, "2026-01-01T00:00:00.000Z");
  const list = await rawStream({ socketPath: daemon.paths.socket, path: "/v1/sessions", headers: ndjson });
  list.pause();
  await addSessions(daemon.log, sessionIds.slice(0, 50), "2026-01-02T00:00:00.000Z");
  await addSessions(daemon.log, sessionIds.slice(-50), "2025-12-31T00:00:00.000Z");
  list.resume();
  await list.ended;
  const listed = list.text().trimEnd().split("\n");
  expect(listed.map((line) => JSON.parse(line).id).toSorted()).toEqual(sessionIds);
});

test("[R-27] a client that does not read its list is cut after a minute, and others get theirs", async () => {
  const daemon = await testDaemon();
  await addSessions(daemon.log, sessionIds, "2026-01-01T00:00:00.000Z");
  const stalled = await stall(daemon, "/v1/sessions");
  expect(await daemon.client.sessions()).toHaveLength(sessionIds.length);
  daemon.clock.advance(60_000);
  const chunks: Buffer[] = [];
  const closed = new Promise((resolve) => stalled.once("close", resolve));
  stalled.on("data", (chunk) => chunks.push(chunk));
  stalled.resume();
  await closed;
  // The empty chunk that says that it was all did not come.
  const received = Buffer.concat(chunks);
  expect(received.length).toBeLessThan(1_000_000);
  expect(received.subarray(-7).toString()).not.toBe("\r\n0\r\n\r\n");
});
