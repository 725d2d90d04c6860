// What makes a log a stranger is known until its queues are held, whenever the daemon dies on the way.
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openOrigin } from "../../src/daemon/home/origin.ts";
import { openSqliteLog, readWitness } from "../../src/log/index.ts";
import { A, B, changeFor } from "../contracts/log/samples.ts";
import { temporaryPath } from "../log/temporary-log.ts";

function homeWithLog() {
  const home = join(dirname(temporaryPath()), "home");
  mkdirSync(home);
  const path = join(home, "skein.db");
  const recovered: { at: string | null } = { at: null };
  /** A daemon that does this before it dies: its origin is claimed only if that is part of it. */
  const start = async (
    act: (opened: { log: ReturnType<typeof openSqliteLog>; origin: ReturnType<typeof openOrigin> }) => unknown,
  ): Promise<ReturnType<typeof openOrigin>["stranger"]> => {
    const witnessed = { testimony: readWitness(path) };
    const log = openSqliteLog({ path });
    const origin = openOrigin({
      paths: { home, origin: join(home, "origin.json"), database: path },
      journal: { info: () => {}, error: (message) => expect.unreachable(message) },
      now: () => new Date().toISOString(),
      epoch: () => log.epoch,
      lastCommit: log.lastCommit,
      witnessed,
      isJustRecovered: false,
      isRecovered: () => false,
      recoveredAt: () => recovered.at,
    });
    await act({ log, origin });
    await log.close();
    return origin.stranger;
  };
  return { path, start, recovered };
}

const stranger = { kind: "log_replaced", leavesRuns: false };

test("a log without a witness is a stranger also to the daemon after one that only opened it, or held one of its queues", async () => {
  const { path, start } = homeWithLog();
  await start(async ({ log, origin }) => {
    origin.claim();
    await log.append(changeFor(A, [1, 1]));
  });
  expect(await start(({ origin }) => origin.claim())).toBeNull();
  rmSync(`${path}.witness`);
  expect(await start(() => {})).toEqual(stranger);
  expect(await start(({ log }) => log.append(changeFor(B, [1, 1])))).toEqual(stranger);
  expect(await start(({ origin }) => origin.claim())).toEqual(stranger);
  expect(await start(() => {})).toBeNull();
});

test("a log that is opened without a witness gets one with what is written, not before", async () => {
  const { path, start } = homeWithLog();
  await start(({ log }) => log.append(changeFor(A, [1, 1])));
  rmSync(`${path}.witness`);
  await start(() => {});
  expect(readWitness(path)).toBeNull();
  await start(({ log }) => log.append(changeFor(A, [2, 2])));
  expect(readWitness(path)).toMatchObject({ lastCommit: 2 });
});

test("that a log was recovered under a daemon that runs, and may lack sessions since then, is known to the daemons after it", async () => {
  const { start, recovered } = homeWithLog();
  await start(({ origin }) => {
    origin.claim();
    recovered.at = "2100-01-02T00:00:00.000Z";
    origin.claim();
    expect(origin.lackedSessionsAt).toBe(recovered.at);
  });
  // People remove what is kept of a recovery.
  recovered.at = null;
  await start(({ origin }) => expect(origin.lackedSessionsAt).toBe("2100-01-02T00:00:00.000Z"));
});
