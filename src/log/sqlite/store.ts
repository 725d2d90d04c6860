// The database as the daemon uses it. Changes queue up and go to the writer in groups. At the first failure nothing more is
// acknowledged, the database is reopened, reading shows what became of the group, and everything continues.
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { background, SkeinError } from "../../core/index.ts";
import type { Condition, ConditionListener } from "../condition.ts";
import { storedEvents } from "../event-line.ts";
import { logClosed } from "../faults.ts";
import type { Appended } from "../log.ts";
import type { PreparedChange } from "../prepare-change.ts";
import { Conditions } from "./conditions.ts";
import { isConfirmed } from "./confirm-damage.ts";
import { type Connection, openConnection } from "./connection.ts";
import { databaseGone, type FileIdentity, HOME_DELETED, HOME_REPLACED, LOCK_LOST, writeAheadLogGone } from "./guard.ts";
import { isStored } from "./is-stored.ts";
import type { Job, Outcome, Written } from "./job.ts";
import { MetDamage } from "./met-damage.ts";
import { ReadingConnection } from "./reading-connection.ts";
import type { RecoveryPaths } from "./recovery-paths.ts";
import type { Preparation, RecoveryReport } from "./repair/index.ts";
import { lackOfSpace, probeDisk } from "./space.ts";
import { damaged, falseAlarm, isDamage, storageFailed, whileTrying } from "./storage-failed.ts";
import { type Pending, Undecided } from "./undecided.ts";
import type { OpenedWriter, OpenWriter } from "./writer.ts";

export interface StoreOptions {
  places: RecoveryPaths;
  lock: FileIdentity | null;
  openWriter: OpenWriter;
  /** With less free space than this everything stops, before an agent reaches the end of the disk. */
  minFreeBytes: number;
  now: () => string;
}

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4_000;
const SPACE_CHECK_MS = 1_000;

export class Store {
  readonly #options: StoreOptions;
  readonly #reading: ReadingConnection;
  #writer: Promise<OpenedWriter>;
  #lastCommit: number;
  /** Bounded by its writers: a session waits for its change before the next one. */
  #queue: Pending[] = [];
  #writing: Promise<void> | null = null;
  #fence: SkeinError | null = null;
  readonly #conditions = new Conditions();
  #spaceCheckedMs = Number.NEGATIVE_INFINITY;
  #closing: Promise<void> | null = null;
  /** Runs from a failure until the database is open again. */
  #mending: Promise<void> | null = null;
  readonly #undecided = new Undecided();
  readonly #impatience = new AbortController();
  readonly #damage = new MetDamage();
  /** Alarms, by their text, that a second check did not confirm: a repeated one counts. */
  readonly #dismissed = new Set<string>();
  readonly #rebuiltFor = new Set<string>();
  #report: RecoveryReport | null;

  constructor(options: StoreOptions, report: RecoveryReport | null) {
    this.#options = options;
    this.#report = report;
    this.#lastCommit = 0;
    this.#reading = new ReadingConnection({ ...options, lastCommit: () => this.#lastCommit });
    this.#lastCommit = this.#reading.open?.newestCommit() ?? 0;
    this.#reading.refuseStaleView();
    this.#writer = this.#startWriter(null);
  }

  get lastCommit(): number {
    return this.#lastCommit;
  }

  get condition(): Condition {
    return this.#conditions.current;
  }

  /** The last recovery of this process, if any. */
  get report(): RecoveryReport | null {
    return this.#report;
  }

  listen(listener: ConditionListener): () => void {
    return this.#conditions.listen(listener);
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
    const isWhole = this.#reading.open?.writeAheadLog.isLost() ?? false;
    if (!isWhole) this.#damage.meetConfirmed(damage);
    this.#fail(isWhole ? writeAheadLogGone(this.#options.places.path) : damage, []);
  }

  /** Reads with the current connection. Damage found by a read and confirmed by a second check is repaired at once; this read fails, and the next one finds the repaired log. */
  read<Answer>(ask: (connection: Connection) => Answer): Answer {
    const { open } = this.#reading;
    if (!open) throw this.#fence ?? logClosed();
    try {
      return ask(open);
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
    this.#conditions.notify(({ falseAlarm }) => falseAlarm?.(fault));
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
      this.#reading.closeForGood();
    }
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
      const cancelSlow = this.#conditions.expectSpeed(this.#options.places.path, this.#options.now);
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
    this.#undecided.add(group);
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
      if (lost) this.#conditions.become({ kind: "lost", since, text: peopleText(fault), ...lost });
      else this.#conditions.become({ kind: "fenced", since, text: peopleText(fault) });
      return lost === null;
    };
    // A failure that is over at the first retry is not reported; repairing damage takes longer.
    let isHopeful = isDamage(cause) || lostBy(cause) ? look(cause) : true;
    for (let retryMs = FIRST_RETRY_MS; isHopeful && !signal.aborted; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      try {
        const isRebuilt = await this.#reopen();
        this.#undecided.decide({
          fault,
          isStored: (job) => this.read((connection) => isStored(connection, job)),
          lastCommit: this.#lastCommit,
        });
        this.#fence = null;
        this.#conditions.become({ kind: "writable" });
        this.#conditions.notify(({ reopened }) => reopened?.({ isRebuilt }));
        return;
      } catch (again) {
        fault = this.#fenceWith(again);
        this.#undecided.giveUp(fault);
        isHopeful = look(again);
        if (isHopeful) await delay(retryMs, undefined, { ref: false, signal }).catch(() => {});
      }
    }
    this.#undecided.giveUp(fault);
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
    const epoch = this.#reading.open?.epoch;
    const opened = await this.#writer.catch(() => null);
    await opened?.writer.abandon().catch(() => {});
    const isOurs = !isDamaged || this.#reading.open !== null;
    if (isOurs && (this.#reading.saveDisplacedDatabase() || !existsSync(places.path)))
      throw databaseGone(places.path, lock);
    this.#reading.saveLostWriteAheadLog();
    if (isDamaged) this.#reading.close();
    else await probeDisk(places.path, minFreeBytes);
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
    this.#reading.replaceBy(connection);
    this.#lastCommit = lastCommit;
    this.#report = report ?? this.#report;
    // It was repaired, or a check did not find it.
    if (isDamaged) this.#damage.forget();
    return report !== null;
  }
}

function lostBy(fault: unknown): { isReplaced: boolean } | null {
  if (!(fault instanceof SkeinError)) return null;
  if (fault.code === HOME_REPLACED || fault.code === HOME_DELETED) return { isReplaced: true };
  return fault.code === LOCK_LOST ? { isReplaced: false } : null;
}

const peopleText = (fault: SkeinError): string => `storage: ${fault.message}`;
