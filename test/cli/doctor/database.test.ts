// A write-ahead log that something keeps from being emptied is told by doctor and by the daemon's status.
import { truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CheckContext } from "../../../src/cli/doctor/check.ts";
import { database } from "../../../src/cli/doctor/database.ts";
import { pathsOf } from "../../../src/home/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { runCli } from "../run-cli.ts";

const MEGABYTE = 1024 * 1024;

/** A home with a write-ahead log of that size, which takes no room. */
function homeWith(megabytes: number): string {
  const home = tempDir();
  const { database } = pathsOf({ SKEIN_HOME: home });
  for (const file of [database, `${database}-wal`]) writeFileSync(file, "");
  truncateSync(`${database}-wal`, megabytes * MEGABYTE);
  return home;
}

const server = { storage: { kind: "writable" }, recovery: null };
const look = (home: string) =>
  database.run({ paths: pathsOf({ SKEIN_HOME: home }), server } as unknown as CheckContext);

const LONG =
  "skein.db-wal has grown to 200 MB: another program reads skein.db, and until it stops SQLite can't shrink the file";

test("above 64 MB it is a warning", async () => {
  const home = homeWith(200);
  expect(await look(home)).toContainEqual({
    ...{ state: "warning", title: "log", text: LONG },
    fix: `end that program; to find it: fuser ${home}/skein.db`,
  });
  const { code, out } = await runCli(["daemon", "status"], { home });
  expect([code, out]).toEqual([0, `not running; it starts when a command needs it\n! ${LONG}\n`]);
  expect(JSON.parse((await runCli(["daemon", "status", "--json"], { home })).out)).toMatchObject({ warnings: [LONG] });
});

test("up to there, and where there is no log, it is not", async () => {
  for (const home of [homeWith(64), tempDir()]) {
    expect(await look(home)).toEqual([{ state: "ok", title: "log", text: "everything is saved" }]);
    expect((await runCli(["daemon", "status"], { home })).out).not.toContain("! ");
    expect(JSON.parse((await runCli(["daemon", "status", "--json"], { home })).out)).toMatchObject({ warnings: [] });
  }
});
