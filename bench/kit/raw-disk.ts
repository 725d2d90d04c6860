// The physical limits of a log: syncs of one file, and SQLite alone.
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "../../src/core/index.ts";

/** The size at which SQLite's log is written from its start again. */
const WRAP_BYTES = 4 * 1024 * 1024;

export interface Syncing {
  readonly dir: string;
  readonly bytes: number;
  readonly count: number;
  /** A pause between two writes: an idle disk behaves differently from a busy one. */
  readonly everyMs?: number;
}

/** How long each write with its sync took, in milliseconds. */
export async function syncTimes({ dir, bytes, count, everyMs = 0 }: Syncing): Promise<number[]> {
  const file = openSync(join(dir, "sync"), "w");
  const chunk = Buffer.alloc(bytes, "x");
  const times: number[] = [];
  try {
    for (let at = 0; times.length < count; at = at + bytes > WRAP_BYTES ? 0 : at + bytes) {
      if (everyMs > 0) await sleep(everyMs);
      const start = performance.now();
      writeSync(file, chunk, 0, bytes, at);
      fdatasyncSync(file);
      times.push(performance.now() - start);
    }
    return times;
  } finally {
    closeSync(file);
  }
}

interface Inserting {
  readonly dir: string;
  readonly events: readonly Event[];
  readonly perCommit: number;
}

export interface Inserted {
  readonly eventsPerSecond: number;
  readonly cpuMicrosecondsPerEvent: number;
}

/** Inserts the same rows durably into an equal table, and does nothing else. */
export function insertBare({ dir, events, perCommit }: Inserting): Inserted {
  const rows = events.map(({ seq, at, type, by, data }, index) => ({
    place: [index + 1, index % 100, seq, at, type] as const,
    texts: [JSON.stringify(by), JSON.stringify(data)] as const,
    chain: Buffer.alloc(32, index),
  }));
  const db = new DatabaseSync(join(dir, `raw-${perCommit}.db`));
  try {
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384");
    db.exec(
      `CREATE TABLE events ("commit" INTEGER PRIMARY KEY, session INTEGER, seq INTEGER, at TEXT, type TEXT, "by" TEXT, data TEXT,
       chain BLOB) STRICT; CREATE INDEX places ON events (session, seq)`,
    );
    const [begin, insert, commit] = [
      db.prepare("BEGIN IMMEDIATE"),
      db.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      db.prepare("COMMIT"),
    ];
    const start = performance.now();
    const cpuAtStart = process.threadCpuUsage();
    for (let first = 0; first < rows.length; first += perCommit) {
      begin.run();
      for (const { place, texts, chain } of rows.slice(first, first + perCommit)) insert.run(...place, ...texts, chain);
      commit.run();
    }
    const { user, system } = process.threadCpuUsage(cpuAtStart);
    const seconds = (performance.now() - start) / 1000;
    return { eventsPerSecond: rows.length / seconds, cpuMicrosecondsPerEvent: (user + system) / rows.length };
  } finally {
    db.close();
  }
}
