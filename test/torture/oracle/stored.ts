// I1 and I2: everything that was acknowledged is in the log, nothing is missing in between, and the chain of hashes holds.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Log, openSqliteLog } from "../../../src/log/index.ts";

/** What the scenario was told, kept where the harm can't reach it. */
export interface Acknowledged {
  session: string;
  seq: number;
  /** The event exactly as it was shown, where it was. */
  line?: string;
  /** The command whose receipt must be there. */
  command?: string;
  /** The long text that the event refers to, by its SHA-256. */
  blob?: string;
}

const PAGE = 1000;

/** Opens the log as the next daemon would. Only a scenario that damages files itself may find that it had to be repaired. */
export async function storedFaults(
  path: string,
  acknowledged: readonly Acknowledged[],
  { mayBeRepaired = false }: { mayBeRepaired?: boolean } = {},
): Promise<string[]> {
  let log: Log;
  try {
    log = openSqliteLog({ path });
  } catch (error) {
    return [`the log does not open: ${(error as Error).message}`];
  }
  try {
    const sessions = sessionsIn(path);
    const wanted = Map.groupBy(acknowledged, ({ session }) => session);
    const unknown = [...wanted.keys()].filter((session) => !sessions.has(session));
    const setAside = existsSync(join(dirname(path), "damaged")) && !mayBeRepaired;
    const faults = [
      ...(setAside ? ["a database that nobody damaged was taken for damaged"] : []),
      ...pageFaults(path),
      ...unknown.map((session) => `session ${session} is gone`),
    ];
    for (const session of sessions) faults.push(...sessionFaults(log, session, wanted.get(session) ?? []));
    return faults;
  } catch (error) {
    return [`the log can't be read: ${(error as Error).message}`];
  } finally {
    await log.close();
  }
}

function sessionFaults(log: Log, session: string, acknowledged: readonly Acknowledged[]): string[] {
  const faults: string[] = [];
  const broken = log.verify(session);
  if (broken !== null) faults.push(`the chain of session ${session} breaks at event ${broken}`);

  const lines = linesOf(log, session);
  const misplaced = [...lines.keys()].find((seq, index) => seq !== index + 1);
  if (misplaced !== undefined) faults.push(`session ${session} has a hole before event ${misplaced}`);
  const { head } = log.read({ session, after: 0, limit: 1 });
  if (head !== lines.size) faults.push(`session ${session} has ${lines.size} events and says ${head}`);

  for (const { seq, line, command, blob } of acknowledged) {
    const stored = lines.get(seq);
    if (stored === undefined) faults.push(`event ${seq} of session ${session} was acknowledged and is lost`);
    else if (line !== undefined && stored !== line)
      faults.push(`event ${seq} of session ${session} is another one now`);
    if (command !== undefined && log.receipt(command) === null)
      faults.push(`the receipt of command ${command} is lost`);
    if (blob !== undefined && hashOf(log, blob) !== blob) faults.push(`the text ${blob} of event ${seq} is lost`);
  }
  return faults;
}

/** Every event of a log as its line, by session. */
export async function readStored(path: string): Promise<Map<string, string[]>> {
  const log = openSqliteLog({ path });
  try {
    return new Map([...sessionsIn(path)].map((session) => [session, [...linesOf(log, session).values()]]));
  } finally {
    await log.close();
  }
}

function hashOf(log: Log, blob: string): string {
  const hash = createHash("sha256");
  for (const part of log.blob(blob)?.parts() ?? []) hash.update(part);
  return hash.digest("hex");
}

function linesOf(log: Log, session: string): Map<number, string> {
  const lines = new Map<number, string>();
  for (let after = 0; ; ) {
    const { events, more } = log.read({ session, after, limit: PAGE });
    for (const { seq, line } of events) lines.set(seq, line);
    after = events.at(-1)?.seq ?? after;
    if (!more) return lines;
  }
}

const sessionsIn = (path: string): Set<string> =>
  new Set(query<{ id: string }>(path, "SELECT id FROM sessions").map(({ id }) => id));

/** What SQLite itself finds wrong with the file. */
export function pageFaults(path: string): string[] {
  try {
    const found = query<{ integrity_check: string }>(path, "PRAGMA integrity_check").map((row) => row.integrity_check);
    return found.length === 1 && found[0] === "ok" ? [] : found.map((fault) => `the database is damaged: ${fault}`);
  } catch (error) {
    return [`the database is damaged: ${(error as Error).message}`];
  }
}

function query<Row>(path: string, sql: string): Row[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}
