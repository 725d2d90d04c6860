import { createMemoryLog } from "../../src/log/index.ts";
import { onSqlite } from "./log/on-sqlite.ts";
import type { LogUnderTest } from "./log/subject.ts";
import { describeLogContract } from "./log-contract.ts";

function inMemory(): LogUnderTest {
  const log = createMemoryLog();
  return { log, stored: async () => log, dispose: () => log.close() };
}

describeLogContract("the log in memory", inMemory);
describeLogContract("the log on SQLite", () => onSqlite({ reopen: false }));
describeLogContract("the log on SQLite, closed and opened again", () => onSqlite({ reopen: true }));
