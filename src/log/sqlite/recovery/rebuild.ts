// Builds a new database from what was found. Seqs do not change: a `lost` event takes the place of each missing one, and the hash chain is
// computed again from there on.
import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { genesis, nextChain, sameChain } from "../../chain.ts";
import { createDatabase, hasColumn } from "../database-file/tables.ts";
import { prepare } from "../statement.ts";
import { carryBlobs } from "./carry-blobs.ts";
import { carryRows } from "./carry-rows.ts";
import type { Chosen } from "./choose.ts";
import { openCommitNumbers } from "./commit-numbers.ts";
import type { Base } from "./forks.ts";
import { countOf, openTally, pieces, type Tally } from "./gaps.ts";
import type { KnownSession } from "./known-session.ts";
import { lostEvent } from "./lost-event.ts";
import { type SessionEnd, type SessionStart, writeSessionRow } from "./session-rows.ts";
import type { Staging } from "./staging.ts";

/** How many gaps a report lists. */
const MAX_MISSING = 100;

export interface MissingEvents {
  session: string;
  from: number;
  to: number;
}

export interface Material {
  staging: Staging;
  sessions: ReadonlyMap<number, KnownSession>;
  version: number;
  /** The epoch of the damaged database, if it is known. */
  epoch: string | null;
  lastCommit: number | null;
  purged: number;
  now: string;
}

export interface Built {
  tally: Tally;
  newEpoch: boolean;
  epoch: string;
  fromGeneration: number;
  missing: MissingEvents[];
  /** Long texts that events refer to and that were found nowhere in full. */
  lostBlobs: number;
  /** Forks whose base is unknown: they begin with their own events. */
  withoutBase: string[];
}

export function rebuild(path: string, material: Material): Built {
  const db = createDatabase(path, material.version);
  try {
    db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN");
    const { ends, ...built } = writeEvents(db, material);
    const names = new Map<string, string[]>();
    const hasShelves = hasColumn(material.version, "sessions", "shelf");
    for (const end of ends.values()) writeSessionRow(db, end, { ends, names, hasShelves });
    const isEndKnown = material.epoch !== null && built.tally.isEndKnown;
    carryRows(db, { ...material, isEndKnown });
    const lostBlobs = carryBlobs(db, material);
    const last = prepare<{ commit: number }>(db, `SELECT coalesce(max("commit"), 0) AS "commit" FROM events`).get();
    const lastCommit = Math.max(material.lastCommit ?? 0, last?.commit ?? 0);
    const epoch = isEndKnown && material.epoch !== null ? material.epoch : randomBytes(16).toString("hex");
    prepare(db, "UPDATE meta SET epoch = ?, last_commit = ?").run(epoch, lastCommit);
    if (hasShelves) prepare(db, "UPDATE meta SET purged = ?").run(material.purged);
    db.exec("COMMIT");
    const withoutBase = [...ends.values()].flatMap(({ session, base }) => (base === "unknown" ? [session.id] : []));
    return { ...built, newEpoch: !isEndKnown, epoch, lostBlobs, withoutBase };
  } finally {
    db.close();
  }
}

function writeEvents(db: DatabaseSync, { staging, sessions, lastCommit, purged, now }: Material) {
  const count = countOf(lastCommit, purged);
  const insert = prepare<never>(
    db,
    `INSERT OR IGNORE INTO events ("commit", session, seq, at, type, "by", data, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const numbers = openCommitNumbers(db);
  const tally = openTally({ sessions, count });
  const ends = new Map<number, SessionEnd>();
  const links = openLinks(sessions);
  const missing: MissingEvents[] = [];
  let fromGeneration = 0;
  let start: SessionStart = { base: null, firstChain: new Uint8Array() };
  let chain = start.firstChain;
  let before = { commit: 0, at: "" };
  let head = 0;

  function addFound({ source, commit, session, before: proven, chain: stored, ...text }: Chosen): void {
    const { seq, at, type, by, data } = text;
    chain = proven && sameChain(proven, chain) ? stored : nextChain(chain, text);
    links.keep(session, seq, chain);
    head = seq;
    if (source > 0) fromGeneration++;
    const isPlaced =
      commit > before.commit &&
      (insert.run(commit, session, seq, at, type, by, data, chain) as { changes: number }).changes === 1;
    // A commit number that is taken or out of order was damaged: the chain does not cover it.
    if (!isPlaced) numbers.later({ session, text, chain, after: before.commit, before: null });
    before = { commit: isPlaced ? commit : before.commit, at };
  }

  for (const piece of pieces(staging, sessions, count)) {
    tally.take(piece);
    switch (piece.kind) {
      case "begin":
        start = startOf(piece.session, links);
        chain = start.firstChain;
        before = { commit: 0, at: "" };
        head = piece.session.firstSeq - 1;
        break;
      case "event":
        addFound(piece.event);
        break;
      case "gap": {
        const { session, from, to, nextAt, nextCommit } = piece;
        head = to;
        if (missing.length < MAX_MISSING) missing.push({ session: session.id, from, to });
        const at = before.at || nextAt || now;
        for (let seq = from; seq <= to; seq++) {
          const text = lostEvent(session, { seq, at, from, to });
          chain = nextChain(chain, text);
          links.keep(session.key, seq, chain);
          numbers.later({ session: session.key, text, chain, after: before.commit, before: nextCommit });
        }
        break;
      }
      case "end":
        ends.set(piece.session.key, { session: piece.session, ...start, head, chain });
    }
  }
  numbers.assign();
  return { ends, missing, fromGeneration, tally: tally.result() };
}

type Links = ReturnType<typeof openLinks>;

/** Remembers the new chain values of base events, with which forks begin. */
function openLinks(sessions: ReadonlyMap<number, KnownSession>) {
  const placeOf = (key: number, seq: number): string => `${key} ${seq}`;
  const needed = new Set([...sessions.values()].flatMap(({ base }) => (base ? [placeOf(base.key, base.seq)] : [])));
  const kept = new Map<string, Uint8Array>();
  return {
    keep(key: number, seq: number, chain: Uint8Array): void {
      if (needed.size > 0 && needed.has(placeOf(key, seq))) kept.set(placeOf(key, seq), chain);
    },
    at: ({ key, seq }: Base): Uint8Array | null => kept.get(placeOf(key, seq)) ?? null,
  };
}

/** The base and the chain value with which a session begins in the new database. */
function startOf({ id, isNameless, firstChain, base, isBaseUnknown }: KnownSession, links: Links): SessionStart {
  const link = base ? links.at(base) : null;
  if (base && link) return { base, firstChain: link };
  if (base || isBaseUnknown) return { base: "unknown", firstChain: genesis(id) };
  return { base: null, firstChain: isNameless || !firstChain ? genesis(id) : firstChain };
}
