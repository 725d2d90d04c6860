// Makes a seeded session many times longer, within seconds: its events are repeated, each with its own place in the hash chain.
import { DatabaseSync } from "node:sqlite";
import { genesis, nextChain } from "../../src/log/chain.ts";

interface EventRow {
  session: number;
  seq: number;
  at: string;
  type: string;
  by: string;
  data: string;
}

/** The session must be the only one. Returns its new head. */
export function lengthenSession(path: string, { times }: { times: number }): number {
  const db = new DatabaseSync(path);
  try {
    const rows = db.prepare(`SELECT session, seq, at, type, "by", data FROM events ORDER BY seq`).all();
    const events = rows as unknown as EventRow[];
    const head = events.length * times;
    const added = head - events.length;
    const { id } = db.prepare("SELECT id FROM sessions").get() as { id: string };
    db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; DELETE FROM events");
    const insert = db.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    let chain = genesis(id);
    for (let seq = 1; seq <= head; seq++) {
      const { session, at, type, by, data } = events[(seq - 1) % events.length]!;
      chain = nextChain(chain, { seq, at, type, by, data });
      insert.run(seq, session, seq, at, type, by, data, chain);
    }
    db.prepare("UPDATE sessions SET head = ?1, chain = ?2, summary = json_set(summary, '$.head', ?1)").run(head, chain);
    db.exec(`UPDATE snapshots SET seq = seq + ${added}, state = json_set(state, '$.head', seq + ${added});
      UPDATE meta SET last_commit = ${head}; COMMIT; PRAGMA journal_mode = WAL`);
    return head;
  } finally {
    db.close();
  }
}
