// What agents have used, by day: in days of the asker's time zone, each turn once, and with what agents report of their quotas.
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import type { UsageAnswer } from "../../src/protocol/index.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const end: Fact = { type: "turn_end", reason: "completed" };
const used = (inputTokens: number, costUsd?: number): Fact => ({
  ...{ type: "usage", inputTokens, outputTokens: 1 },
  ...(costUsd === undefined ? {} : { costUsd }),
});

async function turn(daemon: TestDaemon, session: string, ...facts: Fact[]): Promise<void> {
  const ends = (): number => daemon.types(session).filter((type) => type === "turn_end").length;
  const before = ends();
  const text = `prompt ${before}`;
  const known = daemon.keeper.runs.length;
  await daemon.send(session, text);
  const agent = await daemon.inTime("the agent to get the prompt", () => {
    const { runs } = daemon.keeper;
    const run = runs.at(-1);
    if (run && runs.length > known && !bound.has(run)) {
      bound.add(run);
      run.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    }
    return run?.prompts.includes(text) ? run : null;
  });
  agent.say(...facts, end);
  await until("the turn to end", () => ends() > before);
}

const bound = new Set<object>();

const days = ({ items }: UsageAnswer): unknown[] =>
  items.map(({ day, turns, inputTokens, outputTokens, costUsd }) => [day, turns, inputTokens, outputTokens, costUsd]);

test("turns, tokens and cost are counted on the day of the asker's time zone", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  await turn(daemon, session, used(10, 0.5), used(5));
  daemon.clock.advance(23 * HOUR + 30 * 60_000);
  await turn(daemon, session, used(100));
  expect(days(await daemon.client.usage())).toEqual([["2026-01-01", 2, 115, 3, 0.5]]);
  expect(days(await daemon.client.usage({ zone: "Asia/Kolkata" }))).toEqual([
    ["2026-01-01", 1, 15, 2, 0.5],
    ["2026-01-02", 1, 100, 1, 0],
  ]);
  expect(days(await daemon.client.usage({ zone: "America/New_York" }))).toEqual([
    ["2025-12-31", 1, 15, 2, 0.5],
    ["2026-01-01", 1, 100, 1, 0],
  ]);
  // Only what came since is read, and a new daemon counts the same.
  await turn(daemon, session, used(1000));
  expect(days(await daemon.client.usage())).toEqual([["2026-01-01", 3, 1115, 4, 0.5]]);
  await daemon.restart();
  expect(days(await daemon.client.usage())).toEqual([["2026-01-01", 3, 1115, 4, 0.5]]);
});

test("what a fork inherits is counted in its origin alone; sessions in the trash count until they are deleted for good", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("origin");
  await turn(daemon, session, used(10));
  const { session: fork } = await daemon.client.fork(session, {});
  expect(days(await daemon.client.usage())).toEqual([["2026-01-01", 1, 10, 1, 0]]);
  await daemon.client.trash(fork.id);
  await daemon.client.trash(session);
  expect(days(await daemon.client.usage())).toEqual([["2026-01-01", 1, 10, 1, 0]]);
  await daemon.client.emptyTrash();
  expect(days(await daemon.client.usage())).toEqual([]);
});

test("only the days since a time are given, at most some years back", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  await turn(daemon, session, used(10));
  daemon.clock.advance(40 * DAY);
  await turn(daemon, session, used(20));
  expect(await daemon.client.usage()).toMatchObject({ since: "2026-01-11", until: "2026-02-10" });
  expect(days(await daemon.client.usage())).toEqual([["2026-02-10", 1, 20, 1, 0]]);
  expect(days(await daemon.client.usage({ since: "2026-01-01T00:00:00Z" }))).toHaveLength(2);
  expect((await daemon.client.usage({ since: "1970-01-01T00:00:00Z" })).since).toBe("2023-12-03");
  await expect(daemon.client.usage({ since: "yesterday" })).rejects.toMatchObject({ code: "invalid_time" });
  await expect(daemon.client.usage({ zone: "Mars/Olympus" })).rejects.toMatchObject({ code: "invalid_time" });
});

test("the newest report of each quota is given, and an old one is said to be over; a report that says nothing new is not kept", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const quota = (usedPercent: number, resetsAt: string | null): Fact => ({
    type: "quota_reported",
    data: { window: "5 hours", usedPercent, resetsAt },
  });
  const at = "2026-01-01T02:00:00.000Z";
  await turn(daemon, session, quota(12.1, at), quota(12.9, at), quota(13, at), used(1));
  const reports = daemon.types(session).filter((type) => type === "quota_reported");
  expect(reports).toHaveLength(2);
  const expected = { agent: "scripted", window: "5 hours", usedPercent: 13, resetsAt: at };
  expect((await daemon.client.usage()).quotas).toMatchObject([{ ...expected, isOver: false }]);
  daemon.clock.advance(3 * HOUR);
  expect((await daemon.client.usage()).quotas).toMatchObject([{ ...expected, isOver: true }]);
});

test("only days of the period are given, whatever times an imported session has, and its quotas are another machine's", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  await turn(daemon, session, used(10), {
    type: "quota_reported",
    data: { window: "5 hours", usedPercent: 13, resetsAt: null },
  });
  const imported = "aaaaaaaa-0000-4000-8000-000000000001";
  const workspace = { id: "w1", path: "/elsewhere" };
  const line = (seq: number, type: string, data: unknown, at: string): string =>
    `${JSON.stringify({ session: imported, seq, at, type, by: { kind: "agent" }, data })}\n`;
  const times = [
    "+275760-09-13T00:00:00.000Z",
    "-271821-04-20T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    "0000-01-01T00:00:00.000Z",
    "2026-01-02T00:30:00.000Z",
    "2025-12-31T12:00:00.000Z",
  ];
  const [latest = ""] = times;
  const start = { agent: "scripted", workspace, name: null, resumed: false };
  const quota = { window: "5 hours", usedPercent: 99_999, resetsAt: latest };
  const lines = [
    line(1, "session_start", start, latest),
    line(2, "quota_reported", quota, latest),
    ...times.map((at, n) => line(n + 3, "usage", { turn: "t1", inputTokens: 1, outputTokens: 0 }, at)),
  ];
  await daemon.client.importSession(Readable.from([Buffer.from(lines.join(""))]));
  for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Niue"]) {
    const answer = await daemon.client.usage({ zone });
    expect(answer.items.every(({ day }) => day >= answer.since && day <= answer.until)).toBe(true);
    expect(answer.quotas).toMatchObject([{ window: "5 hours", usedPercent: 13 }]);
  }
  expect(days(await daemon.client.usage())).toEqual([
    ["2025-12-31", 0, 1, 0, 0],
    ["2026-01-01", 1, 10, 1, 0],
  ]);
});

test("a period that begins in the future is today", async () => {
  const daemon = await testDaemon();
  const answer = await daemon.client.usage({ since: "+275760-09-13T00:00:00.000Z" });
  expect(answer).toMatchObject({ since: "2026-01-01", until: "2026-01-01" });
});
