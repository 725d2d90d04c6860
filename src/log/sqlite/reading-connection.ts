// The connection that reads. It holds the database's files open, so only it can save them when they are no longer in their place.
import { SkeinError } from "../../core/index.ts";
import { makeBackup } from "./backup/make-backup.ts";
import { type Connection, openConnection } from "./connection.ts";
import { type FileIdentity, isUnmoved } from "./guard.ts";
import type { WriteAheadLog } from "./lost-write-ahead-log.ts";
import type { RecoveryPaths } from "./recovery-paths.ts";
import { makeIncident } from "./repair/index.ts";
import { readWitness } from "./witness.ts";

interface Options {
  readonly places: RecoveryPaths;
  readonly lock: FileIdentity | null;
  readonly now: () => string;
  readonly lastCommit: () => number;
}

export class ReadingConnection {
  readonly #options: Options;
  #open: Connection | null;
  /** The last commit that was saved while the database was not in place. */
  #rescued: number | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#open = openConnection(options.places.path, options.lastCommit);
  }

  /** Null while there is none. */
  get open(): Connection | null {
    return this.#open;
  }

  /** Throws if another program hides what is newest. */
  refuseStaleView(): void {
    if (this.#open) refuseStaleView(this.#open, this.#options.places.path);
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
  }

  replaceBy(connection: Connection): void {
    this.#open?.close();
    this.#open = connection;
  }

  /** Closes for good: a lost write-ahead log that can't be saved now is kept as a backup, which the next start finds. */
  closeForGood(): void {
    try {
      this.saveDisplacedDatabase();
      this.saveLostWriteAheadLog((lost) => this.#rescue(lost));
    } finally {
      this.close();
    }
  }

  /** The file may have no name any more and vanish when it is closed. Once, because nothing is written to it afterwards. */
  saveDisplacedDatabase(): boolean {
    const { lock, lastCommit } = this.#options;
    const held = this.#open?.writeAheadLog;
    // In a home that was replaced as a whole nothing is ours.
    if (!held?.isDatabaseDisplaced() || (lock && !isUnmoved(lock))) return false;
    if (this.#rescued !== lastCommit()) this.#rescue(held);
    this.#rescued = lastCommit();
    return true;
  }

  /** Opening the database would start a new write-ahead log, and only a connection that has the old one open can save it: this one, which closes with it. */
  saveLostWriteAheadLog(otherwise?: (lost: WriteAheadLog) => void): void {
    const { places, now } = this.#options;
    const lost = this.#open?.writeAheadLog;
    if (!lost?.isLost()) return;
    try {
      lost.save();
    } catch (fault) {
      if (!otherwise) throw fault;
      otherwise(lost);
    }
    lost.setOthersAside(() => makeIncident(places, now()));
    this.close();
  }

  #rescue({ copyInto }: Pick<WriteAheadLog, "copyInto">): void {
    const { places, now } = this.#options;
    makeBackup(places, { now: now(), reason: "rescue", copyInto });
  }
}

/** The files were complete before they were opened; with what another program holds beside them, SQLite would overwrite the rest. */
function refuseStaleView(connection: Connection, path: string): void {
  const witness = readWitness(path);
  if (witness?.epoch !== connection.epoch || witness.lastCommit <= connection.newestCommit()) return;
  connection.leave();
  const message = `another program has ${path} open with a ${path}-shm that was replaced, and hides the newest events. Nothing is lost. Close the other program, then start the daemon again.`;
  throw new SkeinError("storage_failed", message);
}
