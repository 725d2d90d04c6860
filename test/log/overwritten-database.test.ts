// The files of the log written over where they lie, while a daemon has them open: nothing goes on as if nothing were, and it is told.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteLog, readReports } from "../../src/log/index.ts";
import { A, changeFor } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "./temporary-log.ts";

/** By another process: closing a file here would drop this one's locks on it. */
const write = (from: string, to: string, bytes: number): void =>
  void execFileSync("dd", [`if=${from}`, `of=${to}`, `bs=${bytes}`, "count=1", "conv=notrunc"], { stdio: "ignore" });
const copy = (from: string, to: string): void => void execFileSync("cp", [from, to]);

async function opened(isThreaded: boolean) {
  const path = temporaryPath();
  const log = openSqliteLog({ path, isThreaded });
  onTestFinished(() => log.close());
  const rebuilt: boolean[] = [];
  log.listen({ changed: () => {}, reopened: ({ isRebuilt }) => void rebuilt.push(isRebuilt) });
  await log.append(changeFor(A, [1, 3]));
  return { path, log, rebuilt, damaged: join(dirname(path), "damaged") };
}

test.for([false, true])(
  "a write-ahead log that is written over is damage, and said so (threaded: %s)",
  async (isThreaded) => {
    const { path, log, rebuilt, damaged } = await opened(isThreaded);
    write("/dev/zero", `${path}-wal`, 16_384);
    write("/dev/zero", `${path}-shm`, 8192);
    await log.append(changeFor(A, [4, 4])).catch(() => {});
    await until("the log", () => rebuilt.includes(true) && log.condition().kind === "writable");
    expect(readReports({ damaged }).length).toBeGreaterThan(0);
  },
);

test.for([false, true])(
  "an older state that is written back is not gone on with (threaded: %s)",
  async (isThreaded) => {
    const { path, log, rebuilt, damaged } = await opened(isThreaded);
    for (const end of ["", "-wal", "-shm"]) copy(`${path}${end}`, `${path}${end}.old`);
    await log.append(changeFor(A, [4, 6]));
    for (const end of ["", "-wal", "-shm"]) copy(`${path}${end}.old`, `${path}${end}`);
    await expect(log.append(changeFor(A, [7, 7]))).rejects.toMatchObject({ code: "storage_failed" });
    await until("the log", () => rebuilt.includes(true) && log.condition().kind === "writable");
    expect(existsSync(damaged)).toBe(true);
  },
);
