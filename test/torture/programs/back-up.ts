// Makes generations of a log's backups, and says so. Run as: node back-up.ts <database> <generations>
import { dirname, join } from "node:path";
import { makeBackup } from "../../../src/log/sqlite/backup/make-backup.ts";

const [path = "", generations = ""] = process.argv.slice(2);

for (let made = 0; made < Number(generations); made++) {
  const { name } = makeBackup(
    { path, backups: join(dirname(path), "backups") },
    { now: new Date().toISOString(), reason: "request" },
  );
  process.stdout.write(`made ${name}\n`);
}
