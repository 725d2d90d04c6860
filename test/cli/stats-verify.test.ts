import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { daemonOnDisk } from "../kit/daemon-on-disk.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { unreadableLog } from "../kit/unreadable-log.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, cliOf, done, text } from "./cli-daemon.ts";

const DAY_MS = 86_400_000;

test("stats counts sessions, turns, tokens and cost: today, in seven days, and in all", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const spend = async (costUsd: number): Promise<void> => {
    agent.say({ type: "usage", inputTokens: 100, outputTokens: 10, costUsd }, text("ok"), done);
    const turns = (): number => daemon.types(session).filter((type) => type === "turn_end").length;
    await daemon.event(session, ({ type }) => type === "turn_end" && turns() > 0);
  };
  await spend(1);
  await daemon.newSession("other");
  await run(["archive", "other"]);
  const told = async (afterMs: number) =>
    JSON.parse((await run(["stats", "--json"], { nowMs: Date.parse(daemon.clock.now()) + afterMs })).out);
  const amounts = { sessions: 1, turns: 1, inputTokens: 100, outputTokens: 10, costUsd: 1 };
  const nothing = { sessions: 0, turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const now = await told(0);
  expect(now).toMatchObject({
    v: 1,
    sessions: { total: 1, byStatus: { waiting: 1 }, byAgent: { scripted: 1 }, archived: 1, trash: 0 },
    periods: { today: amounts, week: amounts, all: amounts },
    database: { events: daemon.log.lastCommit() },
  });
  expect((await told(3 * DAY_MS)).periods).toMatchObject({ today: nothing, week: amounts, all: amounts });
  expect((await told(9 * DAY_MS)).periods).toMatchObject({ today: nothing, week: nothing, all: amounts });
  await run(["delete", session]);
  expect(await told(0)).toMatchObject({ sessions: { total: 0, trash: 1 }, periods: { all: amounts } });
  const { out } = await run(["stats"]);
  expect(out).toMatch(/^0 sessions; 1 archived, 1 in the trash\n\n +TURNS +IN SESSIONS/);
  expect(out).toMatch(/\nall +1 +1 +100 +10 +\$1\.00\n/);
});

test("stats has the list's words for what sessions do, and groups long numbers as other lists do", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "usage", inputTokens: 1_234_567, outputTokens: 2280, costUsd: 0 }, text("ok"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  const { out } = await run(["stats"]);
  expect(out).toContain("\n  1 done\n");
  expect(out).toMatch(/\nall +1 +1 +1,234,567 +2,280 +-\n/);
  expect(JSON.parse((await run(["stats", "--json"])).out).sessions.byStatus).toEqual({ waiting: 1 });
});

test("what was deleted for good counts no more, though forks stand on it", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "usage", inputTokens: 100, outputTokens: 10, costUsd: 1 }, text("ok"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  expect((await run(["fork", session])).code).toBe(0);
  await run(["delete", session]);
  const nowMs = Date.parse(daemon.clock.now());
  const periods = async () => JSON.parse((await run(["stats", "--json"], { nowMs })).out).periods;
  const amounts = { sessions: 1, turns: 1, inputTokens: 100 };
  expect(await periods()).toMatchObject({ today: amounts, week: amounts, all: amounts });
  expect((await run(["prune", "--trash", "-y"])).out).toMatch(
    /\n\d+ events deleted for good\n1 deleted session kept in part, because forks depend on it\n$/,
  );
  const nothing = { sessions: 0, turns: 0, inputTokens: 0 };
  expect(await periods()).toMatchObject({ today: nothing, week: nothing, all: nothing });
});

test("a copy that was imported under a new id is not counted again", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "usage", inputTokens: 100, outputTokens: 10, costUsd: 1 }, text("ok"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  const { out: stdin } = await run(["export", session]);
  expect((await run(["import", "-", "--as-new"], { stdin })).code).toBe(0);
  const nowMs = Date.parse(daemon.clock.now());
  const periods = async () => JSON.parse((await run(["stats", "--json"], { nowMs })).out).periods;
  const once = { sessions: 1, turns: 1, inputTokens: 100, outputTokens: 10, costUsd: 1 };
  expect(await periods()).toMatchObject({ today: once, week: once, all: once });
});

test("a copy of a session that is elsewhere counts for what is done in it, and its fork for nothing yet", async () => {
  const { daemon: there, run: runThere } = await cliDaemon();
  const { session, agent } = await there.working("go");
  agent.say({ type: "usage", inputTokens: 100, outputTokens: 10, costUsd: 1 }, text("ok"), done);
  await there.event(session, ({ type }) => type === "turn_end");
  const { out: stdin } = await runThere(["export", session]);
  const { daemon, run } = await cliDaemon();
  const copy: string = JSON.parse((await run(["import", "-", "--as-new", "--json"], { stdin })).out).session.id;
  await daemon.send(copy, "and on");
  const second = await daemon.run();
  second.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt", () => second.prompts.length > 0);
  second.say({ type: "usage", inputTokens: 5, outputTokens: 1, costUsd: 2 }, text("ok"), done);
  await daemon.event(copy, ({ type, data }) => type === "turn_end" && data.turn === "t2");
  expect((await run(["fork", copy])).code).toBe(0);
  const own = { sessions: 1, turns: 1, inputTokens: 5, outputTokens: 1, costUsd: 2 };
  const { out } = await run(["stats", "--json"], { nowMs: Date.parse(daemon.clock.now()) });
  expect(JSON.parse(out).periods).toMatchObject({ today: own, week: own, all: own });
});

test("a session that was imported under its own id counts with all that it brings", async () => {
  const { daemon: there, run: runThere } = await cliDaemon();
  const { session, agent } = await there.working("go");
  agent.say({ type: "usage", inputTokens: 100, outputTokens: 10, costUsd: 1 }, text("ok"), done);
  await there.event(session, ({ type }) => type === "turn_end");
  const { out: stdin } = await runThere(["export", session]);
  const { daemon, run } = await cliDaemon();
  await run(["import", "-"], { stdin });
  const { out } = await run(["stats", "--json"], { nowMs: Date.parse(daemon.clock.now()) });
  expect(JSON.parse(out).periods.all).toMatchObject({ sessions: 1, turns: 1, inputTokens: 100, costUsd: 1 });
});

test("verify finds a session whole, and names its long texts", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  await daemon.send(session, "long ".repeat(20_000));
  const told = JSON.parse((await run(["verify", "api", "--json"])).out);
  expect(told).toMatchObject({ v: 1, ok: true, session, blobs: 1, broken: null });
  expect((await run(["verify"])).out).toMatch(/^api is intact: \d+ events and 1 long text\n$/);
});

test("verify tells the first event that was changed after it was written, with exit code 1", async () => {
  const { daemon, tamper } = await daemonOnDisk();
  const { run } = cliOf(daemon);
  await daemon.newSession("api");
  daemon.means(/event 2 of session .* was changed after it was written/);
  tamper("UPDATE events SET data = '{ }' WHERE seq = 2");
  expect(await run(["verify", "api"])).toEqual({
    code: 1,
    out: "",
    err:
      "error: api is damaged at event 2\nwhy: the event was changed after it was written, or is missing\n" +
      "fix: repair it from backups and readable data: skein daemon recover\n",
  });
});

test("verify tells a long text that is gone or another one", async () => {
  const { daemon, tamper } = await daemonOnDisk();
  const { run } = cliOf(daemon);
  const session = await daemon.newSession("api");
  await daemon.send(session, "long ".repeat(20_000));
  tamper("UPDATE blob_parts SET bytes = CAST(replace(bytes, 'long', 'lung') AS BLOB)");
  expect((await run(["verify", "api"])).err).toMatch(
    /^error: api is damaged at event 3\nwhy: its long text \w{64} was changed after it was written/,
  );
  tamper("DELETE FROM blob_parts; DELETE FROM blobs");
  expect((await run(["verify", "api"])).err).toMatch(
    /^error: api is damaged at event 3\nwhy: its long text \w{64} is missing/,
  );
});

test("verify reads an exported file, and names the first line that is wrong", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  // Node's own readline would end a line there.
  await daemon.send(session, "go\u2028on");
  const { out } = await run(["export", "api"]);
  const lines = out.trimEnd().split("\n");
  const file = (name: string, content: readonly string[]): string => {
    writeFileSync(join(daemon.workspace, name), content.map((line) => `${line}\n`).join(""));
    return name;
  };
  const newer =
    '{"session":"s","seq":1,"at":"2026-01-01T00:00:00.000Z","type":"from_the_future","by":{"kind":"daemon"},"data":{}}';
  const { events } = JSON.parse((await run(["verify", file("a.jsonl", lines), "--json"])).out);
  expect(events).toBe(lines.length);
  expect((await run(["verify", file("plain", lines)])).out).toContain(`is intact: ${lines.length} events\n`);
  expect((await run(["verify", file("newer.jsonl", [newer])])).out).toContain("1 of types from a newer version");
  const broken = async (...content: string[]): Promise<string> => {
    const { code, err } = await run(["verify", file("b.jsonl", content)]);
    expect(code).toBe(1);
    return err;
  };
  const [first = "", second = ""] = lines;
  expect(await broken(first, lines[2] ?? "")).toContain("damaged in line 2\nwhy: expected event 2, found event 3");
  expect(await broken(first, "{")).toContain("is damaged in line 2\nwhy: the line is not JSON");
  expect(await broken('{"seq":1}')).toContain(
    "damaged in line 1\nwhy: the line is not an event: its session is missing",
  );
  expect(await broken(first, second.replace('"selected"', '"turn_start"'))).toContain(
    'its data does not fit an event "turn_start"',
  );
  expect((await run(["verify", "gone.jsonl"])).code).toBe(3);
});

test("stats --by counts by day, agent or directory, with what agents report of their quotas", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const quota = { window: "5 hours", usedPercent: 42, resetsAt: null };
  agent.say(
    { type: "usage", inputTokens: 1200, outputTokens: 10, costUsd: 1 },
    { type: "quota_reported", data: quota },
  );
  agent.say(text("ok"), done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  const nowMs = Date.parse(daemon.clock.now());
  const { out } = await run(["stats", "--by", "agent"], { nowMs });
  expect(out).toMatch(
    /^AGENT +TURNS +TOKENS IN +TOKENS OUT +COST\nscripted +1 +1,200 +10 +\$1\.00\nall +1 +1,200 +10 +\$1\.00\n/,
  );
  expect(out).toContain("quota of scripted, 5 hours: 42 % used\n");
  const told = JSON.parse((await run(["stats", "--by", "directory", "--since", "7d", "--json"], { nowMs })).out);
  expect(told).toMatchObject({ v: 1, rows: [{ name: daemon.workspace, turns: 1 }], quotas: [{ usedPercent: 42 }] });
  for (const [wrong, message] of [
    [["--by", "moon"], `--by can't be "moon"\nfix: write day, month, agent or directory`],
    [["--since", "7d"], "--since needs --by\nfix: say what to count by: skein stats --by day --since 7d"],
    [["--by", "day", "--since", "soon"], `--since can't be "soon"\nfix: `],
  ] as const) {
    const { code, err } = await run(["stats", ...wrong]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  }
});

test("stats --by tells times as other commands do, directories with ~, and what it counts", async () => {
  const { daemon, run } = await cliDaemon();
  const nowMs = Date.parse(daemon.clock.now());
  const by = (...args: string[]) => run(["stats", "--by", ...args], { nowMs, env: { HOME: daemon.workspace } });
  expect((await by("day", "--since", "0d")).out).toBe("no agent has worked today\n");
  const [day = ""] = new Date(nowMs - 7 * DAY_MS).toISOString().split("T");
  expect((await by("day", "--since", "7d")).out).toBe(`no agent has worked since ${day}\n`);
  const { session, agent } = await daemon.working("go");
  const quota = (window: string, resetsAt: string): Parameters<typeof agent.say>[0] => ({
    ...{ type: "quota_reported", data: { window, usedPercent: 42, resetsAt } },
  });
  const soon = new Date(new Date(nowMs).setHours(23, 30, 0, 0));
  const later = new Date(soon.getTime() + DAY_MS);
  agent.say(quota("5 hours", soon.toISOString()), quota("week", later.toISOString()));
  agent.say({ type: "usage", inputTokens: 1, outputTokens: 1 }, done);
  await daemon.event(session, ({ type }) => type === "turn_end");
  const { out } = await by("directory", "--since", "7d");
  expect(out).toMatch(new RegExp(`\n~ +1 +1 +1 +-\nall +1 +1 +1 +-\nsince ${day}\n`));
  expect(out).toContain("quota of scripted, 5 hours: 42 % used, resets at 23:30\n");
  expect(out).toContain("quota of scripted, week: 42 % used, resets tomorrow at 23:30\n");
});

test("stats --by says which sessions it could not count", async () => {
  const unreadable = new Set<unknown>();
  const log = unreadableLog(createMemoryLog(), (session) => unreadable.has(session));
  const { daemon, run } = cliOf(await testDaemon(log));
  await daemon.newSession("one");
  unreadable.add(await daemon.newSession("two"));
  expect((await run(["stats", "--by", "day"])).out).toContain("1 session could not be read and is not counted");
  expect(JSON.parse((await run(["stats", "--by", "day", "--json"])).out)).toMatchObject({ unreadable: 1 });
});
