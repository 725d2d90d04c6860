// A home whose database is a link to a file elsewhere: SQLite keeps the files beside it there.
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { A, changeFor } from "../contracts/log/samples.ts";
import { temporaryPath } from "./temporary-log.ts";

test("what a killed daemon left in the write-ahead log of a linked database is there at the next start", async () => {
  const path = temporaryPath();
  const live = join(dirname(path), "live.db");
  const log = openSqliteLog({ path: live });
  onTestFinished(() => log.close());
  await log.append(changeFor(A, [1, 9]));

  // What a hard stop leaves, in another place, and a link to it.
  const elsewhere = join(dirname(path), "elsewhere");
  mkdirSync(elsewhere);
  for (const suffix of ["", "-wal"]) copyFileSync(`${live}${suffix}`, join(elsewhere, `skein.db${suffix}`));
  copyFileSync(`${live}.witness`, `${path}.witness`);
  symlinkSync(join(elsewhere, "skein.db"), path);

  const after = openSqliteLog({ path });
  onTestFinished(() => after.close());
  expect(after.read({ session: A, after: 0, limit: 99 }).events).toHaveLength(9);
  expect(after.verify(A)).toBeNull();
  expect(existsSync(join(dirname(path), "damaged"))).toBe(false);
});
