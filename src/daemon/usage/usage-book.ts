// What all sessions have used over time, counted from the log in slices, so that other requests are served meanwhile. What was counted once is
// kept: the next look reads only what has come since.
import { setImmediate } from "node:timers/promises";
import {
  type DataOf,
  type Event,
  type KnownEvent,
  sumOf,
  type UsageCounts,
  type UsageOverTime,
  understand,
  usageOf,
  usageTypes,
} from "../../core/index.ts";
import { type ListedSession, type Log, type SkimmedEvent, walkSessions } from "../../log/index.ts";
import { TaskQueue } from "../../system/index.ts";

export type ReportedQuota = DataOf<"quota_reported"> & { at: string };

export interface SessionUsage {
  readonly row: ListedSession;
  readonly overTime: UsageOverTime;
  /** The newest of each of its agent's quotas. */
  readonly quotas: readonly ReportedQuota[];
}

interface Known {
  readonly epoch: string;
  /** Of its last event: another session with the same id has another one. */
  readonly commit: number | null;
  readonly head: number;
  readonly overTime: Map<number, UsageCounts>;
  readonly quotas: Map<string, ReportedQuota>;
}

/** A few milliseconds of work. */
const SLICE = { limit: 2000, maxBytes: 256 * 1024 };

export class UsageBook {
  readonly #log: Log;
  #known = new Map<string, Known>();
  readonly #turns = new TaskQueue();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Of all sessions that are not deleted for good; those in the trash count, too. */
  all(): Promise<readonly SessionUsage[]> {
    return this.#turns.run(async () => {
      const known = new Map<string, Known>();
      const found: SessionUsage[] = [];
      for await (const rows of walkSessions(this.#log, { shelves: ["listed", "archived", "trash"] })) {
        for (const row of rows) {
          const one = await this.#upToDate(row);
          known.set(row.id, one);
          found.push({ row, overTime: one.overTime, quotas: [...one.quotas.values()] });
        }
      }
      this.#known = known;
      return found;
    });
  }

  async #upToDate(row: ListedSession): Promise<Known> {
    const { epoch } = this.#log;
    const before = this.#known.get(row.id);
    const isSame = before?.epoch === epoch && before.commit === this.#commitOf(row.id, before.head);
    if (isSame && before.head === row.head) return before;
    const known: Known = isSame
      ? before
      : { epoch, commit: null, head: ownBeginning(row), overTime: new Map(), quotas: new Map() };
    return this.#read(row.id, known);
  }

  async #read(session: string, { epoch, head: from, overTime, quotas }: Known): Promise<Known> {
    for (let after = from; ; ) {
      const { events, lastSeq, head } = this.#log.skim({
        ...{ session, after, ...SLICE, bare: [] },
        whole: [...usageTypes, "quota_reported"],
      });
      for (const skimmed of events) {
        const event = read(session, skimmed);
        if (event) count(event, { overTime, quotas });
      }
      if (lastSeq >= head) return { epoch, commit: this.#commitOf(session, lastSeq), head: lastSeq, overTime, quotas };
      after = lastSeq;
      await setImmediate();
    }
  }

  #commitOf(session: string, seq: number): number | null {
    if (seq === 0) return null;
    return this.#log.read({ session, after: seq - 1, limit: 1 }).events[0]?.commit ?? null;
  }
}

/** What a fork or a copy inherits was used, and is counted, in its origin. */
const ownBeginning = ({ fork, copyOf }: ListedSession): number => Math.max(fork?.seq ?? 0, copyOf?.seq ?? 0);

function read(session: string, { seq, at, type, data }: SkimmedEvent): KnownEvent | null {
  try {
    return understand({ session, seq, at, type, by: { kind: "agent" }, data: JSON.parse(data ?? "") } satisfies Event);
  } catch {
    // It is damaged: readers of the log are told.
    return null;
  }
}

function count(event: KnownEvent, { overTime, quotas }: Pick<Known, "overTime" | "quotas">): void {
  if (event.type === "quota_reported") quotas.set(event.data.window, { ...event.data, at: event.at });
  const used = usageOf(event);
  const before = used && overTime.get(used.quarterMs);
  if (used) overTime.set(used.quarterMs, before ? sumOf(before, used.counts) : used.counts);
}
