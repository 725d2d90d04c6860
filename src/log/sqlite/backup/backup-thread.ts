// The thread that makes or lists backups: one task, one answer, and it ends.
import { parentPort, workerData } from "node:worker_threads";
import { packFault } from "../thread-message.ts";
import { listBackups } from "./list-backups.ts";
import type { BackupTask, BackupThreadAnswer } from "./maintenance.ts";
import { makeBackup } from "./make-backup.ts";

const task = workerData as BackupTask;

function answer(): BackupThreadAnswer {
  try {
    return task.kind === "make"
      ? { kind: "made", record: makeBackup(task.places, task) }
      : { kind: "listed", backups: listBackups(task.places) };
  } catch (fault) {
    return { kind: "failed", fault: packFault(fault) };
  }
}

parentPort?.postMessage(answer());
