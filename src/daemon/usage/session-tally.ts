// What one session has used over time, and the newest report of each of its agent's quotas: counted from its log in slices, so that other
// requests are served meanwhile.
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
import type { Log, SkimmedEvent } from "../../log/index.ts";

export type ReportedQuota = DataOf<"quota_reported"> & { at: string };

export interface Tally {
  /** Everything up to this event is counted. */
  readonly seq: number;
  readonly overTime: UsageOverTime;
  /** By the name of the quota. */
  readonly quotas: ReadonlyMap<string, ReportedQuota>;
}

/** `seq`: what came up to there is not counted. */
export const emptyTally = (seq: number): Tally => ({ seq, overTime: new Map(), quotas: new Map() });

/** A few milliseconds of work. */
const SLICE = { limit: 2000, maxBytes: 256 * 1024 };
const TYPES = { whole: [...usageTypes, "quota_reported"], bare: ["imported"] };

/** With the events up to `to`; the tally that was given stays as it is. Null if the session is gone meanwhile. */
export async function extendTally(
  log: Pick<Log, "skim">,
  tally: Tally,
  { session, to }: { session: string; to: number },
): Promise<Tally | null> {
  const counting: Counting = { overTime: new Map(tally.overTime), quotas: new Map(tally.quotas) };
  for (let after = tally.seq; after < to; ) {
    const limit = Math.min(SLICE.limit, to - after);
    const { events, lastSeq, head } = log.skim({ ...SLICE, ...TYPES, session, after, limit });
    if (head < to) return null;
    for (const skimmed of events) count(session, skimmed, counting);
    after = lastSeq;
    if (after < to) await setImmediate();
  }
  return { seq: to, ...counting };
}

interface Counting {
  readonly overTime: Map<number, UsageCounts>;
  readonly quotas: Map<string, ReportedQuota>;
}

function count(session: string, skimmed: SkimmedEvent, { overTime, quotas }: Counting): void {
  // Quotas that were reported before an import are those of another machine.
  if (skimmed.type === "imported") {
    quotas.clear();
    return;
  }
  const event = read(session, skimmed);
  if (!event) return;
  if (event.type === "quota_reported") quotas.set(event.data.window, { ...event.data, at: event.at });
  const used = usageOf(event);
  const before = used && overTime.get(used.quarterMs);
  if (used) overTime.set(used.quarterMs, before ? sumOf(before, used.counts) : used.counts);
}

function read(session: string, { seq, at, type, data }: SkimmedEvent): KnownEvent | null {
  try {
    return understand({ session, seq, at, type, by: { kind: "agent" }, data: JSON.parse(data ?? "") } satisfies Event);
  } catch {
    // It is damaged: readers of the log are told.
    return null;
  }
}
