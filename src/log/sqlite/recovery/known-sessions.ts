// Whose events were found. A session's row says it; without one its first event does, which is chained to the session's id.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { genesis, sameChain } from "../../chain.ts";
import { type Beginning, isFirstOf } from "./choose.ts";
import type { Candidate, Staging } from "./staging.ts";
import type { Row } from "./tables.ts";

export interface KnownSession extends Beginning {
  key: number;
  id: string;
  /** Its row as it was found; perhaps an older one. */
  row: Row | null;
  /** The row is the damaged database's newest: its head is where the session ended. */
  isFresh: boolean;
  /** Nobody knows the id that it had. */
  isNameless: boolean;
  head: number;
  /** Events before the first that it has: they belong to its parent, or were pruned. */
  base: number;
}

export interface Clues {
  staging: Staging;
  environments: string | undefined;
  /** How many events there ever were, where that is known. */
  lastCommit: number | null;
  /** The damaged database knows of all of them: it has not lost its newest commits. */
  isNewest: boolean;
}

export function knownSessions({ staging, environments, lastCommit, isNewest }: Clues): Map<number, KnownSession> {
  const withEvents = new Set(staging.sessions());
  const known = new Map<number, KnownSession>();
  const ids = new Set<string>();
  for (const { row, isCurrent, source } of staging.rows("sessions")) {
    const { key, id } = row;
    if (typeof key !== "number" || typeof id !== "string" || known.has(key) || ids.has(id)) continue;
    if (!isCurrent && !withEvents.has(key)) continue;
    ids.add(id);
    const session = fromRow(row, { key, id, isFresh: isCurrent && source === 0 });
    const isEndKnown = isNewest && isHeadProven(staging, session);
    known.set(key, { ...session, lastSeq: isEndKnown ? session.head : Number.POSITIVE_INFINITY });
  }
  const clues = [...idsIn(staging), ...idsFromFiles(environments)].filter((id) => !ids.has(id));
  for (const key of withEvents) {
    if (known.has(key)) continue;
    const session = withoutRow(staging, key, clues);
    if (!session.isNameless || isPossible(staging, key, lastCommit)) known.set(key, session);
  }
  return known;
}

/** Whether the row's end is the hash of the event there: two places that a single damage does not hit. */
function isHeadProven(staging: Staging, { key, head, headChain }: KnownSession): boolean {
  const isEnd = ({ chain }: Candidate): boolean => headChain !== null && sameChain(chain, headChain);
  return staging.candidatesAt(key, head).some(isEnd);
}

/** An event whose session was damaged makes a session of its own; one that would lack more than is missing at all never was. */
function isPossible(staging: Staging, key: number, lastCommit: number | null): boolean {
  const { count, last } = staging.extent(key);
  return lastCommit === null || last - count <= lastCommit - staging.count;
}

function fromRow(row: Row, { key, id, isFresh }: { key: number; id: string; isFresh: boolean }): KnownSession {
  const { first_seq: firstSeq, base_seq: baseSeq, first_chain: firstChain, head, chain } = row;
  const isWhole = firstSeq === 1 && baseSeq === null;
  return {
    key,
    id,
    row,
    isFresh,
    isNameless: false,
    firstSeq: typeof firstSeq === "number" ? firstSeq : 1,
    firstChain: isWhole ? genesis(id) : (firstChain as Uint8Array),
    headChain: isFresh ? (chain as Uint8Array) : null,
    lastSeq: Number.POSITIVE_INFINITY,
    head: typeof head === "number" ? head : 0,
    base: typeof baseSeq === "number" ? baseSeq : 0,
  };
}

function withoutRow(staging: Staging, key: number, clues: readonly string[]): KnownSession {
  const firsts = staging.candidatesAt(key, 1);
  const found = clues.find((id) => firsts.some((first) => isFirstOf(id, first)));
  const id = found ?? randomUUID();
  const isNameless = found === undefined;
  return {
    key,
    id,
    row: null,
    isFresh: false,
    isNameless,
    firstSeq: 1,
    // Under an id that it never had nothing of its chain can be checked.
    firstChain: isNameless ? null : genesis(id),
    headChain: null,
    lastSeq: Number.POSITIVE_INFINITY,
    head: 0,
    base: 0,
  };
}

function idsIn(staging: Staging): Set<string> {
  const ids = new Set<string>();
  for (const { row } of staging.rows("receipts")) if (typeof row.session === "string") ids.add(row.session);
  for (const { row } of staging.rows("workspaces"))
    if (typeof row.active_session === "string") ids.add(row.active_session);
  return ids;
}

function idsFromFiles(environments: string | undefined): string[] {
  if (environments === undefined) return [];
  try {
    return readdirSync(environments).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
  } catch {
    // Only clues: without them a session that lost its row gets a new id.
    return [];
  }
}
