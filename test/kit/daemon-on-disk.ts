// A daemon whose log is a real file, in a directory of its own that can be taken away, or damaged.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { temporaryPath } from "../log/temporary-log.ts";
import { type TestDaemon, testDaemon } from "./test-daemon.ts";

export interface OnDisk {
  readonly daemon: TestDaemon;
  /** Removes the log's directory, and returns a function that restores it. */
  takeDiskAway(): () => void;
  /** Changes the database behind the daemon's back. */
  tamper(sql: string): void;
}

export async function daemonOnDisk(): Promise<OnDisk> {
  const home = join(dirname(temporaryPath()), "store");
  mkdirSync(home);
  const path = join(home, "skein.db");
  const log = openSqliteLog({ path });
  // Cleanups run in reverse order: the daemon ends before its log.
  onTestFinished(() => log.close());
  const daemon = await testDaemon(log);
  return {
    daemon,
    takeDiskAway() {
      daemon.means(/^storage: .* was moved or deleted while it was open/);
      daemon.means(/^deleted sessions could not be removed: .* was moved or deleted/);
      renameSync(home, `${home}-away`);
      return () => {
        rmSync(home, { recursive: true, force: true });
        renameSync(`${home}-away`, home);
      };
    },
    tamper(sql) {
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
    },
  };
}
