// A daemon in this process whose log is a real file, in a directory of its own that can be taken away.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { temporaryPath } from "../log/temporary-log.ts";
import { type TestDaemon, testDaemon } from "./test-daemon.ts";

export interface OnDisk {
  daemon: TestDaemon;
  /** Takes the log's directory away, and gives back how to bring it back. */
  takeDiskAway(): () => void;
}

export async function daemonOnDisk(): Promise<OnDisk> {
  const home = join(dirname(temporaryPath()), "store");
  mkdirSync(home);
  const log = openSqliteLog({ path: join(home, "skein.db") });
  const daemon = await testDaemon(log);
  onTestFinished(() => log.close());
  return {
    daemon,
    takeDiskAway() {
      renameSync(home, `${home}-away`);
      return () => {
        rmSync(home, { recursive: true, force: true });
        renameSync(`${home}-away`, home);
      };
    },
  };
}
