// The one connection that writes. A group of jobs is one transaction and one sync to disk; what fails by itself leaves the others alone.
// Synchronous: it runs in a thread of its own, so that a slow disk holds up nobody but those who wait for it.
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
import { openWitness, readWitness } from "./recovery/witness.ts";
import { openRuns } from "./runs.ts";
import { prepare } from "./statement.ts";
import { damaged } from "./storage-failed.ts";
import { openWorkspaces } from "./workspaces.ts";
import { openWriter } from "./write-change.ts";

export interface Engine {
  readonly lastCommit: number;
  /** Throws when the store failed: then nobody knows yet what is on disk, and this engine is not to be used again. */
  write(jobs: readonly Job[]): Outcome[];
  /** Shows that the disk takes a commit and keeps it: everything that can be read is synced when this returns. */
  settle(): void;
  close(): void;
  /** After a failure: lets go of the file without touching it any more than that takes. */
  abandon(): void;
}

export interface EngineOptions {
  path: string;
  lock: FileIdentity | null;
}

/** Past this many pages the WAL is written back into the database at the next commit. */
const CHECKPOINT_PAGES = 1_000;
/** A WAL that grew while someone read for long is cut back to this when it was written back. */
const WAL_KEPT_BYTES = 16 * 1024 * 1024;

export function openEngine({ path, lock }: EngineOptions): Engine {
  // Whoever reads has opened it before.
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
  // Whoever has no witness, or another log's, is for others to judge: that must not be gone when this process dies before they have.
  const witnessed = readWitness(path);
  if (witnessed?.epoch === epoch && witnessed.lastCommit <= lastCommit) witness.record(lastCommit);

  /** Nothing of what goes is to be found again in pages that are free then. */
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

  /** This is its only writer: where it is not as it was left, the files were written over, and going on would hide that. */
  function refuseForeignChange(): void {
    const now = savedCommit.get();
    if (now?.commit !== saved || now.epoch !== epoch)
      throw damaged(
        `it ended with commit ${saved}, and now with ${now?.commit ?? "none"}: its files were written over`,
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
    // Again: what was written into a file that was deleted meanwhile is not kept.
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
