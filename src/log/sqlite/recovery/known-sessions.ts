// Lists the sessions whose rows or events were found, and where each begins and ends.
import { genesis, sameChain } from "../../chain.ts";
import type { Row } from "../database-file/tables.ts";
import { UNKNOWN_BASE } from "../lineage.ts";
import { isFirstOf } from "./choose.ts";
import { beginningByEvents, beginningByRow } from "./forks.ts";
import { openIdentities } from "./identity.ts";
import { type KnownSession, newlyFound } from "./known-session.ts";
import { settleBases } from "./settle-bases.ts";
import type { Candidate, Staging } from "./staging.ts";

export interface Clues {
  staging: Staging;
  /** Ids that are known from outside the database. */
  sessionIds: readonly string[];
  /** How many events there should be; null if unknown. */
  count: number | null;
  /** The damaged database has not lost its newest commits. */
  isNewest: boolean;
}

export function knownSessions({ staging, sessionIds, count, isNewest }: Clues): Map<number, KnownSession> {
  const withEvents = new Set(staging.sessions());
  const known = new Map<number, KnownSession>();
  const taken = new Set<string>();
  const identities = openIdentities(staging, sessionIds);
  for (const { row, isCurrent, source } of staging.rows("sessions")) {
    const { key } = row;
    if (typeof key !== "number" || known.has(key)) continue;
    const id = identities.ofRow(row);
    if (id === null || taken.has(id)) continue;
    if (!isCurrent && !withEvents.has(key)) continue;
    taken.add(id);
    const session = fromRow(staging, row, { key, id, isFresh: isCurrent && source === 0 });
    const isEndKnown = isNewest && isHeadProven(staging, session);
    known.set(key, { ...session, lastSeq: isEndKnown ? session.head : Number.POSITIVE_INFINITY });
  }
  for (const key of withEvents) {
    const session = known.has(key) ? null : withoutRow(staging, { key, id: identities.ofEvents(key, taken), count });
    if (session) known.set(key, session);
  }
  return settleBases(known, { staging, count });
}

/** Whether the head's chain value is the same in the row and in the event: damage in one place can't change both. */
function isHeadProven(staging: Staging, { key, head, headChain }: KnownSession): boolean {
  const isEnd = ({ chain }: Candidate): boolean => headChain !== null && sameChain(chain, headChain);
  return staging.candidatesAt(key, head).some(isEnd);
}

type Begun = Pick<KnownSession, "firstSeq" | "firstChain" | "base" | "isBaseUnknown">;

function fromRow(
  staging: Staging,
  row: Row,
  { key, id, isFresh }: { key: number; id: string; isFresh: boolean },
): KnownSession {
  const { head, chain } = row;
  return {
    ...newlyFound(key, id),
    ...begunByRow(staging, row, { key, id }),
    row,
    // Only the newest version of the row, from the damaged database, says where the session ended.
    headChain: isFresh ? (chain as Uint8Array) : null,
    head: typeof head === "number" ? head : 0,
  };
}

function begunByRow(staging: Staging, row: Row, { key, id }: { key: number; id: string }): Begun {
  const { base_session: baseKey, base_seq: baseSeq } = row;
  const firstSeq = typeof row.first_seq === "number" ? row.first_seq : 1;
  const firstChain = row.first_chain as Uint8Array;
  const isFork = typeof baseKey === "number" && typeof baseSeq === "number";
  if (isFork && baseKey === UNKNOWN_BASE) return { firstSeq, firstChain, base: null, isBaseUnknown: true };
  if (isFork) {
    const stated = { firstSeq, firstChain, base: { key: baseKey, seq: baseSeq } };
    return { ...beginningByRow(staging, key, stated), isBaseUnknown: false };
  }
  const isWhole = firstSeq === 1 || staging.candidatesAt(key, 1).some((first) => isFirstOf(id, first));
  return {
    ...(isWhole ? { firstSeq: 1, firstChain: genesis(id) } : { firstSeq, firstChain }),
    base: null,
    isBaseUnknown: false,
  };
}

interface Nameless {
  key: number;
  id: string | null;
  count: number | null;
}

/** Null if there was never such a session. */
function withoutRow(staging: Staging, { key, id, count }: Nameless): KnownSession | null {
  const session = newlyFound(key, id);
  const found = beginningByEvents(staging, key);
  if (found.kind === "fork") return { ...session, ...found.beginning };
  if (found.kind === "named") {
    const { firstSeq } = found;
    return { ...session, firstSeq, firstChain: null, base: { key: 0, id: found.session, seq: firstSeq - 1 } };
  }
  if (isPossible(staging, key, count)) return session;
  if (found.kind === "unknown") return { ...session, firstSeq: found.firstSeq, firstChain: null, isBaseUnknown: true };
  return id === null ? null : session;
}

/** An event with a damaged session key looks like another session. If that session would lack more events than are missing in all, it never existed. */
function isPossible(staging: Staging, key: number, count: number | null): boolean {
  const { count: found, last } = staging.extent(key);
  return count === null || last - found <= count - staging.count;
}
