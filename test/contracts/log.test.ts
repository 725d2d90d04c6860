import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryLog, openSqliteLog } from "../../src/log/index.ts";
import type { LogUnderTest } from "./log/subject.ts";
import { describeLogContract } from "./log-contract.ts";

function inMemory(): LogUnderTest {
  const log = createMemoryLog();
  return { log, stored: async () => log, dispose: () => log.close() };
}

function onSqlite({ reopen }: { reopen: boolean }): LogUnderTest {
  const directory = mkdtempSync(join(tmpdir(), "skein-log-"));
  const path = join(directory, "skein.db");
  const log = openSqliteLog({ path });
  let current = log;
  return {
    log,
    async stored() {
      if (!reopen) return current;
      await current.close();
      current = openSqliteLog({ path });
      return current;
    },
    async dispose() {
      await current.close();
      rmSync(directory, { recursive: true });
    },
  };
}

describeLogContract("the log in memory", inMemory);
describeLogContract("the log on SQLite", () => onSqlite({ reopen: false }));
describeLogContract("the log on SQLite, closed and opened again", () => onSqlite({ reopen: true }));
