// Cursors that the daemon can't go on from: of a log that was restored, ahead of it, from before its beginning, or no cursor at all.
import { expect, test } from "vitest";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { daemonOnDisk } from "../kit/daemon-on-disk.ts";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { collect, type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

/** What a follower was given, as words: seqs, and the frames that matter. */
const story = (items: ReturnType<typeof collect>["items"]): (number | string)[] =>
  items.flatMap((item): (number | string)[] => {
    if (item.kind === "event") return [item.event.seq];
    return item.frame.frame === "reset" ? [`reset: ${item.frame.reason}`] : [];
  });

/** Another database, with another epoch, that has a session's first events only. */
async function backupOf({ log }: TestDaemon, session: string, head: number): Promise<Log> {
  const backup = createMemoryLog();
  const { events } = log.read({ session, after: 0, limit: head });
  const summary = log.summary(session);
  if (!summary) throw new Error("no such session");
  const change = { session, events: events.map(({ line }) => JSON.parse(line)), isBusy: false };
  await backup.append({ ...change, summary: { ...summary, head } });
  return backup;
}

test("[M-18] a daemon restored from a backup tells its followers to start over, and they have the new history, once", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("api");
  for (let n = 0; n < 3; n++) await daemon.client.select(session);
  const follower = collect(daemon.client.follow(session, { after: 0 }));
  await until("all of the old history", () => follower.seqs().at(-1) === 5);
  await daemon.stop();
  daemon.log = await backupOf(daemon, session, 2);
  await daemon.start();
  await daemon.newClient("other").select(session);
  await until("the new history", () => follower.seqs().length === 8);
  expect(story(follower.items)).toEqual([1, 2, 3, 4, 5, "reset: epoch", 1, 2, 3]);
  const last = follower.items.findLast((item) => item.kind === "event");
  expect(last).toMatchObject({ event: { type: "selected", by: { name: "other" } } });
});

test("a cursor ahead of the log is reset, and what comes then is the log from its beginning", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const follower = collect(daemon.client.follow(session, { after: 900, epoch: daemon.log.epoch }));
  await until("everything", () => follower.seqs().length === 2);
  expect(story(follower.items)).toEqual(["reset: ahead", 1, 2]);
});

/** The only session's first events go, as the tables provide for it. */
const PRUNED_BEFORE_4 = `
  UPDATE sessions SET first_seq = 4, first_chain = (SELECT chain FROM events WHERE seq = 3);
  DELETE FROM events WHERE seq < 4`;

test("a cursor from before a pruned log's beginning starts over there; a new follower simply starts there", async () => {
  const { daemon, tamper } = await daemonOnDisk();
  const session = await daemon.newSession();
  for (let n = 0; n < 4; n++) await daemon.client.select(session);
  tamper(PRUNED_BEFORE_4);
  expect(daemon.log.verify(session)).toBeNull();
  const late = collect(daemon.client.follow(session, { after: 2, epoch: daemon.log.epoch }));
  const fresh = collect(daemon.client.follow(session, { after: 0 }));
  await until("both", () => [late, fresh].every((follower) => follower.seqs().includes(6)));
  expect(story(late.items)).toEqual(["reset: pruned", 4, 5, 6]);
  expect(story(fresh.items)).toEqual([4, 5, 6]);
});

test("what is no cursor is refused with a sentence", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const path = `/v1/sessions/${session}/events?${query}`;
    const { status, body } = await rawRequest({ socketPath: daemon.paths.socket, path, headers });
    return [status, JSON.parse(body).code, JSON.parse(body).detail];
  };
  const sse = { accept: "text/event-stream" };
  for (const after of ["-1", "1.5", "x", "1e3", "99999999999999999"]) {
    expect(await ask(`after=${after}`, sse)).toEqual([400, "invalid_cursor", expect.stringContaining("after must be")]);
  }
  expect(await ask("after=1", { ...sse, "last-event-id": "abc" })).toEqual([
    400,
    "invalid_cursor",
    'Last-Event-ID must be a whole number, not "abc".',
  ]);
});

test("a reset is said to readers of SSE, too, without an id, so that it does not become their cursor", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const stream = await rawStream({
    socketPath: daemon.paths.socket,
    path: `/v1/sessions/${session}/events?epoch=another`,
    headers: { accept: "text/event-stream", "last-event-id": "1" },
  });
  await until("the backlog", () => stream.text().includes("event: caught_up"));
  const [first = "", second = ""] = stream
    .text()
    .replace(/^retry: \d+\n/, "")
    .split("\n\n");
  expect(first).toMatch(/^event: reset\ndata: \{"epoch":".*","head":2,"reason":"epoch"\}$/);
  expect(second).toMatch(/^event: hello\n/);
  expect([...stream.text().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([1, 2]);
  stream.close();
});
