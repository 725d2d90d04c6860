// A log in a directory of its own, for the contract.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteLog } from "../../../src/log/index.ts";
import type { LogUnderTest } from "./subject.ts";

export function onSqlite({ reopen, isThreaded = false }: { reopen: boolean; isThreaded?: boolean }): LogUnderTest {
  const directory = mkdtempSync(join(tmpdir(), "skein-log-"));
  const path = join(directory, "skein.db");
  const log = openSqliteLog({ path, isThreaded });
  let current = log;
  return {
    log,
    async stored() {
      if (!reopen) return current;
      await current.close();
      current = openSqliteLog({ path, isThreaded });
      return current;
    },
    async dispose() {
      await current.close();
      rmSync(directory, { recursive: true });
    },
  };
}
