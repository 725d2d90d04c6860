// Schedules backups: one a day while events are added, and on request. Each is made in a separate thread, one at a time.
import { readThreadProgram } from "../../../home/index.ts";
import { TaskQueue } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { isDamage } from "../storage-failed.ts";
import { type packFault, unpackFault } from "../thread-message.ts";
import { generationsIn } from "./generations.ts";
import type { ListedBackup } from "./list-backups.ts";
import type { BackupReason, BackupRecord } from "./make-backup.ts";
import type { Verified } from "./verify-database.ts";

export interface Maintenance {
  /** Makes a backup now. */
  backup(reason: BackupReason): Promise<BackupRecord>;
  /** All backups, each verified again. */
  list(): Promise<ListedBackup[]>;
  /** Starts no more backups; resolves when none is being made. */
  stop(): Promise<void>;
}

export interface MaintenanceOptions {
  now: () => string;
  /** Schedules a call; returns a function that cancels it. */
  after: (delayMs: number, callback: () => void) => () => void;
  /** The number of the log's last commit. */
  lastCommit: () => number;
  made: (record: BackupRecord) => void;
  /** A daily backup failed; another attempt follows later. */
  failed: (fault: unknown) => void;
  /** Both the copy and the log itself are damaged: each was read completely. */
  damaged: (fault: unknown) => void;
}

export type BackupTask =
  | { kind: "make"; places: RecoveryPaths; now: string; reason: BackupReason }
  | { kind: "list"; places: RecoveryPaths }
  | { kind: "check"; places: RecoveryPaths };

export type BackupThreadAnswer =
  | { kind: "made"; record: BackupRecord }
  | { kind: "listed"; backups: ListedBackup[] }
  | { kind: "checked"; database: Verified }
  | { kind: "failed"; fault: ReturnType<typeof packFault> };

const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

const startProgram = readThreadProgram(
  { dirname: import.meta.dirname, filename: import.meta.filename },
  { source: "backup-thread.ts", bundle: "log-backup.cjs" },
);

export function startMaintenance(places: RecoveryPaths, options: MaintenanceOptions): Maintenance {
  const { now, after, lastCommit } = options;
  const tasks = new TaskQueue();
  let isStopped = false;
  /** By this process's clock: the time in a backup's name may come from another clock. */
  let madeAt: string | null = null;
  let cancel = after(FIRST_LOOK_MS, look);

  function backup(reason: BackupReason): Promise<BackupRecord> {
    return tasks.run(async () => {
      const answer = await runThread({ kind: "make", places, now: now(), reason });
      if (answer.kind !== "made") throw new Error("the thread that makes backups gave none");
      madeAt = now();
      options.made(answer.record);
      return answer.record;
    });
  }

  function look(): void {
    if (isStopped) return;
    backupIfDue().catch(takeFailure);
    cancel = after(LOOK_EVERY_MS, look);
  }

  async function backupIfDue(): Promise<void> {
    if (isDue(places, { now: now(), madeAt, lastCommit: lastCommit() })) await backup("daily");
  }

  /** The copy can be damaged when the log is not, so the log is read completely before it is repaired. */
  async function takeFailure(fault: unknown): Promise<void> {
    options.failed(fault);
    if (!isDamage(fault)) return;
    await tasks
      .run(() => runThread({ kind: "check", places }))
      .catch((again) => {
        if (isDamage(again)) options.damaged(again);
        else options.failed(again);
      });
  }

  return {
    backup,
    list: () =>
      tasks.run(async () => {
        const answer = await runThread({ kind: "list", places });
        if (answer.kind !== "listed") throw new Error("the thread that lists backups gave no list");
        return answer.backups;
      }),
    async stop() {
      isStopped = true;
      cancel();
      await tasks.idle();
    },
  };
}

interface Moment {
  now: string;
  madeAt: string | null;
  lastCommit: number;
}

/** Due at once if there is no backup; otherwise if events were added since the newest one, and it is a day away from now in either direction (the clock may have changed). */
function isDue({ backups }: RecoveryPaths, { now, madeAt, lastCommit }: Moment): boolean {
  const [newest] = generationsIn(backups);
  if (!newest) return lastCommit > 0;
  const isDayAway = (at: string): boolean => Math.abs(Date.parse(now) - Date.parse(at)) >= DAY_MS;
  return newest.lastCommit !== lastCommit && isDayAway(newest.at) && (madeAt === null || isDayAway(madeAt));
}

function runThread(task: BackupTask): Promise<BackupThreadAnswer> {
  return new Promise((resolve, reject) => {
    const worker = startProgram(task);
    worker.once("message", (answer: BackupThreadAnswer) =>
      answer.kind === "failed" ? reject(unpackFault(answer.fault)) : resolve(answer),
    );
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread that makes backups ended without an answer")));
  });
}
