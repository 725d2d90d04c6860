// A session's row in the new database: as it was found where that fits its events, else folded from them anew.
import type { DatabaseSync } from "node:sqlite";
import {
  type Event,
  freeName,
  initialState,
  nextStep,
  reduce,
  type SessionState,
  summaryOf,
} from "../../../core/index.ts";
import { genesis, sameChain } from "../../chain.ts";
import type { EventText } from "../../event-line.ts";
import { prepareChange } from "../../prepare-change.ts";
import { prepare } from "../statement.ts";
import { insertRow } from "./insert-row.ts";
import type { KnownSession } from "./known-sessions.ts";
import type { Row } from "./tables.ts";

export interface SessionEnd {
  session: KnownSession;
  head: number;
  chain: Uint8Array;
  hasGaps: boolean;
}

/** `names` in use, by workspace: filled as sessions are written. */
export function writeSessionRow(db: DatabaseSync, end: SessionEnd, names: Map<string, string[]>): void {
  const { session, head, chain, hasGaps } = end;
  const { row, isFresh } = session;
  const isAsItWas =
    row !== null && isFresh && !hasGaps && row.head === head && sameChain(row.chain as Uint8Array, chain);
  const written = isAsItWas ? row : { ...foldedRow(db, end, names), head, chain };
  if (typeof written.name === "string") remember(names, String(written.workspace), written.name);
  insertRow(db, "sessions", written);
}

function foldedRow(db: DatabaseSync, { session }: SessionEnd, names: Map<string, string[]>): Row {
  const state = foldOf(db, session);
  const summary = summaryOf(session.id, state);
  const name =
    session.isNameless && summary.name === null
      ? freeName("recovered", names.get(summary.workspace.id) ?? [])
      : summary.name;
  const isBusy = state.binding.run !== null || nextStep(state) !== null;
  const { row } = prepareChange({ session: session.id, events: [], summary: { ...summary, name }, isBusy });
  return {
    ...(session.row ?? { first_seq: 1, first_chain: genesis(session.id) }),
    key: session.key,
    id: session.id,
    name: row.name,
    name_key: row.name?.toLowerCase() ?? null,
    native_key: row.nativeKey,
    workspace: row.workspace,
    last_active_at: row.lastActiveAt,
    busy: row.isBusy ? 1 : 0,
    summary: row.summary,
  };
}

function foldOf(db: DatabaseSync, { key, id }: KnownSession): SessionState {
  const events = prepare<EventText>(db, `SELECT seq, at, type, "by", data FROM events WHERE session = ? ORDER BY seq`);
  let state = initialState;
  for (const { seq, at, type, by, data } of events.iterate(key)) {
    const event: Event = { session: id, seq, at, type, by: JSON.parse(by), data: JSON.parse(data) };
    state = reduce(state, event);
  }
  return state;
}

function remember(names: Map<string, string[]>, workspace: string, name: string): void {
  const known = names.get(workspace);
  if (known) known.push(name);
  else names.set(workspace, [name]);
}
