// The thread that makes backups, lists them, or checks the log itself. It does one task, sends one answer, and ends.
import { parentPort, workerData } from "node:worker_threads";
import { packFault } from "../thread-message.ts";
import { listBackups } from "./list-backups.ts";
import type { BackupTask, BackupThreadAnswer } from "./maintenance.ts";
import { makeBackup } from "./make-backup.ts";
import { verifyDatabase } from "./verify-database.ts";

const task = workerData as BackupTask;

function answer(): BackupThreadAnswer {
  try {
    if (task.kind === "make") return { kind: "made", record: makeBackup(task.places, task) };
    if (task.kind === "list") return { kind: "listed", backups: listBackups(task.places) };
    return { kind: "checked", database: verifyDatabase(task.places.path) };
  } catch (fault) {
    return { kind: "failed", fault: packFault(fault) };
  }
}

parentPort?.postMessage(answer());
