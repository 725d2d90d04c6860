// Group commit: changes queue up, and once per turn of the event loop all of them go into one transaction, one sync to disk.
// At the first failure of the store it is fenced: what is on disk is then unknown, so nothing more is written or acknowledged.
import type { DatabaseSync } from "node:sqlite";
import { SkeinError } from "../../core/index.ts";
import { logClosed } from "../faults.ts";
import type { PreparedChange } from "../prepare-change.ts";
import { prepare } from "./statement.ts";
import { storageFailed } from "./storage-failed.ts";
import type { WriteChange } from "./write-change.ts";

interface Pending {
  change: PreparedChange;
  resolve: (written: { lastCommit: number }) => void;
  reject: (fault: SkeinError) => void;
}

export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #writeChange: WriteChange;
  readonly #statements;
  /** Bounded by its writers: a session waits for its change before it makes the next. */
  #queue: Pending[] = [];
  #lastCommit: number;
  #fence: SkeinError | null = null;
  #isClosed = false;

  constructor({ db, path, writeChange }: { db: DatabaseSync; path: string; writeChange: WriteChange }) {
    this.#db = db;
    this.#path = path;
    this.#writeChange = writeChange;
    this.#statements = {
      begin: prepare(db, "BEGIN IMMEDIATE"),
      saveLastCommit: prepare(db, "UPDATE meta SET last_commit = ?"),
      commit: prepare(db, "COMMIT"),
    };
    const last = prepare<{ commit: number }>(
      db,
      `SELECT max(last_commit, (SELECT coalesce(max("commit"), 0) FROM events)) AS "commit" FROM meta`,
    );
    this.#lastCommit = last.get()?.commit ?? 0;
  }

  get lastCommit(): number {
    return this.#lastCommit;
  }

  append(change: PreparedChange): Promise<{ lastCommit: number }> {
    if (this.#fence) return Promise.reject(this.#fence);
    if (this.#isClosed) return Promise.reject(logClosed());
    if (this.#queue.length === 0) setImmediate(() => this.#flush());
    return new Promise((resolve, reject) => this.#queue.push({ change, resolve, reject }));
  }

  /** Writes what waits and refuses what comes later. */
  close(): void {
    this.#flush();
    this.#isClosed = true;
  }

  get isFenced(): boolean {
    return this.#fence !== null;
  }

  #flush(): void {
    const group = this.#queue;
    if (group.length === 0) return;
    this.#queue = [];
    try {
      for (const settle of this.#write(group)) settle();
    } catch (cause) {
      const fence = storageFailed({ action: "write", path: this.#path, cause });
      this.#fence = fence;
      this.#rollBack();
      for (const { reject } of group) reject(fence);
    }
  }

  /** One transaction. A change that is refused by itself leaves the others alone. */
  #write(group: readonly Pending[]): (() => void)[] {
    const settled: (() => void)[] = [];
    let lastCommit = this.#lastCommit;
    this.#statements.begin.run();
    for (const { change, resolve, reject } of group) {
      try {
        const written = this.#writeChange(change, lastCommit);
        lastCommit = written;
        settled.push(() => resolve({ lastCommit: written }));
      } catch (fault) {
        if (!(fault instanceof SkeinError)) throw fault;
        settled.push(() => reject(fault));
      }
    }
    if (lastCommit > this.#lastCommit) this.#statements.saveLastCommit.run(lastCommit);
    this.#statements.commit.run();
    this.#lastCommit = lastCommit;
    return settled;
  }

  #rollBack(): void {
    try {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
    } catch {
      // The fence stands either way, and closing the connection rolls back what is left.
    }
  }
}
