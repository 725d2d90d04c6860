// What lies in the trash: for how long, and what is left of it afterwards.
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ProblemError } from "../../src/client/index.ts";
import { createMemoryLog, type Log, openSqliteLog } from "../../src/log/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "../log/temporary-log.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

const trashOf = ({ log }: TestDaemon): string[] => log.sessionIds({ shelves: ["trash"] });

/** Time goes by, and it is tidied up several times meanwhile. */
async function pass(daemon: TestDaemon, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 6 * HOUR_MS) {
    daemon.clock.advance(Math.min(left, 6 * HOUR_MS));
    await daemon.client.trashed();
    await daemon.client.trashed();
  }
}

const codeOf = (error: unknown): string => (error instanceof ProblemError ? error.code : String(error));
const refusal = (call: Promise<unknown>): Promise<string> => call.then(() => "done", codeOf);

async function deleted(daemon: TestDaemon, name: string): Promise<string> {
  const session = await daemon.newSession(name);
  await daemon.client.trash(session);
  return session;
}

const untilEmpty = (daemon: TestDaemon): Promise<unknown> =>
  until("the trash to be empty", async () => {
    await pass(daemon, HOUR_MS);
    return trashOf(daemon).length === 0;
  });

describe.for<[string, () => Log]>([
  ["memory", createMemoryLog],
  ["SQLite", () => openSqliteLog({ path: temporaryPath() })],
])("with a log in %s", ([, openLog]) => {
  test("[R-36] what was deleted can be brought back for seven days, and is then gone for good", async () => {
    const daemon = await testDaemon(openLog());
    const first = await deleted(daemon, "first");
    daemon.clock.advance(6 * DAY_MS);
    const second = await deleted(daemon, "second");
    expect((await daemon.client.trashed()).items.map(({ id }) => id)).toEqual([second, first]);
    daemon.clock.advance(1.5 * DAY_MS);
    await until("the first to go", () => {
      daemon.clock.advance(HOUR_MS);
      return daemon.log.summary(first) === null;
    });
    expect((await daemon.client.trashed()).items.map(({ id }) => id)).toEqual([second]);
    expect(await refusal(daemon.client.restore(first))).toBe("session_not_found");
    await daemon.client.restore(second);
    expect(await refusal(daemon.client.session(first))).toBe("session_not_found");
    expect((await daemon.client.sessions()).map(({ id }) => id)).toEqual([second]);
    expect(daemon.faults).toEqual([]);
  });

  test("what was due while no daemon ran goes when the next one has run for a day", async () => {
    const daemon = await testDaemon(openLog());
    const session = await deleted(daemon, "old");
    await daemon.stop();
    daemon.clock.advance(8 * DAY_MS);
    await daemon.start();
    await pass(daemon, 23 * HOUR_MS);
    expect(trashOf(daemon)).toEqual([session]);
    await untilEmpty(daemon);
  });

  test("what was due goes when daemons have run for a day in all, however short each runs and however long none does", async () => {
    const daemon = await testDaemon(openLog());
    const session = await deleted(daemon, "old");
    const runShortly = async (): Promise<void> => {
      await daemon.stop();
      daemon.clock.advance(70 * HOUR_MS);
      await daemon.start();
      await pass(daemon, 2 * HOUR_MS);
    };
    for (let starts = 1; starts <= 11; starts++) await runShortly();
    expect(trashOf(daemon)).toEqual([session]);
    for (let starts = 12; starts <= 13; starts++) await runShortly();
    await until("the trash to be empty", () => trashOf(daemon).length === 0);
  });

  test("[R-36] a clock that is a year ahead when a daemon starts takes nothing away, however often one starts", async () => {
    const daemon = await testDaemon(openLog());
    const session = await deleted(daemon, "kept");
    await daemon.stop();
    daemon.clock.jump(YEAR_MS);
    for (let starts = 0; starts < 6; starts++) {
      await daemon.start();
      await pass(daemon, 2 * HOUR_MS);
      await daemon.stop();
    }
    expect(trashOf(daemon)).toEqual([session]);
    daemon.clock.jump(-YEAR_MS);
    await daemon.start();
    await pass(daemon, 5 * DAY_MS);
    expect(trashOf(daemon)).toEqual([session]);
    await daemon.client.restore(session);
    expect((await daemon.client.sessions()).map(({ id }) => id)).toEqual([session]);
    expect(daemon.faults).toEqual([]);
  });

  test("a clock that leaps under a running daemon takes nothing away, and counts when it keeps to it for a day", async () => {
    const daemon = await testDaemon(openLog());
    const session = await deleted(daemon, "kept");
    daemon.clock.jump(YEAR_MS);
    await pass(daemon, 20 * HOUR_MS);
    daemon.clock.jump(YEAR_MS);
    await pass(daemon, 20 * HOUR_MS);
    expect(trashOf(daemon)).toEqual([session]);
    await untilEmpty(daemon);
  });

  test("what is deleted while the clock is years behind has its seven days when it is set right", async () => {
    const daemon = await testDaemon(openLog());
    await daemon.stop();
    daemon.clock.jump(-30 * YEAR_MS);
    await daemon.start();
    const session = await deleted(daemon, "kept");
    daemon.clock.jump(30 * YEAR_MS);
    await pass(daemon, 6.5 * DAY_MS);
    expect(trashOf(daemon)).toEqual([session]);
    await untilEmpty(daemon);
  });

  test("[R-36] the trash is emptied on request, and its followers hear that it is gone", async () => {
    const daemon = await testDaemon(openLog());
    const { session } = await daemon.client.create({ cwd: daemon.workspace, env: { A: "1" } });
    const followed = refusal(
      (async () => {
        for await (const _ of daemon.newClient("other").follow(session.id, { after: 0 }));
      })(),
    );
    await daemon.client.trash(session.id);
    const kept = await daemon.newSession("kept");
    expect(readdirSync(daemon.paths.environments)).toHaveLength(1);
    expect(await daemon.client.emptyTrash()).toMatchObject({ sessions: 1, kept: 0, left: 0 });
    expect(await followed).toBe("session_not_found");
    expect(readdirSync(daemon.paths.environments)).toEqual([]);
    expect(daemon.log.sessionIds({ shelves: ["listed", "archived", "trash"] })).toEqual([kept]);
  });

  test("[R-36] a fork keeps what it stands on when its origin goes for good", async () => {
    const daemon = await testDaemon(openLog());
    const { session, agent } = await daemon.working("one");
    agent.say(
      { type: "agent_message", data: { messageId: "m1", text: "answer" } },
      { type: "turn_end", reason: "completed" },
    );
    await daemon.ofType(session, "turn_end");
    const { session: fork } = await daemon.client.fork(session);
    const before = daemon.events(fork.id);
    await daemon.client.stop(session);
    agent.exit({ kind: "exited", code: 0 });
    await daemon.ofType(session, "agent_exit");
    await daemon.client.trash(session);
    expect(await daemon.client.emptyTrash()).toMatchObject({ sessions: 0, kept: 1 });
    expect(daemon.events(fork.id)).toEqual(before);
    expect(daemon.log.verify(fork.id)).toBeNull();
    expect(await refusal(daemon.client.session(session))).toBe("session_not_found");
  });
});

test("lists are narrowed and ordered by what is asked for, page by page", async () => {
  const daemon = await testDaemon();
  for (const name of ["b", "c", "a"]) {
    await daemon.newSession(name);
    daemon.clock.advance(1000);
  }
  const names = async (query: string): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const path = `/v1/sessions?limit=2&${query}${cursor && `&cursor=${cursor}`}`;
      const { body } = await rawRequest({ socketPath: daemon.paths.socket, path });
      const page = JSON.parse(body) as { items: { name: string }[]; next: string | null };
      found.push(...page.items.map(({ name }) => name));
      if (page.next === null) return found;
      cursor = page.next;
    }
  };
  expect(await names("sort=name")).toEqual(["a", "b", "c"]);
  expect(await names("sort=created")).toEqual(["a", "c", "b"]);
  expect(await names("status=idle&agent=scripted,demo")).toEqual(["a", "c", "b"]);
  expect(await names("status=running")).toEqual([]);
});
