// When a session was last active, as lists, `@last` and followers of the list tell it: the newest activity of anyone.
import { expect, test, vi } from "vitest";
import { rawRequest } from "../kit/raw-request.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const HOUR_MS = 3_600_000;

test("[R-06] the end of a turn is activity, and stays it after somebody has read it: in lists, pages, the stream and @last", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const promptedAt = daemon.log.summary(session)?.lastActiveAt ?? "";
  daemon.clock.advance(HOUR_MS);
  const other = await daemon.newSession("other");
  daemon.clock.advance(HOUR_MS);
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  const endedAt = daemon.events(session).find(({ type }) => type === "turn_end")?.at;
  daemon.clock.advance(60_000);
  const page = daemon.newClient("page");
  const leaving = new AbortController();
  const told: unknown[] = [];
  const following = (async () => {
    for await (const item of page.followRows(() => ({}), { after: 0, signal: leaving.signal }))
      if (item.kind === "change" && "row" in item.change && item.change.row.id === session)
        told.push(item.change.row.activityAt);
  })();
  await until("the row", () => told.length === 1);
  await daemon.client.acknowledge(session, daemon.log.summary(session)?.head ?? 0);
  await daemon.inTime("the row of what was read", () => told.length === 2);
  leaving.abort();
  await following;
  expect(told).toEqual([endedAt, endedAt]);
  const rows = await daemon.client.sessions({ sort: "active" });
  expect(rows.map(({ id }) => id)).toEqual([session, other]);
  expect(rows[0]).toMatchObject({ lastActiveAt: promptedAt, activityAt: endedAt, status: "idle" });
  const last = await daemon.client.resolve({ ref: "@last", cwd: daemon.workspace });
  expect(last.session.id).toBe(session);
  const since = new Date(Date.parse(promptedAt) + 1000).toISOString();
  expect((await daemon.client.sessions({ since })).map(({ id }) => id)).toEqual([other]);
});

test("pages of the list go on behind a session whose agent was active last", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  daemon.clock.advance(HOUR_MS);
  const other = await daemon.newSession("other");
  daemon.clock.advance(HOUR_MS);
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path = `/v1/sessions?limit=1${cursor && `&cursor=${cursor}`}`;
    const { body } = await rawRequest({ socketPath: daemon.paths.socket, path });
    const { items, next }: { items: { id: string }[]; next: string | null } = JSON.parse(body);
    seen.push(...items.map(({ id }) => id));
    cursor = next;
  }
  expect(seen).toEqual([session, other]);
});

test("a session is found by its name without a look at the list, also if the last selected one was archived", async () => {
  const daemon = await testDaemon();
  const wanted = await daemon.newSession("wanted");
  const selected = await daemon.newSession("selected");
  await daemon.client.archive(selected, true);
  const looks = vi.spyOn(daemon.log, "sessions");
  const { session } = await daemon.client.resolve({ ref: "wanted", cwd: daemon.workspace });
  expect([session.id, looks.mock.calls.length]).toEqual([wanted, 0]);
});
