// A log on the disk that can be damaged in every way, and what is left of it afterwards.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { type Event, initialState, reduce, type SessionState, summaryOf } from "../../../src/core/index.ts";
import {
  type Change,
  type Log,
  openSqliteLog,
  prepareDatabase,
  type RecoveryPaths,
  type RecoveryReport,
} from "../../../src/log/index.ts";
import { verifyDatabase } from "../../../src/log/sqlite/backup/verify-database.ts";
import type { OnStep } from "../../../src/log/sqlite/repair/put-in-place.ts";
import { openWitness } from "../../../src/log/sqlite/witness.ts";
import { workspaceOf } from "../../contracts/log/samples.ts";

export const NOW = "2026-05-04T12:00:00.000Z";
const AT = "2026-05-04T10:00:00.000Z";
export const PAGE = 4096;

/** The id of the nth session. */
export const idOf = (n: number): string => `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;

/** Found again in the file's bytes, and in no other event. */
export const markOf = (session: string, seq: number): string => `<${session.slice(0, 8)}:${seq}>`;

export interface Filling {
  sessions: number;
  /** The first seq of each session that is added. Default: 1. */
  from?: number;
  /** The last seq of each session. */
  events: number;
  /** In one change. */
  group?: number;
  textLength?: (seq: number) => number;
}

export class Scene {
  readonly directory = mkdtempSync(join(tmpdir(), "skein-recovery-"));
  readonly places: RecoveryPaths = {
    path: join(this.directory, "skein.db"),
    backups: join(this.directory, "backups"),
    damaged: join(this.directory, "damaged"),
    environments: join(this.directory, "environments"),
  };

  constructor() {
    onTestFinished(() => rmSync(this.directory, { recursive: true, force: true }));
  }

  get path(): string {
    return this.places.path;
  }

  open(): Log {
    return openSqliteLog({ ...this.places, now: () => NOW });
  }

  /** Adds these events to each session; the log is closed again, and its witness has seen everything. */
  async fill(filling: Filling): Promise<void> {
    const log = this.open();
    await append(log, filling);
    const { epoch } = log;
    const lastCommit = log.lastCommit();
    await log.close();
    this.witness(epoch, lastCommit);
  }

  witness(epoch: string, lastCommit: number): void {
    const witness = openWitness(this.path, epoch);
    witness.record(lastCommit);
    witness.close();
  }

  /** Leaves everything as a killed daemon would: the WAL is not written back. */
  async abandon(work: (log: Log) => Promise<void>): Promise<void> {
    const log = this.open();
    await work(log);
    const copy = `${this.directory}-copy`;
    cpSync(this.directory, copy, { recursive: true });
    const { epoch } = log;
    const lastCommit = log.lastCommit();
    await log.close();
    rmSync(this.directory, { recursive: true });
    cpSync(copy, this.directory, { recursive: true });
    rmSync(copy, { recursive: true });
    this.witness(epoch, lastCommit);
  }

  bytes(suffix = ""): Buffer {
    return readFileSync(`${this.path}${suffix}`);
  }

  /** Changes the file as no daemon would. */
  damage(change: (bytes: Buffer) => Buffer | undefined, suffix = ""): void {
    const bytes = this.bytes(suffix);
    writeFileSync(`${this.path}${suffix}`, change(bytes) ?? bytes);
  }

  recover(onStep?: OnStep): RecoveryReport | null {
    return prepareDatabase(this.places, { now: NOW, isDamaged: true }, onStep);
  }

  start(onStep?: OnStep): RecoveryReport | null {
    return prepareDatabase(this.places, { now: NOW, isDamaged: false }, onStep);
  }

  /** Every event of every session, as lines, after the whole database was verified. */
  lines(): Map<string, string[]> {
    verifyDatabase(this.path);
    const db = new DatabaseSync(this.path, { readOnly: true });
    try {
      const rows = db
        .prepare(
          `SELECT sessions.id AS id, type, seq, data FROM events JOIN sessions ON sessions.key = session ORDER BY session, seq`,
        )
        .all();
      const lines = new Map<string, string[]>();
      for (const { id, type, seq, data } of rows as { id: string; type: string; seq: number; data: string }[]) {
        const line = type === "lost" ? "lost" : `${seq} ${type} ${data}`;
        lines.set(id, [...(lines.get(id) ?? []), line]);
      }
      return lines;
    } finally {
      db.close();
    }
  }

  summaries(): unknown[] {
    return this.rows("SELECT id, name, workspace, last_active_at, busy, head, summary FROM sessions ORDER BY id");
  }

  rows(sql: string): Record<string, unknown>[] {
    const db = new DatabaseSync(this.path, { readOnly: true });
    try {
      return db
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    } finally {
      db.close();
    }
  }

  exec(sql: string): void {
    const db = new DatabaseSync(this.path);
    db.exec(sql);
    db.close();
  }

  /** The page that holds most of what this table has. */
  pagesOf(table: string): number[] {
    return this.rows(`SELECT pageno FROM dbstat WHERE name = '${table}' AND pagetype = 'leaf' ORDER BY pageno`).map(
      ({ pageno }) => Number(pageno),
    );
  }

  /** The page that the table begins at. */
  rootOf(table: string): number {
    return Number(this.rows(`SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`)[0]?.rootpage);
  }

  /** The files of the one incident. */
  kept(): string[] {
    const [incident] = existsSync(this.places.damaged) ? readdirSync(this.places.damaged) : [];
    return incident ? readdirSync(join(this.places.damaged, incident)).sort() : [];
  }

  keptBytes(name: string): Buffer {
    const [incident = ""] = readdirSync(this.places.damaged);
    return readFileSync(join(this.places.damaged, incident, name));
  }

  get pageCount(): number {
    return statSync(this.path).size / PAGE;
  }
}

/** Adds these events to each session. */
export async function append(
  log: Log,
  { sessions, from: first = 1, events, group = 20, textLength = () => 60 }: Filling,
): Promise<void> {
  for (let from = first; from <= events; from += group) {
    const to = Math.min(from + group - 1, events);
    const changes = Array.from({ length: sessions }, (_, n) => changeOf(log, idOf(n), { from, to, textLength }));
    await Promise.all(changes.map((change) => log.append(change)));
  }
}

interface Stretch {
  from: number;
  to: number;
  textLength: (seq: number) => number;
}

/** The daemon's own kind of change: rows that are folded from the events, receipts, a workspace. */
function changeOf(log: Log, session: string, { from, to, textLength }: Stretch): Change {
  const workspace = { id: `w${session.slice(7, 8)}`, path: `/work/${session.slice(7, 8)}` };
  const events = Array.from({ length: to - from + 1 }, (_, index): Event => {
    const seq = from + index;
    const text = `${markOf(session, seq)}${"x".repeat(textLength(seq))}`;
    const start = { agent: "demo", workspace, name: `name-${session.slice(0, 8)}`, resumed: false };
    if (seq === 1) return { session, seq, at: AT, type: "session_start", by: { kind: "client" }, data: start };
    const by = { kind: "agent" as const, name: "demo" };
    return { session, seq, at: AT, type: "agent_message", by, data: { messageId: `m${seq}`, text } };
  });
  const before = log.read({ session, after: 0, limit: 10_000 }).events.map(({ line }) => JSON.parse(line) as Event);
  const state = [...before, ...events].reduce<SessionState>(reduce, initialState);
  return {
    session,
    events,
    summary: summaryOf(session, state),
    isBusy: false,
    receipt: { command: `${session} ${from}`, session, bodyHash: "h", answer: JSON.stringify({ session }) },
    workspace: workspaceOf(workspace.id, { activeSessionId: session }),
  };
}

/** One more event of the first session. */
export function nextChange(log: Log): Change {
  const session = idOf(0);
  const { head } = log.read({ session, after: 0, limit: 1 });
  const summary = log.summary(session);
  if (!summary) throw new Error("there is no such session");
  const { active: _, ...row } = summary;
  const data = { messageId: "m", text: `more ${head + 1}` };
  const event = { session, seq: head + 1, at: NOW, type: "agent_message", by: { kind: "agent" as const }, data };
  return { session, events: [event], summary: { ...row, head: head + 1 }, isBusy: false };
}
