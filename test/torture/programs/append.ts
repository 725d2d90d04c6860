// Appends to a log and says what was acknowledged, the moment it is: `<seq> <command>`.
// Run as: node append.ts <database> <changes> leave | close
import { openSqliteLog } from "../../../src/log/index.ts";
import { A } from "../../contracts/log/samples.ts";
import { changeAfter } from "./change-after.ts";

const [path = "", changes = "", end = ""] = process.argv.slice(2);

const log = openSqliteLog({ path, isThreaded: true });
let { head } = log.read({ session: A, after: 0, limit: 1 });
for (let change = 0; change < Number(changes); change++) {
  const next = changeAfter(head);
  await log.append(next.change);
  head = next.head;
  process.stdout.write(`${head} ${next.command}\n`);
}
if (end === "close") await log.close();
process.exit(0);
