// Arranging sessions over the wire: what every client sees of it, and when.
import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const HOUR_MS = 3_600_000;

test("a pin, a mark and a place are seen by every client, last over a restart, and are no activity", async () => {
  const daemon = await testDaemon();
  const first = await daemon.newSession("first");
  daemon.clock.advance(HOUR_MS);
  const second = await daemon.newSession("second");
  const before = daemon.log.summary(first);
  const page = daemon.newClient("page");
  const seen: unknown[] = [];
  const leaving = new AbortController();
  const rows = page.followRows(() => ({}), { after: 0, epoch: undefined, signal: leaving.signal });
  const following = (async () => {
    for await (const item of rows) if (item.kind === "change" && "row" in item.change) seen.push(item.change.row);
  })();
  await until("both rows", () => seen.length === 2);
  const { seq, outcome } = await daemon.client.arrange(first, { pinned: true, unread: true, position: "a5" });
  expect(outcome).toEqual({ state: "arranged", pinned: true, unread: true, position: "a5" });
  await daemon.inTime("the row", () => seen.length === 3);
  expect(seen[2]).toEqual({
    ...before,
    reason: { ...before?.reason, seq },
    head: seq,
    pinned: true,
    unread: true,
    position: "a5",
    active: false,
  });
  leaving.abort();
  await following;
  await daemon.restart();
  const now = await daemon.client.sessions();
  expect(now.map(({ id, pinned, unread }) => [id, pinned, unread])).toEqual([
    [second, undefined, undefined],
    [first, true, true],
  ]);
});

test("looking again at what was read leaves neither an event nor a receipt", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  const head = (): number => daemon.log.summary(session)?.head ?? 0;
  await daemon.client.acknowledge(session, head());
  const read = head();
  for (let look = 0; look < 5; look++) {
    const { id, outcome, seq } = await daemon.client.acknowledge(session, head());
    expect([seq, outcome.upTo, daemon.log.receipt(id)]).toEqual([0, read, null]);
  }
  expect(head()).toBe(read);
});

test("a snoozed session comes back by itself at its time, unread, also over a restart and after its process has gone", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("api");
  const at = new Date(Date.parse(daemon.clock.now()) + 2 * HOUR_MS);
  await daemon.client.arrange(session, { snooze: { until: at.toISOString().replace("Z", "+00:00") } });
  const row = () => daemon.log.summary(session);
  expect(row()).toMatchObject({ snooze: { until: at.toISOString() } });
  daemon.clock.advance(HOUR_MS);
  await daemon.restart();
  expect(row()).toMatchObject({ snooze: { until: at.toISOString() } });
  daemon.clock.advance(HOUR_MS);
  await daemon.inTime("it to come back", () => row()?.snooze === undefined);
  expect(row()?.unread).toBe(true);
  expect(daemon.events(session).at(-1)).toMatchObject({
    type: "arranged",
    by: { kind: "daemon" },
    data: { snooze: null, unread: true },
  });
});

test("a snoozed session that asks something is back at once", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  await daemon.client.arrange(session, { snooze: { until: null } });
  expect(daemon.log.summary(session)).toMatchObject({ status: "running", snooze: { until: null } });
  agent.say({
    type: "permission",
    data: {
      ...{ id: "q1", state: "asked", title: "Run `ls`", detail: "ls" },
      options: [{ id: "yes", label: "Allow once", kind: "allow_once" }],
    },
  });
  await until("the question", () => daemon.log.summary(session)?.status === "waiting");
  expect(daemon.log.summary(session)).not.toHaveProperty("snooze");
  const last = await until("the end of the snooze", () =>
    daemon
      .events(session)
      .slice(-1)
      .find(({ type }) => type === "arranged"),
  );
  expect(last).toMatchObject({ by: { kind: "daemon" }, data: { snooze: null } });
});

test.for([{ position: "a0" }, { position: "A" }, { snooze: { until: "tomorrow" } }, { pinned: 1 }])(
  "refuses %j",
  async (wish) => {
    const daemon = await testDaemon();
    const session = await daemon.newSession();
    await expect(daemon.client.arrange(session, wish as never)).rejects.toMatchObject({ code: "invalid_body" });
  },
);
