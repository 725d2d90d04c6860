// Writes one change in the open transaction. Every reason for a refusal is checked before the first write.
import type { DatabaseSync } from "node:sqlite";
import { genesis, nextChain } from "../chain.ts";
import { faultOf } from "../faults.ts";
import type { PreparedChange } from "../prepare-change.ts";
import type { Blobs } from "./blobs.ts";
import { openLineages } from "./lineage.ts";
import type { Receipts } from "./receipts.ts";
import type { Runs } from "./runs.ts";
import { prepare } from "./statement.ts";
import type { Workspaces } from "./workspaces.ts";

interface SessionRow {
  key: number;
  head: number;
  chain: Uint8Array;
  name: string | null;
  workspace: string;
  activityAt: string;
  busy: number;
  nativeKey: string | null;
  shelf: number;
}

interface Base {
  key: number;
  seq: number;
  chain: Uint8Array;
}

/**
 * Writes a change and returns the new last commit: the events are numbered from `lastCommit + 1`.
 * Throws a SkeinError if it refuses the change; then nothing was written.
 */
export type WriteChange = (change: PreparedChange, lastCommit: number) => number;

export function openWriter(
  db: DatabaseSync,
  { blobs, receipts, runs, workspaces }: { blobs: Blobs; receipts: Receipts; runs: Runs; workspaces: Workspaces },
): WriteChange {
  const selectSession = prepare<SessionRow>(
    db,
    `SELECT key, head, chain, name, workspace, last_active_at AS activityAt, busy, native_key AS nativeKey, shelf
     FROM sessions WHERE id = ?`,
  );
  const insertSession = prepare<{ key: number }>(
    db,
    `INSERT INTO sessions (id, base_session, base_seq, first_seq, first_chain, workspace, last_active_at, busy, head, chain, summary)
     VALUES (?, ?, ?, ?, ?, '', '', 0, ?, ?, '') RETURNING key`,
  );
  const chainAt = prepare<{ chain: Uint8Array }>(db, "SELECT chain FROM events WHERE session = ? AND seq = ?");
  const { originOf } = openLineages(db);
  const updateRow = prepare(db, "UPDATE sessions SET head = ?, chain = ?, summary = ? WHERE key = ?");
  const updateIndexed = prepare(
    db,
    `UPDATE sessions SET name = ?, name_key = ?, workspace = ?, last_active_at = ?, busy = ?, native_key = ?, shelf = ?
     WHERE key = ?`,
  );
  const insertEvent = prepare(
    db,
    `INSERT INTO events ("commit", session, seq, at, type, "by", data, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const upsertSnapshot = prepare(
    db,
    `INSERT INTO snapshots (session, seq, state) VALUES (?, ?, ?)
     ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, state = excluded.state WHERE excluded.seq >= seq`,
  );

  /** The base as a row of the session that wrote the event: if that event is inherited, the base is further back. */
  function findBase({ session, seq }: NonNullable<PreparedChange["base"]>): Base | null {
    const key = originOf(session, seq);
    const chain = key === null ? undefined : chainAt.get(key, seq)?.chain;
    return key !== null && chain ? { key, seq, chain } : null;
  }

  function createSession(id: string, base: Base | null): SessionRow {
    const { seq: head, chain } = base ?? { seq: 0, chain: genesis(id) };
    const inserted = insertSession.get(id, base?.key ?? null, base?.seq ?? null, head + 1, chain, head, chain);
    if (!inserted) throw new Error(`session ${id} was not inserted`);
    const empty = { name: null, workspace: "", activityAt: "", busy: 0, nativeKey: null, shelf: 0 };
    return { key: inserted.key, head, chain, ...empty };
  }

  function writeIndexed(
    stored: SessionRow,
    { name, workspace, activityAt, isBusy, nativeKey, shelf }: PreparedChange["row"],
  ): void {
    const busy = isBusy ? 1 : 0;
    const isSame =
      stored.name === name &&
      stored.workspace === workspace &&
      stored.activityAt === activityAt &&
      stored.busy === busy &&
      stored.nativeKey === nativeKey &&
      stored.shelf === shelf;
    if (isSame) return;
    updateIndexed.run(name, name?.toLowerCase() ?? null, workspace, activityAt, busy, nativeKey, shelf, stored.key);
  }

  return (change, lastCommit) => {
    const { session, events, row, snapshot, receipt, workspace } = change;
    const found = selectSession.get(session);
    const isAnswered = receipt !== null && receipts.receipt(receipt.command) !== null;
    const base = change.base && !found ? findBase(change.base) : null;
    const fault = faultOf(change, {
      head: found?.head ?? null,
      shelf: found?.shelf ?? null,
      hasBase: base !== null,
      isAnswered,
      hasBlob: blobs.has,
    });
    if (fault) throw fault;

    const stored = found ?? createSession(session, base);
    let { head, chain } = stored;
    let commit = lastCommit;
    for (const event of events) {
      chain = nextChain(chain, event);
      head = event.seq;
      commit++;
      insertEvent.run(commit, stored.key, event.seq, event.at, event.type, event.by, event.data, chain);
    }
    updateRow.run(head, chain, row.summary, stored.key);
    // A separate statement, because it touches six indexes and these columns rarely change.
    writeIndexed(stored, row);
    if (snapshot) upsertSnapshot.run(stored.key, snapshot.seq, snapshot.state);
    if (receipt) receipts.add(receipt);
    if (workspace) workspaces.put(workspace);
    runs.write(stored.key, change);
    blobs.write(stored.key, change);
    return commit;
  };
}
