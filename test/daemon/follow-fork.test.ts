// Who follows a fork gets what it inherits, each event as the session wrote it that it comes from, and then what is the fork's own.
import { expect, test } from "vitest";
import type { Followed } from "../../src/client/index.ts";
import { collect, type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

/** A session with six events, and a fork of it that begins after its first one. */
async function forked(): Promise<{ daemon: TestDaemon; session: string; fork: string }> {
  const daemon = await testDaemon();
  const session = await daemon.newSession("fix");
  for (let n = 0; n < 4; n++) await daemon.client.select(session);
  const { session: made } = await daemon.client.fork(session);
  return { daemon, session, fork: made.id };
}

const placesOf = (items: readonly Followed[]): string[] =>
  items.flatMap((item) => (item.kind === "event" ? [`${item.event.session} ${item.event.seq}`] : []));

test("a follower of a fork has everything once and in order, and nothing that the other session did since", async () => {
  const { daemon, session, fork } = await forked();
  const follower = collect(daemon.client.follow(fork, { after: 0 }));
  await until("what is there", () => follower.seqs().length === 3);
  await daemon.client.select(session);
  await daemon.client.select(fork);
  await until("what happens", () => follower.seqs().length === 4);
  expect(placesOf(follower.items)).toEqual([`${session} 1`, `${fork} 2`, `${fork} 3`, `${fork} 4`]);
  const other = collect(daemon.client.follow(session, { after: 0 }));
  await until("the other session", () => other.seqs().length === 7);
  expect(new Set(placesOf(other.items).map((place) => place.split(" ")[0]))).toEqual(new Set([session]));
});

test("a cursor among what is inherited goes on across the border", async () => {
  const { daemon, session, fork } = await forked();
  const second = (await daemon.client.fork(fork)).session.id;
  const follower = collect(daemon.client.follow(second, { after: 1, epoch: daemon.log.epoch }));
  await until("the rest", () => follower.seqs().at(-1) === daemon.events(second).length);
  expect(follower.seqs()[0]).toBe(2);
  expect(daemon.events(second)[0]).toMatchObject({ session, seq: 1 });
});

test("a whole log, as it is exported, has the inherited lines as they are", async () => {
  const { daemon, session, fork } = await forked();
  const lines: string[] = [];
  for await (const { line } of daemon.client.log(fork, { after: 0 })) lines.push(line);
  expect(lines).toEqual(daemon.log.read({ session: fork, after: 0, limit: 100 }).events.map(({ line }) => line));
  expect(lines[0]).toBe(daemon.log.read({ session, after: 0, limit: 1 }).events[0]?.line);
  const page = await daemon.client.events(fork, { before: 99 });
  expect(page.events.map((event) => [event.session, event.seq])).toEqual([
    [session, 1],
    [fork, 2],
    [fork, 3],
  ]);
  expect(page).toMatchObject({ firstSeq: 1, head: 3, more: false });
});
