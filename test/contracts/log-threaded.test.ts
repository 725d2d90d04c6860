// The log as the daemon has it: a thread writes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { onSqlite } from "./log/on-sqlite.ts";
import { describeLogContract } from "./log-contract.ts";

// Every test starts threads of its own: they find compiled what the first one has compiled.
const compiled = mkdtempSync(join(tmpdir(), "skein-compiled-"));
beforeAll(() => {
  process.env.NODE_COMPILE_CACHE = compiled;
});
afterAll(() => {
  delete process.env.NODE_COMPILE_CACHE;
  rmSync(compiled, { recursive: true, force: true });
});

describeLogContract("the log on SQLite, with a thread that writes", () =>
  onSqlite({ reopen: false, isThreaded: true }),
);
