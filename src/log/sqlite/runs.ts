// Runs of agents, and the messages on their way to them.
import type { DatabaseSync } from "node:sqlite";
import type { OutboxEntry, RunRecord } from "../log.ts";
import type { PreparedChange } from "../prepare-change.ts";
import { prepare } from "./statement.ts";

export type Runs = ReturnType<typeof openRuns>;

export function openRuns(db: DatabaseSync) {
  const selectRuns = prepare<Omit<RunRecord, "protocol"> & { protocol: string }>(
    db,
    `SELECT run, sessions.id AS session, agent, out_offset AS outOffset, in_offset AS inOffset, protocol
     FROM runs JOIN sessions ON sessions.key = runs.session ORDER BY runs.key`,
  );
  const selectOutbox = prepare<OutboxEntry>(
    db,
    `SELECT run, "offset", bytes FROM outbox WHERE run = ? ORDER BY "offset"`,
  );
  const upsertRun = prepare(
    db,
    `INSERT INTO runs (run, session, agent, out_offset, in_offset, protocol) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (run) DO UPDATE SET session = excluded.session, agent = excluded.agent, out_offset = excluded.out_offset,
       in_offset = excluded.in_offset, protocol = excluded.protocol`,
  );
  const upsertMessage = prepare(db, `INSERT OR REPLACE INTO outbox (run, "offset", bytes) VALUES (?, ?, ?)`);
  const deleteWritten = prepare(db, `DELETE FROM outbox WHERE run = ? AND "offset" + length(bytes) <= ?`);
  const deleteRun = prepare(db, "DELETE FROM runs WHERE run = ?");
  const deleteOutbox = prepare(db, "DELETE FROM outbox WHERE run = ?");
  return {
    runs: (): RunRecord[] => selectRuns.all().map((row) => ({ ...row, protocol: JSON.parse(row.protocol) })),
    outbox: (run: string): OutboxEntry[] => selectOutbox.all(run).map((row) => ({ ...row })),
    write(sessionKey: number, { run, outbox, written, endedRun }: PreparedChange): void {
      if (run) upsertRun.run(run.run, sessionKey, run.agent, run.outOffset, run.inOffset, run.protocol);
      for (const { run: to, offset, bytes } of outbox) upsertMessage.run(to, offset, bytes);
      if (written) deleteWritten.run(written.run, written.upTo);
      if (endedRun !== null) {
        deleteRun.run(endedRun);
        deleteOutbox.run(endedRun);
      }
    },
  };
}
