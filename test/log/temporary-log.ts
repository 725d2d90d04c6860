// A log on SQLite in a directory of its own, with a way to look at the file and to break it from outside.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { type Log, openSqliteLog } from "../../src/log/index.ts";

export interface TemporaryLog {
  readonly log: Log;
  readonly path: string;
  /** A second connection to the same file. */
  readonly outside: DatabaseSync;
  reopen(): Promise<Log>;
}

/** A path in a directory that goes when the test ends. */
export function temporaryPath(): string {
  const directory = mkdtempSync(join(tmpdir(), "skein-log-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "skein.db");
}

export function temporaryLog(): TemporaryLog {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  const outside = new DatabaseSync(path);
  let current = log;
  onTestFinished(async () => {
    outside.close();
    await current.close();
  });
  return {
    log,
    path,
    outside,
    async reopen() {
      await current.close();
      current = openSqliteLog({ path });
      return current;
    },
  };
}
