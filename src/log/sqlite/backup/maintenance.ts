// Backups beside the daemon's work: one a day while events are added, and whenever somebody asks. Each is made in a thread of its own, one at a time.
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
  /** Makes a generation now. */
  backup(reason: BackupReason): Promise<BackupRecord>;
  /** All generations, verified anew. */
  list(): Promise<ListedBackup[]>;
  /** Makes no more; resolves when nothing is under way. */
  stop(): Promise<void>;
}

export interface MaintenanceOptions {
  now: () => string;
  /** Calls back later; returns how to stop that. */
  after: (delayMs: number, callback: () => void) => () => void;
  /** How far the log is. */
  lastCommit: () => number;
  made: (record: BackupRecord) => void;
  /** A daily backup could not be made; the next is tried later. */
  failed: (fault: unknown) => void;
  /** The copy was damaged, and the log itself is: both were read as a whole. */
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
  /** By this process's clock: what a generation says of its time may come from another one. */
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

  /** A copy can be damaged where the log is not: that one is read before anybody repairs it. */
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

/** Without a generation at once; else when the newest is a day away, in whichever direction the clock went, and something was added since. */
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
