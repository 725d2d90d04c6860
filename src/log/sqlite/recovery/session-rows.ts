// Writes a session's row into the new database, folded from its events. A found row is not trusted: nothing proves that it is undamaged.
import type { DatabaseSync } from "node:sqlite";
import {
  type Event,
  freeName,
  initialState,
  nextRefreshTime,
  nextStep,
  noLimits,
  reduce,
  type SessionState,
  summaryOf,
} from "../../../core/index.ts";
import type { EventText } from "../../event-line.ts";
import { prepareChange } from "../../prepare-change.ts";
import { shelfNumbers } from "../../shelf.ts";
import type { Row } from "../database-file/tables.ts";
import { UNKNOWN_BASE } from "../lineage.ts";
import { prepare } from "../statement.ts";
import type { Base } from "./forks.ts";
import { insertRow } from "./insert-row.ts";
import type { KnownSession } from "./known-session.ts";

/** Where a session begins in the new database. */
export interface SessionStart {
  /** What a fork inherits; null when it is none. */
  base: Base | "unknown" | null;
  firstChain: Uint8Array;
}

export interface SessionEnd extends SessionStart {
  session: KnownSession;
  head: number;
  chain: Uint8Array;
}

interface CopyContext {
  /** By the keys of sessions. */
  ends: ReadonlyMap<number, SessionEnd>;
  /** Names in use, by workspace. */
  names: Map<string, string[]>;
  /** Older versions of the database have no shelves. */
  hasShelves: boolean;
}

export function writeSessionRow(db: DatabaseSync, end: SessionEnd, context: CopyContext): void {
  const { row } = end.session;
  const contents = row && isInvisible(row) ? row : foldedRow(db, end, context);
  const written: Row = { ...contents, id: end.session.id, ...placeOf(end) };
  if (typeof written.name === "string") remember(context.names, String(written.workspace), written.name);
  insertRow(db, "sessions", written);
}

/** Whether the session is being removed or imported. Only its row says so, not its events. */
const isInvisible = ({ shelf }: Row): boolean => typeof shelf === "number" && shelf > shelfNumbers.trash;

function placeOf({ session, base, firstChain, head, chain }: SessionEnd): Row {
  const { firstSeq } = session;
  const [baseKey, baseSeq] =
    base === "unknown" ? [UNKNOWN_BASE, firstSeq - 1] : base ? [base.key, base.seq] : [null, null];
  return {
    base_session: baseKey,
    base_seq: baseSeq,
    first_seq: firstSeq,
    first_chain: firstChain,
    head,
    chain,
  };
}

function foldedRow(db: DatabaseSync, end: SessionEnd, { ends, names, hasShelves }: CopyContext): Row {
  const { session } = end;
  const state = foldOf(db, end, ends);
  const summary = summaryOf(session.id, state);
  const name =
    session.isNameless && summary.name === null
      ? freeName("recovered", names.get(summary.workspace.id) ?? [])
      : summary.name;
  // A session that is busy for no reason costs the daemon only a look.
  const isBusy =
    session.row?.busy === 1 || state.binding.run !== null || nextStep(state) !== null || hasMoreToCome(state);
  const { row } = prepareChange({ session: session.id, events: [], summary: { ...summary, name }, isBusy });
  return {
    key: session.key,
    id: session.id,
    name: row.name,
    name_key: row.name?.toLowerCase() ?? null,
    native_key: row.nativeKey,
    workspace: row.workspace,
    last_active_at: row.activityAt,
    busy: row.isBusy ? 1 : 0,
    summary: row.summary,
    ...(hasShelves ? { shelf: row.shelf } : {}),
  };
}

/** Whether something waits for a time or a quota. The daemon decides later, with the real limits. */
const hasMoreToCome = (state: SessionState): boolean =>
  nextRefreshTime(state, state.lifecycle.updatedAt ?? "", { ...noLimits, resumeAfterQuota: true }) !== null;

/** A fork's fold includes its inherited events. */
function foldOf(db: DatabaseSync, end: SessionEnd, ends: ReadonlyMap<number, SessionEnd>): SessionState {
  const events = prepare<EventText>(
    db,
    `SELECT seq, at, type, "by", data FROM events WHERE session = ? AND seq <= ? ORDER BY seq`,
  );
  let state = initialState;
  for (const { session, upTo } of lineageOf(end, ends)) {
    for (const { seq, at, type, by, data } of events.iterate(session.key, upTo)) {
      const event: Event = { session: session.id, seq, at, type, by: JSON.parse(by), data: JSON.parse(data) };
      state = reduce(state, event);
    }
  }
  return state;
}

/** The session and its bases, oldest first. */
function lineageOf(end: SessionEnd, ends: ReadonlyMap<number, SessionEnd>): { session: KnownSession; upTo: number }[] {
  const lineage: { session: KnownSession; upTo: number }[] = [];
  let upTo = end.head;
  for (let one: SessionEnd | undefined = end; one; ) {
    lineage.push({ session: one.session, upTo });
    const base: SessionEnd["base"] = one.base;
    if (base === null || base === "unknown") break;
    upTo = base.seq;
    one = ends.get(base.key);
  }
  return lineage.reverse();
}

function remember(names: Map<string, string[]>, workspace: string, name: string): void {
  const known = names.get(workspace);
  if (known) known.push(name);
  else names.set(workspace, [name]);
}
