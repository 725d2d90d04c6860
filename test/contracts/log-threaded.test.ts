// The log as the daemon has it: a thread writes.
import { onSqlite } from "./log/on-sqlite.ts";
import { describeLogContract } from "./log-contract.ts";

describeLogContract("the log on SQLite, with a thread that writes", () =>
  onSqlite({ reopen: false, isThreaded: true }),
);
