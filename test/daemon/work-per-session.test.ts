// What finding a session costs does not grow with how many there are; what listing them costs grows with them and no faster.
// Calls of the log are counted, and SQLite is asked how it carries out what they run.
import { DatabaseSync, StatementSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { initialState, summaryOf } from "../../src/core/index.ts";
import { type Log, openSqliteLog } from "../../src/log/index.ts";
import { countedLog } from "../kit/counted-log.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "../log/temporary-log.ts";

async function daemonWith(sessions: number, around = (log: Log): Log => log) {
  const path = temporaryPath();
  const { log, calls } = countedLog(around(openSqliteLog({ path })));
  const daemon = await testDaemon(log);
  // A new daemon looks once for what deleted sessions have left, and lists them all for that. It does so when the disk has answered.
  await until("the daemon to have tidied up", () => calls.some((call) => call.startsWith("sessionIds")));
  await daemon.newSession("wanted");
  const { workspace } = (await daemon.client.sessions())[0]!;
  await Promise.all(
    Array.from({ length: sessions - 1 }, (_, n) => {
      const session = `5e551011-0000-4000-8000-${String(n).padStart(12, "0")}`;
      const summary = { ...summaryOf(session, initialState), workspace, name: `other-${n}` };
      return log.append({ session, events: [], summary, isBusy: false });
    }),
  );
  const asked = async (ask: () => Promise<unknown>): Promise<string[]> => {
    calls.length = 0;
    await ask();
    return calls.filter((call) => !call.startsWith("condition"));
  };
  return { daemon, path, asked };
}

type Ways = Record<"name" | "id" | "directory", string[]>;

/** What finding one of so many sessions asks of the log, in each way to name it. */
async function lookups(sessions: number): Promise<Ways> {
  const { daemon, asked } = await daemonWith(sessions);
  const { client, workspace: cwd } = daemon;
  const { session } = await client.resolve({ ref: "wanted", cwd });
  return {
    name: await asked(() => client.resolve({ ref: "wanted", cwd })),
    id: await asked(() => client.resolve({ ref: session.id.slice(0, 13), cwd })),
    directory: await asked(() => client.resolve({ cwd })),
  };
}

test("[R-42] finding one of ten thousand sessions asks as much of the log as finding one of ten", async () => {
  const few = await lookups(10);
  expect(few.name).toContain("candidates 1");
  expect(await lookups(10_000)).toEqual(few);
});

/** What finding a session asks of the log. A daemon also checks its log from time to time, and that reads all of it. */
const FINDING = ["candidates", "workspace", "summary", "activeAnywhere"];

/** Runs `before` and `after` around each call of the log that finds a session. */
const aroundFinding =
  (before: () => void, after: () => void) =>
  (log: Log): Log =>
    new Proxy(log, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== "function") return value;
        if (!FINDING.includes(String(key))) return value.bind(target) as unknown;
        return (...args: unknown[]) => {
          before();
          try {
            return value.apply(target, args) as unknown;
          } finally {
            after();
          }
        };
      },
    });

test("[R-42] what finds a session goes to its row by an index", async () => {
  let isFinding = false;
  const around = aroundFinding(
    () => {
      isFinding = true;
    },
    () => {
      isFinding = false;
    },
  );
  const { daemon, path } = await daemonWith(10, around);
  const { client, workspace: cwd } = daemon;
  const run = new Set<string>();
  for (const method of ["get", "all", "iterate"] as const) {
    const original = StatementSync.prototype[method] as (...args: unknown[]) => unknown;
    vi.spyOn(StatementSync.prototype, method).mockImplementation(function (this: StatementSync, ...args: unknown[]) {
      if (isFinding) run.add(this.sourceSQL);
      return original.apply(this, args) as never;
    });
  }
  for (const ref of ["wanted", "5e551011-0000-4000-8000-000000000007", undefined]) await client.resolve({ ref, cwd });
  vi.restoreAllMocks();
  const database = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => database.close());
  const scans = [...run]
    .filter((sql) => /\bsessions\b/.test(sql))
    .flatMap((sql) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => `${detail}: ${sql}`),
    );
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.filter((line) => /^SCAN sessions/.test(line))).toEqual([]);
});

/** How many rows of the log a list of so many sessions takes. */
async function rowsOfAList(sessions: number): Promise<number> {
  const { daemon, asked } = await daemonWith(sessions);
  let listed = 0;
  const calls = await asked(async () => {
    listed = (await daemon.client.sessions()).length;
  });
  expect(listed).toBe(sessions);
  return calls.reduce((sum, call) => sum + (Number.parseInt(call.split(" ")[1] ?? "", 10) || 0), 0);
}

test("[R-42] a list of ten thousand sessions takes a thousand times the rows of one of ten", async () => {
  const few = await rowsOfAList(10);
  expect(few).toBeGreaterThanOrEqual(10);
  expect(await rowsOfAList(10_000)).toBe(1000 * few);
});
