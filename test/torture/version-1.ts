// A database as version 1 of the schema left it, made without today's code for writing: what every later version must be able to take over.
import { DatabaseSync } from "node:sqlite";
import { genesis, nextChain } from "../../src/log/chain.ts";
import { eventLine, eventText } from "../../src/log/index.ts";
import { migrate } from "../../src/log/sqlite/migrate.ts";
import { migrations } from "../../src/log/sqlite/schema.ts";
import { A, eventFor, summaryFor } from "../contracts/log/samples.ts";
import type { Acknowledged } from "./oracle.ts";

const EVENTS = 20;

export function makeVersion1(path: string): Acknowledged[] {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL");
  migrate(db, migrations.slice(0, 1));
  const acknowledged: Acknowledged[] = [];
  const insertEvent = db.prepare(
    `INSERT INTO events ("commit", session, seq, at, type, "by", data, chain) VALUES (?, 1, ?, ?, ?, ?, ?, ?)`,
  );
  let chain = genesis(A);
  for (let seq = 1; seq <= EVENTS; seq++) {
    const text = eventText(eventFor(A, seq));
    chain = nextChain(chain, text);
    insertEvent.run(seq, seq, text.at, text.type, text.by, text.data, chain);
    acknowledged.push({ session: A, seq, line: eventLine(A, text) });
  }
  const { workspace, lastActiveAt } = summaryFor(A);
  db.prepare(
    `INSERT INTO sessions (key, id, first_seq, first_chain, workspace, last_active_at, busy, head, chain, summary)
     VALUES (1, ?, 1, ?, ?, ?, 0, ?, ?, ?)`,
  ).run(
    A,
    genesis(A),
    workspace?.id ?? "",
    lastActiveAt ?? "",
    EVENTS,
    chain,
    JSON.stringify(summaryFor(A, {}, EVENTS)),
  );
  db.prepare("UPDATE meta SET last_commit = ?").run(EVENTS);
  db.prepare("INSERT INTO receipts VALUES ('first', ?, '', '{}')").run(A);
  db.close();
  acknowledged.push({ session: A, seq: EVENTS, command: "first" });
  return acknowledged;
}
