import { expect, test } from "vitest";
import { sessionHeader } from "../../src/cli/render/session-header.ts";
import { sessionTable } from "../../src/cli/render/session-table.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import type { ListedSession } from "../../src/client/index.ts";
import { listed } from "./listed.ts";

const nowMs = Date.UTC(2026, 0, 1, 12);
const around = {
  style: styleFor({}, false),
  nowMs,
  home: "/home/ada",
  refer: async ({ id }: { id: string }) => id.slice(0, 8),
};
const table = async (sessions: ListedSession[], more = {}): Promise<string> =>
  (await sessionTable(sessions, { ...around, ...more })).join("\n");

const reason = (code: string) => ({ code, text: "", seq: 1 });
const id = (first: string): string => `${first}-0000-4000-8000-000000000000`;

test("[R-31] lists session, name, status and last activity, then agent, place and cost", async () => {
  const sessions = [
    listed({
      name: "api-refactor",
      status: "waiting",
      reason: reason("permission"),
      usage: { inputTokens: 1, outputTokens: 1, costUsd: 1.418 },
    }),
    listed({
      id: id("77e0aa10"),
      name: "docs",
      status: "running",
      reason: reason("running"),
      lastActiveAt: "2026-01-01T11:59:50.000Z",
    }),
    listed({
      id: id("0badcafe"),
      name: null,
      status: "waiting",
      reason: reason("finished"),
      workspace: { id: "x", path: "/srv/infra" },
    }),
    listed({ id: id("11111111"), name: "mobile", status: "error", reason: reason("failed") }),
    listed({ id: id("22222222"), name: "old", status: "stopped", reason: reason("exited") }),
    listed({ id: id("33333333"), name: "held", status: "idle", reason: reason("paused") }),
    listed({ id: id("44444444"), name: "fresh", status: "starting", reason: reason("starting") }),
    listed({ id: id("55555555"), name: "rests" }),
  ];
  expect(`\n${await table(sessions)}\n`).toBe(`
SESSION   NAME          STATUS       LAST ACTIVE  AGENT  WHERE       COST
3f2a9c1e  api-refactor  ▲ needs you  2m ago       demo   ~/src/api   $1.42
77e0aa10  docs          ● running    10s ago      demo   ~/src/api   -
0badcafe  -             ✓ done       2m ago       demo   /srv/infra  -
11111111  mobile        ✗ failed     2m ago       demo   ~/src/api   -
22222222  old           ■ stopped    2m ago       demo   ~/src/api   -
33333333  held          ‖ held       2m ago       demo   ~/src/api   -
44444444  fresh         ○ starting   2m ago       demo   ~/src/api   -
55555555  rests         ◌ idle       2m ago       demo   ~/src/api   -
1 needs you: skein answer 3f2a9c1e
`);
});

test("a session without a name is told by what was asked first", async () => {
  const sessions = [
    listed({ name: null, title: "fix the tests" }),
    listed({ name: null, title: "a\x1b[2Jb of a long prompt that goes on and on" }),
    listed({ name: "named", title: "not shown" }),
    listed({ name: null, title: null }),
  ];
  const names = (await table(sessions)).split("\n").map((line) =>
    line
      .slice(10, 44)
      .split(/ {2}|◌/)[0]
      ?.trim(),
  );
  expect(names.slice(1)).toEqual([
    '"fix the tests"',
    expect.stringMatching(/^"a.*b of a long prompt.*…"$/),
    "named",
    "-",
  ]);
});

test("columns stay straight with wide characters", async () => {
  const sessions = [listed({ name: "日本語" }), listed({ name: "é👩‍👩‍👧" }), listed({ name: "plain" })];
  expect(`\n${await table(sessions)}\n`).toBe(`
SESSION   NAME    STATUS  LAST ACTIVE  AGENT  WHERE      COST
3f2a9c1e  日本語  ◌ idle  2m ago       demo   ~/src/api  -
3f2a9c1e  é👩‍👩‍👧     ◌ idle  2m ago       demo   ~/src/api  -
3f2a9c1e  plain   ◌ idle  2m ago       demo   ~/src/api  -
`);
});

test("plain glyphs where they are wanted, and names can't write on the screen", async () => {
  const sessions = [listed({ name: "a\x1b[2J\nb", status: "waiting", reason: reason("permission") })];
  expect(`\n${await table(sessions, { style: styleFor({ SKEIN_ASCII: "1" }, false) })}\n`).toBe(`
SESSION   NAME  STATUS       LAST ACTIVE  AGENT  WHERE      COST
3f2a9c1e  a b   ! needs you  2m ago       demo   ~/src/api  -
1 needs you: skein answer 3f2a9c1e
`);
});

test("[R-06] last active is the agent's activity while it works, also in the background; --wide has the last act of a person, too", async () => {
  const anHour = {
    lastActiveAt: "2026-01-01T11:00:00.000Z",
    activityAt: "2026-01-01T11:00:00.000Z",
    updatedAt: "2026-01-01T11:59:50.000Z",
  };
  const sessions = [
    listed({ ...anHour, name: "a", status: "running", reason: reason("running") }),
    listed({
      ...{ ...anHour, name: "b", status: "idle", reason: reason("background") },
      background: { tasks: 1, since: "2026-01-01T11:30:00.000Z" },
    }),
    listed({ ...anHour, name: "c", status: "idle", reason: reason("idle") }),
    listed({ ...anHour, activityAt: "2026-01-01T11:30:00.000Z", name: "d", status: "idle", reason: reason("idle") }),
  ];
  const lines = await sessionTable(sessions, around, { memory: new Map() });
  const columns = lines.slice(0, 5).map((line) => line.split(/ {2,}/));
  const at = (name: string): number => columns[0]?.indexOf(name) ?? -1;
  expect(columns.map((row) => [row[at("NAME")], row[at("LAST ACTIVE")], row[at("BY A PERSON")]])).toEqual([
    ["NAME", "LAST ACTIVE", "BY A PERSON"],
    ["a", "10s ago", "1h ago"],
    ["b", "10s ago", "1h ago"],
    ["c", "1h ago", "1h ago"],
    ["d", "30m ago", "1h ago"],
  ]);
  const [running] = sessions;
  if (!running) throw new Error("there is one");
  expect(sessionHeader(running, around).join()).toContain("10s ago");
});
