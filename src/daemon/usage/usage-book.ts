// What all sessions have used over time. What was counted once is kept: the next look reads only what has come since.
import { setImmediate } from "node:timers/promises";
import type { UsageOverTime } from "../../core/index.ts";
import { type Head, isStorageFault, type ListedSession, type Log } from "../../log/index.ts";
import { isCode } from "../../system/index.ts";
import { emptyTally, extendTally, type ReportedQuota, type Tally } from "./session-tally.ts";

export interface SessionUsage {
  readonly row: ListedSession;
  readonly overTime: UsageOverTime;
  /** The newest of each of its agent's quotas. */
  readonly quotas: readonly ReportedQuota[];
}

export interface UsageOfAll {
  readonly sessions: readonly SessionUsage[];
  /** Sessions that could not be read; they are not among the others. */
  readonly unreadable: readonly string[];
}

interface Known {
  /** Of the last event in its tally: another session with the same id has another one. */
  readonly commit: number | null;
  readonly tally: Tally;
}

const SHELVES = ["listed", "archived", "trash"] as const;
/** A few milliseconds of work each. */
const ROWS_AT_ONCE = 200;
const SESSIONS_AT_ONCE = 20;

export class UsageBook {
  readonly #log: Log;
  readonly #known = new Map<string, Known>();
  #epoch = "";
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<UsageOfAll> | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Of all sessions that are not deleted for good; those in the trash count, too. Who asks while a count is under way shares the next one with
   * others: it has everything that was there when they asked.
   */
  all(): Promise<UsageOfAll> {
    this.#next ??= this.#underWay.then(() => {
      const counting = this.#count();
      this.#next = null;
      this.#underWay = counting.catch(() => {});
      return counting;
    });
    return this.#next;
  }

  async #count(): Promise<UsageOfAll> {
    const { epoch } = this.#log;
    if (epoch !== this.#epoch) this.#known.clear();
    this.#epoch = epoch;
    const sessions: SessionUsage[] = [];
    const unreadable: string[] = [];
    const ids = this.#log.sessionIds({ shelves: SHELVES });
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      await setImmediate();
      const some = ids.slice(at, at + ROWS_AT_ONCE);
      const heads = this.#log.heads(some);
      let read = 0;
      for (const line of this.#log.sessionLines(some)) {
        const row: ListedSession = JSON.parse(line);
        const head = heads.get(row.id);
        if (!head) continue;
        const known = this.#whatIsKnown(row.id, head);
        if (!known && ++read % SESSIONS_AT_ONCE === 0) await setImmediate();
        const tally = known ?? (await this.#read(row, head));
        if (tally === "unreadable") unreadable.push(row.id);
        else if (tally) sessions.push({ row, overTime: tally.overTime, quotas: [...tally.quotas.values()] });
      }
    }
    const present = new Set(ids);
    for (const id of this.#known.keys()) if (!present.has(id)) this.#known.delete(id);
    return { sessions, unreadable };
  }

  /** Null if there is news. */
  #whatIsKnown(session: string, { seq, commit }: Head): Tally | null {
    const known = this.#known.get(session);
    return known && known.tally.seq === seq && known.commit === commit ? known.tally : null;
  }

  async #read(row: ListedSession, { seq, commit }: Head): Promise<Tally | "unreadable" | null> {
    const { id: session } = row;
    try {
      const begun = this.#beginningOf(session, seq) ?? emptyTally(ownBeginning(row));
      const tally = await extendTally(this.#log, begun, { session, to: seq });
      if (tally) this.#known.set(session, { commit, tally });
      return tally;
    } catch (fault) {
      // Then nothing can be read.
      if (isStorageFault(fault) || isCode(fault, "log_closed")) throw fault;
      return "unreadable";
    }
  }

  /** What is known of its earlier events; null if they are another session's. */
  #beginningOf(session: string, to: number): Tally | null {
    const known = this.#known.get(session);
    if (!known || known.tally.seq > to || known.tally.seq === 0) return null;
    const after = known.tally.seq - 1;
    const [last] = this.#log.read({ session, after, limit: 1 }).events;
    return last?.seq === known.tally.seq && last.commit === known.commit ? known.tally : null;
  }
}

/** What a fork or a copy inherits was used, and is counted, in its origin. */
const ownBeginning = ({ fork, copyOf }: ListedSession): number => Math.max(fork?.seq ?? 0, copyOf?.seq ?? 0);
