// A byte of an event is flipped in the database: a follower is not given it, waits for the repair, and hears of what is lost in its place.
import { expect, test } from "vitest";
import { daemonOnDisk } from "../kit/daemon-on-disk.ts";
import { rawStream } from "../kit/raw-request.ts";
import { collect } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("[A-13] a follower of a log with a flipped byte has every seq once, and the lost one is named", async () => {
  const { daemon, tamper } = await daemonOnDisk();
  const { session, agent } = await daemon.working();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "remember this" } });
  const said = await daemon.ofType(session, "agent_message");
  agent.say({ type: "turn_end", reason: "completed" });
  const end = await daemon.ofType(session, "turn_end");
  daemon.means(/damaged|not as it was written|recovered/);
  tamper("UPDATE events SET data = replace(data, 'remember this', 'remembes this')");
  const follower = collect(daemon.client.follow(session, { after: 0 }));
  await until("the end of the turn", () => follower.seqs().includes(end.seq));
  await daemon.client.select(session);
  await until("what came after it", () => follower.seqs().includes(end.seq + 1));
  const events = follower.items.flatMap((item) => (item.kind === "event" ? [item.event] : []));
  expect(JSON.stringify(events)).not.toContain("remembes");
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: events.length }, (_, index) => index + 1));
  expect(events.filter(({ type }) => type === "lost").map(({ seq }) => seq)).toEqual([said.seq]);
});

test("followers of the list and of all logs outlive a repair of the log, and so does the daemon", async () => {
  const { daemon, tamper } = await daemonOnDisk();
  const { session, agent } = await daemon.working();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "remember this" } });
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  const open = (path: string) =>
    rawStream({ socketPath: daemon.paths.socket, path, headers: { accept: "application/x-ndjson" } });
  const streams = [await open("/v1/changes"), await open("/v1/events?follow=1"), await open("/v1/changes")];
  const lines = ({ text }: { text: () => string }) => text().split("\n");
  for (const stream of streams) await until("it caught up", () => stream.text().includes("caught_up"));

  daemon.means(/damaged|not as it was written|recovered/);
  tamper("UPDATE events SET data = replace(data, 'remember this', 'remembes this')");
  const follower = collect(daemon.client.follow(session, { after: 0 }));
  for (const stream of streams) await stream.ended;
  const byes = streams.map((stream) => lines(stream).filter((line) => line.includes('"bye"')));
  const bye = JSON.stringify({ frame: "bye", reason: "reconnect", retryMs: 2000 });
  expect(byes).toEqual([[bye], [bye], [bye]]);
  await until("the lost one", () => follower.items.some((item) => item.kind === "event" && item.event.type === "lost"));
  expect(await daemon.client.sessions()).toHaveLength(1);
});
