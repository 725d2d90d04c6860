// Appends to a log on a failing disk, as long as it takes. Says `<seq> <command>` for what was acknowledged and `fault <message>` for what
// was not. Ends with 0 when all is written, with 3 when the disk does not get well again within its patience.
// Run as: node endure.ts <database> <changes> <patience in ms> threaded | inline
import { setTimeout as delay } from "node:timers/promises";
import { type Log, openSqliteLog } from "../../../src/log/index.ts";
import { A } from "../../contracts/log/samples.ts";
import { changeAfter } from "./change-after.ts";

const LOOK_EVERY_MS = 10;
const [path = "", changes = "", patience = "", writer = ""] = process.argv.slice(2);
const deadline = performance.now() + Number(patience);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const sayFault = (fault: unknown): void => say(`fault ${(fault as Error).message.replaceAll("\n", " ")}`);

async function pause(): Promise<void> {
  if (performance.now() > deadline) process.exit(3);
  await delay(LOOK_EVERY_MS);
}

/** A daemon that can't open its log says so and ends; the next one tries again. */
async function open(): Promise<Log> {
  for (;;) {
    try {
      return openSqliteLog({ path, isThreaded: writer === "threaded" });
    } catch (fault) {
      sayFault(fault);
      await pause();
    }
  }
}

async function headOf(log: Log): Promise<number> {
  for (;;) {
    try {
      if (log.condition().kind === "writable") return log.read({ session: A, after: 0, limit: 1 }).head;
    } catch (fault) {
      sayFault(fault);
    }
    await pause();
  }
}

const log = await open();
for (let done = 0; done < Number(changes); ) {
  const next = changeAfter(await headOf(log));
  try {
    await log.append(next.change);
    say(`${next.head} ${next.command}`);
    done++;
  } catch (fault) {
    sayFault(fault);
    // Whoever was told that it failed may find it stored all the same, and then it is.
    if ((await headOf(log)) >= next.head) done++;
  }
}
await log.close().catch(sayFault);
process.exit(0);
