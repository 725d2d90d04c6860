// Damages a log, recovers it, and counts what came back.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { prepareDatabase, type RecoveryReport } from "../../../../src/log/index.ts";
import { verifyDatabase } from "../../../../src/log/sqlite/backup/verify-database.ts";
import { randomFrom } from "../../../torture/random.ts";
import { NOW } from "../scene.ts";
import { type Damage, type DamageContext, PAGE } from "./damages.ts";
import { type LogFiles, writeFiles } from "./logs.ts";

export interface Outcome {
  /** Events that came back word for word, in whichever session. */
  saved: number;
  /** Of these: under the id of their session. */
  inTheirSession: number;
  /** Events that nobody ever wrote. */
  wrong: number;
  /** Rows of the list of sessions that are as they were. */
  rows: number;
  isEpochKept: boolean;
  report: RecoveryReport;
}

export interface Original {
  log: LogFiles;
  events: ReadonlyMap<string, ReadonlySet<string>>;
  rows: ReadonlySet<string>;
  pages: DamageContext["pages"];
}

/** What a log holds before it is damaged. */
export function originalOf(log: LogFiles, directory: string): Original {
  writeFiles(directory, log.files);
  const path = join(directory, "skein.db");
  const size = log.files.get("skein.db")?.length ?? 0;
  const db = new DatabaseSync(path);
  try {
    const pagesOf = (name: string, type: string): number[] =>
      db
        .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno")
        .all(name, type)
        .map(({ pageno }) => Number(pageno))
        .filter((page) => page * PAGE <= size);
    const used = new Set(
      db
        .prepare("SELECT pageno FROM dbstat")
        .all()
        .map(({ pageno }) => Number(pageno)),
    );
    const all = Array.from({ length: Math.floor(size / PAGE) }, (_, index) => index + 1);
    return {
      log,
      events: eventsIn(db),
      rows: rowsIn(db),
      pages: {
        all,
        events: pagesOf("events", "leaf"),
        interior: [...pagesOf("events", "internal"), ...pagesOf("sessions", "internal")],
        sessions: pagesOf("sessions", "leaf"),
        receipts: pagesOf("receipts", "leaf"),
        free: all.filter((page) => !used.has(page)),
      },
    };
  } finally {
    db.close();
  }
}

/** Null where the log has no such file. */
export function recoverFrom(
  original: Original,
  damage: Damage,
  { directory, seed }: { directory: string; seed: number },
): Outcome | null {
  const { log, pages } = original;
  const name = `skein.db${damage.file ?? ""}`;
  const whole = log.files.get(name);
  if (!whole || whole.length <= PAGE) return null;
  writeFiles(directory, log.files);
  const path = join(directory, name);
  const bytes = ruined(Buffer.from(whole), damage, { log, pages, random: randomFrom(seed) });
  if (bytes) writeFileSync(path, bytes);
  else rmSync(path);
  if (damage.isWithoutCopy) rmSync(join(directory, "skein.db.page1"), { force: true });
  const places = {
    path: join(directory, "skein.db"),
    backups: join(directory, "backups"),
    damaged: join(directory, "damaged"),
    environments: join(directory, "environments"),
  };
  const report = prepareDatabase(places, { now: NOW, isDamaged: true });
  if (report === null) throw new Error("nothing was recovered");
  verifyDatabase(places.path);
  return { ...compare(original, places.path), isEpochKept: !report.newEpoch, report };
}

function ruined(bytes: Buffer, damage: Damage, context: DamageContext): Buffer | null {
  if ("replace" in damage) return damage.replace(bytes, context);
  damage.ruin(bytes, context);
  return bytes;
}

function compare(
  { events, rows }: Original,
  path: string,
): Pick<Outcome, "saved" | "inTheirSession" | "wrong" | "rows"> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const everywhere = new Set([...events.values()].flatMap((all) => [...all]));
    let [saved, inTheirSession, wrong] = [0, 0, 0];
    for (const [id, all] of eventsIn(db)) {
      for (const event of all) {
        if (everywhere.delete(event)) saved++;
        else if (!/^\d+ (lost|session_start) /.test(event)) wrong++;
        if (events.get(id)?.has(event)) inTheirSession++;
      }
    }
    return { saved, inTheirSession, wrong, rows: [...rowsIn(db)].filter((row) => rows.has(row)).length };
  } finally {
    db.close();
  }
}

function eventsIn(db: DatabaseSync): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const rows = db.prepare(
    `SELECT sessions.id AS id, seq || ' ' || type || ' ' || at || ' ' || "by" || ' ' || data AS event
     FROM events JOIN sessions ON sessions.key = session ORDER BY session, seq`,
  );
  for (const { id, event } of rows.all() as { id: string; event: string }[])
    found.set(id, (found.get(id) ?? new Set()).add(event));
  return found;
}

const rowsIn = (db: DatabaseSync): Set<string> =>
  new Set(
    db
      .prepare("SELECT json_array(id, name, workspace, last_active_at, busy, head, summary) AS row FROM sessions")
      .all()
      .map(({ row }) => String(row)),
  );
