// The only writing connection. A group of jobs is one transaction and one sync; a job that fails does not affect the others.
// Synchronous: it runs in its own thread, so that a slow disk delays only those who wait for it.
import type { DatabaseSync } from "node:sqlite";
import { SkeinError } from "../../core/index.ts";
import { openBlobs } from "./blobs.ts";
import { openDatabase } from "./database.ts";
import { openFreeSpace } from "./free-space.ts";
import { openGarbage } from "./garbage.ts";
import { checkPlaces, databaseGone, type FileIdentity, identityOf, writeAheadLogOf } from "./guard.ts";
import { type Job, type Outcome, refused, type Written } from "./job.ts";
import { dropArriving, openPurge } from "./purge.ts";
import { openReceipts } from "./receipts.ts";
import { openRuns } from "./runs.ts";
import { prepare } from "./statement.ts";
import { damaged } from "./storage-failed.ts";
import { openWitness, readWitness } from "./witness.ts";
import { openWorkspaces } from "./workspaces.ts";
import { openWriter } from "./write-change.ts";

export interface Engine {
  readonly lastCommit: number;
  /** Throws if the store failed: then it is unknown what is on disk, and this engine must not be used again. */
  write(jobs: readonly Job[]): Outcome[];
  /** Verifies that the disk accepts a commit: everything readable is synced when this returns. */
  settle(): void;
  close(): void;
  /** After a failure: closes the file with as little access as possible. */
  abandon(): void;
}

export interface EngineOptions {
  path: string;
  lock: FileIdentity | null;
}

/** Past this many pages the WAL is written back into the database at the next commit. */
const CHECKPOINT_PAGES = 1_000;
/** A WAL that grew during a long read is truncated to this size after a checkpoint. */
const WAL_KEPT_BYTES = 16 * 1024 * 1024;

export function openEngine({ path, lock }: EngineOptions): Engine {
  // The reading connection has opened it before.
  const db = openDatabase(path, { isThere: true });
  const files = { ...filesOf(db, path), lock };
  db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}`);
  const blobs = openBlobs(db);
  const garbage = openGarbage(db, blobs);
  dropArriving(db);
  const purge = openPurge(db);
  const freeSpace = openFreeSpace(db);
  const writeChange = openWriter(db, {
    blobs,
    receipts: openReceipts(db),
    runs: openRuns(db),
    workspaces: openWorkspaces(db),
  });
  const begin = prepare(db, "BEGIN IMMEDIATE");
  const commit = prepare(db, "COMMIT");
  const saveLastCommit = prepare(db, "UPDATE meta SET last_commit = ?");
  const savedCommit = prepare<{ commit: number; epoch: string }>(db, `SELECT last_commit AS "commit", epoch FROM meta`);
  let lastCommit = newestCommit(db);
  const { epoch, commit: found } = savedCommit.get() ?? { epoch: "", commit: 0 };
  let saved = found;
  const witness = openWitness(path, epoch);
  // A missing or foreign witness is judged elsewhere: keep the evidence in case this process dies first.
  const witnessed = readWitness(path);
  if (witnessed?.epoch === epoch && witnessed.lastCommit <= lastCommit) witness.record(lastCommit);

  /** Deleted data is overwritten in free pages. */
  function erasing<T>(task: () => T): T {
    db.exec("PRAGMA secure_delete = ON");
    try {
      return task();
    } finally {
      db.exec("PRAGMA secure_delete = OFF");
    }
  }

  function perform(job: Job, lastCommit: number): Written {
    const done = { ok: true, lastCommit } as const;
    switch (job.kind) {
      case "change":
        return { ...done, lastCommit: writeChange(job.change, lastCommit) };
      case "blob_part":
        blobs.addPart(job.blob, job);
        return done;
      case "blob_end":
        return { ...done, blob: blobs.finish(job.blob) };
      case "blob_dropped":
        blobs.abandon(job.blob);
        return done;
      case "mark_garbage":
        return { ...done, removed: garbage.mark(job.reading) };
      case "sweep_garbage":
        return { ...done, isMore: erasing(garbage.sweep) };
      case "purge_mark":
        erasing(() => purge.mark(job.sessions));
        return done;
      case "purge_step":
        return { ...done, purge: erasing(purge.step) };
      case "give_back":
        return { ...done, space: freeSpace.step() };
      case "rebuild_file":
        return done;
      default:
        return job satisfies never;
    }
  }

  /** This is the only writer: if the end of the log has changed, the files were overwritten, and continuing would hide that. */
  function refuseForeignChange(): void {
    const now = savedCommit.get();
    if (now?.commit !== saved || now.epoch !== epoch)
      throw damaged(
        `it ended with commit ${saved} and now ends with ${now?.commit ?? "none"}: its files were overwritten`,
      );
  }

  function write(jobs: readonly Job[]): Outcome[] {
    checkPlaces(files);
    let reached = lastCommit;
    begin.run();
    refuseForeignChange();
    const outcomes = jobs.map((job): Outcome => {
      try {
        const written = perform(job, reached);
        reached = written.lastCommit;
        return written;
      } catch (fault) {
        if (fault instanceof SkeinError) return refused(fault);
        throw fault;
      }
    });
    if (reached > lastCommit) saveLastCommit.run(reached);
    commit.run();
    saved = reached > lastCommit ? reached : saved;
    if (jobs.some(({ kind }) => kind === "rebuild_file")) freeSpace.rebuild();
    // Checked again: a write into a file that was deleted meanwhile is lost.
    checkPlaces(files);
    lastCommit = reached;
    witness.record(lastCommit);
    return outcomes;
  }

  function release(): void {
    if (!db.isOpen) return;
    witness.close();
    db.close();
  }

  return {
    get lastCommit() {
      return lastCommit;
    },
    write,
    settle() {
      checkPlaces(files);
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      begin.run();
      saveLastCommit.run(lastCommit);
      commit.run();
      checkPlaces(files);
    },
    close() {
      try {
        // Without waiting: a foreign reader may stay, and what is not checkpointed is safe in the WAL.
        db.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
      } finally {
        release();
      }
    },
    abandon: release,
  };
}

function filesOf(db: DatabaseSync, path: string): { database: FileIdentity; writeAheadLog: FileIdentity } {
  try {
    const database = identityOf(path);
    if (!database) throw databaseGone(path);
    return { database, writeAheadLog: writeAheadLogOf(path) };
  } catch (fault) {
    db.close();
    throw fault;
  }
}

function newestCommit(db: DatabaseSync): number {
  const newest = prepare<{ commit: number }>(
    db,
    `SELECT max(last_commit, (SELECT coalesce(max("commit"), 0) FROM events)) AS "commit" FROM meta`,
  );
  return newest.get()?.commit ?? 0;
}
