// The database as the daemon uses it. Changes queue up and go to the writer in groups. At the first failure nothing more is
// acknowledged, the database is reopened, reading shows what became of the group, and everything continues.
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { background, SkeinError } from "../../core/index.ts";
import type { Condition, ConditionListener } from "../condition.ts";
import { eventLine, storedEvents } from "../event-line.ts";
import { logClosed } from "../faults.ts";
import type { Appended } from "../log.ts";
import type { PreparedChange } from "../prepare-change.ts";
import { makeBackup } from "./backup/make-backup.ts";
import { isConfirmed } from "./confirm-damage.ts";
import { type Connection, openConnection } from "./connection.ts";
import {
  databaseGone,
  type FileIdentity,
  HOME_DELETED,
  HOME_REPLACED,
  isUnmoved,
  LOCK_LOST,
  writeAheadLogGone,
} from "./guard.ts";
import type { Job, Outcome, Written } from "./job.ts";
import type { WriteAheadLog } from "./lost-write-ahead-log.ts";
import { MetDamage } from "./met-damage.ts";
import type { RecoveryPaths } from "./recovery-paths.ts";
import { makeIncident, type Preparation, type RecoveryReport } from "./repair/index.ts";
import { lackOfSpace, probeDisk } from "./space.ts";
import { damaged, falseAlarm, isDamage, storageFailed, whileTrying } from "./storage-failed.ts";
import { readWitness } from "./witness.ts";
import type { OpenedWriter, OpenWriter } from "./writer.ts";

export interface StoreOptions {
  places: RecoveryPaths;
  lock: FileIdentity | null;
  openWriter: OpenWriter;
  /** With less free space than this everything stops, before an agent reaches the end of the disk. */
  minFreeBytes: number;
  now: () => string;
}

interface Pending {
  job: Job;
  resolve: (written: Written) => void;
  reject: (fault: SkeinError) => void;
}

const SLOW_MS = 1_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4_000;
const SPACE_CHECK_MS = 1_000;

export class Store {
  readonly #options: StoreOptions;
  #connection: Connection | null;
  #writer: Promise<OpenedWriter>;
  #lastCommit: number;
  /** Bounded by its writers: a session waits for its change before the next one. */
  #queue: Pending[] = [];
  #writing: Promise<void> | null = null;
  #fence: SkeinError | null = null;
  #condition: Condition = { kind: "writable" };
  #listeners = new Set<ConditionListener>();
  #spaceCheckedMs = Number.NEGATIVE_INFINITY;
  #closing: Promise<void> | null = null;
  /** Runs from a failure until the database is open again. */
  #mending: Promise<void> | null = null;
  /** Jobs of a failed writer: whether they are stored is checked when the database is open again. */
  #undecided: Pending[] = [];
  readonly #impatience = new AbortController();
  readonly #damage = new MetDamage();
  /** Alarms, by their text, that a second check did not confirm: a repeated one counts. */
  readonly #dismissed = new Set<string>();
  readonly #rebuiltFor = new Set<string>();
  /** The last commit that was saved while the database was not in place. */
  #rescued: number | null = null;
  #report: RecoveryReport | null;

  constructor(options: StoreOptions, report: RecoveryReport | null) {
    this.#options = options;
    this.#report = report;
    this.#lastCommit = 0;
    this.#connection = openConnection(options.places.path, () => this.#lastCommit);
    this.#lastCommit = this.#connection.newestCommit();
    refuseStaleView(this.#connection, options.places.path);
    this.#writer = this.#startWriter(null);
  }

  get lastCommit(): number {
    return this.#lastCommit;
  }

  get condition(): Condition {
    return this.#condition;
  }

  /** The last recovery of this process, if any. */
  get report(): RecoveryReport | null {
    return this.#report;
  }

  listen(listener: ConditionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async append(change: PreparedChange): Promise<Appended> {
    const { lastCommit, isFoundOut = false } = await this.submit({ kind: "change", change });
    const { session, events } = change;
    return { lastCommit, stored: () => (isFoundOut ? [] : storedEvents(session, events, lastCommit)) };
  }

  submit(job: Job): Promise<Written> {
    if (this.#fence) return Promise.reject(this.#fence);
    if (this.#closing) return Promise.reject(logClosed());
    return this.#enqueue(job);
  }

  /** Damage that another reader of the file found and verified. A reader that opened it without its write-ahead log found nothing wrong with it. */
  repair(damage: unknown): void {
    const isWhole = this.#connection?.writeAheadLog.isLost() ?? false;
    if (!isWhole) this.#damage.meetConfirmed(damage);
    this.#fail(isWhole ? writeAheadLogGone(this.#options.places.path) : damage, []);
  }

  /** Reads with the current connection. Damage found by a read and confirmed by a second check is repaired at once; this read fails, and the next one finds the repaired log. */
  read<Answer>(ask: (connection: Connection) => Answer): Answer {
    if (!this.#connection) throw this.#fence ?? logClosed();
    try {
      return ask(this.#connection);
    } catch (cause) {
      const { path } = this.#options.places;
      if (!isDamage(cause)) throw storageFailed({ action: "read", path, cause });
      const alarm = String(cause);
      const isRebuiltFor = this.#rebuiltFor.has(alarm);
      const isBack = this.#dismissed.has(alarm) && !isRebuiltFor;
      if (!isConfirmed({ path, fault: cause, ask, isRebuiltFor }) && !isBack) throw this.#dismiss(cause);
      this.#rebuiltFor.add(alarm);
      this.repair(cause);
      throw storageFailed({ action: "read", path, cause });
    }
  }

  #dismiss(alarm: unknown): SkeinError {
    const fault = falseAlarm(alarm);
    this.#dismissed.add(String(alarm));
    this.#notify(({ falseAlarm }) => falseAlarm?.(fault));
    return fault;
  }

  /** Writes the queued changes and refuses later ones. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    while (this.#queue.length > 0 || this.#writing) await this.#flush();
    this.#impatience.abort();
    await this.#mending;
    const opened = await this.#writer.catch(() => null);
    try {
      if (this.#fence) await opened?.writer.abandon();
      else await opened?.writer.close();
    } catch (cause) {
      throw storageFailed({ action: "write", path: this.#options.places.path, cause });
    } finally {
      this.#closeReading();
    }
  }

  /** Closes for good: a lost write-ahead log that can't be saved now is kept as a backup, which the next start finds. */
  #closeReading(): void {
    try {
      this.#saveDisplacedDatabase();
      this.#saveLostWriteAheadLog((lost) => this.#rescue(lost));
    } finally {
      this.#connection?.close();
      this.#connection = null;
    }
  }

  /** The file may have no name any more and vanish when it is closed. Once, because nothing is written to it afterwards. */
  #saveDisplacedDatabase(): boolean {
    const { lock } = this.#options;
    const held = this.#connection?.writeAheadLog;
    // In a home that was replaced as a whole nothing is ours.
    if (!held?.isDatabaseDisplaced() || (lock && !isUnmoved(lock))) return false;
    if (this.#rescued !== this.#lastCommit) this.#rescue(held);
    this.#rescued = this.#lastCommit;
    return true;
  }

  #rescue({ copyInto }: Pick<WriteAheadLog, "copyInto">): void {
    makeBackup(this.#options.places, { now: this.#options.now(), reason: "rescue", copyInto });
  }

  #enqueue(job: Job): Promise<Written> {
    // Changes of one turn of the event loop, and those that come while a group is being written, share a transaction.
    if (this.#queue.length === 0 && !this.#writing) setImmediate(() => this.#flushSoon());
    return new Promise((resolve, reject) => this.#queue.push({ job, resolve, reject }));
  }

  #flushSoon(): void {
    background(this.#flush(), (fault) => this.#fail(fault, []));
  }

  /** Resolves when the changes queued at the call are written or have failed. Never rejects. */
  #flush(): Promise<void> {
    this.#writing ??= this.#writeQueue().finally(() => {
      this.#writing = null;
      // Changes queued between the last check of the queue and now have not triggered a write.
      if (this.#queue.length > 0) setImmediate(() => this.#flushSoon());
    });
    return this.#writing;
  }

  async #writeQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0);
      const cancelSlow = this.#expectSpeed();
      try {
        const { writer } = await this.#writer;
        this.#settle(group, await writer.write(group.map(({ job }) => job)));
      } catch (cause) {
        return this.#fail(cause, group);
      } finally {
        cancelSlow();
      }
      background(this.#watchSpace(), (fault) => this.#fail(fault, []));
    }
  }

  #settle(group: readonly Pending[], outcomes: readonly Outcome[]): void {
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index];
      if (!outcome?.ok) {
        reject(new SkeinError(outcome?.code ?? "storage_failed", outcome?.message ?? "the writer gave no outcome"));
        continue;
      }
      this.#lastCommit = Math.max(this.#lastCommit, outcome.lastCommit);
      resolve(outcome);
    }
  }

  #startWriter(after: Preparation | null): Promise<OpenedWriter> {
    const { places, lock, openWriter } = this.#options;
    const opened = openWriter({ path: places.path, places, lock, after });
    // The next writer gets the error; until then nobody needs it.
    opened.catch(() => {});
    return opened;
  }

  #expectSpeed(): () => void {
    const since = this.#options.now();
    const timer = setTimeout(() => {
      const text = `storage: the disk under ${this.#options.places.path} is slow; nothing is lost, and everything waits until it has saved`;
      this.#become({ kind: "slow", since, text });
    }, SLOW_MS).unref();
    return () => {
      clearTimeout(timer);
      if (this.#condition.kind === "slow") this.#become({ kind: "writable" });
    };
  }

  async #watchSpace(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#spaceCheckedMs < SPACE_CHECK_MS) return;
    this.#spaceCheckedMs = nowMs;
    // If even this check fails, the next commit fails with the reason.
    const lack = await lackOfSpace(this.#options.places.path, this.#options.minFreeBytes).catch(() => null);
    if (lack) this.#fail(lack, []);
  }

  /** From here on nothing is acknowledged. The jobs of the group are answered as soon as their fate is known. */
  #fail(cause: unknown, group: readonly Pending[]): void {
    this.#undecided.push(...group);
    if (this.#mending) return;
    this.#mending = this.#mend(cause).finally(() => {
      this.#mending = null;
    });
    background(this.#mending, (fault) => this.#fail(fault, []));
  }

  /** Retries opening the database until that works. */
  async #mend(cause: unknown): Promise<void> {
    const since = this.#options.now();
    const { signal } = this.#impatience;
    let fault = this.#fenceWith(cause);
    /** Reports the failure, and returns whether retrying makes sense. */
    const look = (reason: unknown): boolean => {
      this.#damage.meet(reason);
      const lost = lostBy(reason);
      if (lost) this.#become({ kind: "lost", since, text: peopleText(fault), ...lost });
      else this.#become({ kind: "fenced", since, text: peopleText(fault) });
      return lost === null;
    };
    // A failure that is over at the first retry is not reported; repairing damage takes longer.
    let isHopeful = isDamage(cause) || lostBy(cause) ? look(cause) : true;
    for (let retryMs = FIRST_RETRY_MS; isHopeful && !signal.aborted; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      try {
        const isRebuilt = await this.#reopen();
        this.#decide(fault);
        this.#fence = null;
        this.#become({ kind: "writable" });
        this.#notify(({ reopened }) => reopened?.({ isRebuilt }));
        return;
      } catch (again) {
        fault = this.#fenceWith(again);
        this.#giveUp(fault);
        isHopeful = look(again);
        if (isHopeful) await delay(retryMs, undefined, { ref: false, signal }).catch(() => {});
      }
    }
    this.#giveUp(fault);
  }

  /** They may be stored or not, and get this answer: a retry under the same id gets the recorded outcome. */
  #giveUp({ code, message }: SkeinError): void {
    const fault = new SkeinError(code, `${message} Whether this was saved is known then.`);
    for (const { reject } of this.#undecided.splice(0)) reject(fault);
  }

  #fenceWith(cause: unknown): SkeinError {
    const told = whileTrying(storageFailed({ action: "write", path: this.#options.places.path, cause }));
    const fault = told.code === "storage_failed" ? told : new SkeinError("storage_failed", told.message, { cause });
    this.#fence = fault;
    for (const { reject } of this.#queue.splice(0)) reject(fault);
    return fault;
  }

  /** Returns whether the database had to be rebuilt. The reading connection stays until the new one is open, unless the file itself is repaired. */
  async #reopen(): Promise<boolean> {
    const { places, lock, minFreeBytes, now } = this.#options;
    const { counts: isDamaged, isOnlySaid } = this.#damage;
    const epoch = this.#connection?.epoch;
    const opened = await this.#writer.catch(() => null);
    await opened?.writer.abandon().catch(() => {});
    const isOurs = !isDamaged || this.#connection !== null;
    if (isOurs && (this.#saveDisplacedDatabase() || !existsSync(places.path))) throw databaseGone(places.path, lock);
    this.#saveLostWriteAheadLog();
    if (isDamaged) {
      this.#connection?.close();
      this.#connection = null;
    } else await probeDisk(places.path, minFreeBytes);
    this.#writer = this.#startWriter({ isDamaged, isOnlySaid, now: now() });
    const { writer, lastCommit, report } = await this.#writer;
    const connection = openConnection(places.path, () => this.#lastCommit, { isThere: true });
    const isOther = epoch !== undefined && epoch !== connection.epoch;
    if (report === null && (isOther || lastCommit < this.#lastCommit)) {
      connection.close();
      await writer.abandon().catch(() => {});
      throw damaged(
        `it ended with commit ${this.#lastCommit} and now ends with ${lastCommit}: its files were overwritten`,
      );
    }
    this.#connection?.close();
    this.#connection = connection;
    this.#lastCommit = lastCommit;
    this.#report = report ?? this.#report;
    // It was repaired, or a check did not find it.
    if (isDamaged) this.#damage.forget();
    return report !== null;
  }

  /** Opening the database would start a new write-ahead log, and only a connection that has the old one open can save it: the reading one, which closes with it. */
  #saveLostWriteAheadLog(otherwise?: (lost: WriteAheadLog) => void): void {
    const { places, now } = this.#options;
    const lost = this.#connection?.writeAheadLog;
    if (!lost?.isLost()) return;
    try {
      lost.save();
    } catch (fault) {
      if (!otherwise) throw fault;
      otherwise(lost);
    }
    lost.setOthersAside(() => makeIncident(places, now()));
    this.#connection?.close();
    this.#connection = null;
  }

  /**
   * A group is one transaction: if one job is stored, all are, except those that the writer itself refused. A job that leaves no trace shares
   * the fate of the group.
   */
  #decide(fault: SkeinError): void {
    const decided = this.#undecided.map((pending) => ({
      ...pending,
      isStored: this.read((connection) => isStored(connection, pending.job)),
    }));
    this.#undecided.length = 0;
    const isGroupStored = decided.some(({ isStored }) => isStored);
    for (const { job, resolve, reject, isStored } of decided) {
      // A long text is written again from its beginning: the new writer knows nothing of its parts.
      if (job.kind === "change" && (isStored ?? isGroupStored))
        resolve({ ok: true, lastCommit: this.#lastCommit, isFoundOut: true });
      else reject(fault);
    }
  }

  #become(condition: Condition): void {
    const isSame = condition.kind === this.#condition.kind && textOf(condition) === textOf(this.#condition);
    this.#condition = condition;
    if (isSame) return;
    this.#notify(({ changed }) => changed?.(condition));
  }

  /** A listener that throws causes a process warning, and affects neither the others nor the log. */
  #notify(tell: (listener: ConditionListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener);
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
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

/** Null if it leaves nothing to look up. */
function isStored({ events, receipts }: Connection, job: Job): boolean | null {
  if (job.kind !== "change") return null;
  const { session, events: texts, receipt } = job.change;
  const last = texts.at(-1);
  if (!last && !receipt) return null;
  const recorded = receipt && receipts.receipt(receipt.command);
  if (receipt && (recorded?.session !== session || recorded.answer !== receipt.answer)) return false;
  if (!last) return true;
  const [stored] = events.read({ session, after: last.seq - 1, limit: 1 }).events;
  return stored?.line === eventLine(session, last);
}

function lostBy(fault: unknown): { isReplaced: boolean } | null {
  if (!(fault instanceof SkeinError)) return null;
  if (fault.code === HOME_REPLACED || fault.code === HOME_DELETED) return { isReplaced: true };
  return fault.code === LOCK_LOST ? { isReplaced: false } : null;
}

const peopleText = (fault: SkeinError): string => `storage: ${fault.message}`;

const textOf = (condition: Condition): string => ("text" in condition ? condition.text : "");
