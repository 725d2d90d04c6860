// The tables, as numbered migrations: the position in the list is the version that a migration leads to. A released one never changes.

export type Migration = readonly string[];

/**
 * Sessions have small integer keys, and events are one rowid table in commit order: at many sessions this writes twice as fast
 * as tables ordered by session.
 */
const version1: Migration = [
  /* `last_commit` outlives the events: a commit number is never used twice, even when the newest events are pruned. */
  `CREATE TABLE meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    last_commit INTEGER NOT NULL
  ) STRICT`,
  "INSERT INTO meta VALUES (1, lower(hex(randomblob(16))), 0)",

  /*
   * A fork refers to its base, the session that wrote the event base_seq, and has events of its own from base_seq + 1; its head starts at
   * base_seq. first_seq is the lowest seq still there, first_chain the chain value before it. Pruning a fork's own events
   * makes it one without a base; blobs of inherited events are needed as long as a fork has them.
   */
  `CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT,
    name_key TEXT,
    native_key TEXT,
    workspace TEXT NOT NULL,
    last_active_at TEXT NOT NULL,
    busy INTEGER NOT NULL,
    base_session INTEGER,
    base_seq INTEGER,
    first_seq INTEGER NOT NULL,
    first_chain BLOB NOT NULL,
    head INTEGER NOT NULL,
    chain BLOB NOT NULL,
    summary TEXT NOT NULL,
    CHECK ((base_session IS NULL) = (base_seq IS NULL))
  ) STRICT`,
  "CREATE INDEX sessions_by_activity ON sessions (last_active_at, id)",
  "CREATE INDEX sessions_by_workspace ON sessions (workspace, last_active_at, id)",
  "CREATE INDEX sessions_by_name ON sessions (name_key) WHERE name_key IS NOT NULL",
  "CREATE INDEX sessions_by_native ON sessions (native_key) WHERE native_key IS NOT NULL",
  "CREATE INDEX sessions_busy ON sessions (busy) WHERE busy = 1",

  `CREATE TABLE events (
    "commit" INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    "by" TEXT NOT NULL,
    data TEXT NOT NULL,
    chain BLOB NOT NULL,
    UNIQUE (session, seq)
  ) STRICT`,

  `CREATE TABLE snapshots (
    session INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT`,

  `CREATE TABLE receipts (
    command TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    answer TEXT NOT NULL
  ) STRICT`,

  `CREATE TABLE runs (
    key INTEGER PRIMARY KEY,
    run TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL,
    agent TEXT NOT NULL,
    out_offset INTEGER NOT NULL,
    in_offset INTEGER NOT NULL,
    protocol TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE outbox (
    run TEXT NOT NULL,
    "offset" INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (run, "offset")
  ) STRICT`,

  /* `touched` orders workspaces by when they were last written: clocks go backwards. */
  `CREATE TABLE workspaces (
    id TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    repo_id TEXT,
    created_at TEXT NOT NULL,
    last_attached_at TEXT NOT NULL,
    active_session TEXT,
    touched INTEGER NOT NULL
  ) STRICT`,
  "CREATE INDEX workspaces_by_touch ON workspaces (touched)",
];

/**
 * Texts too long for their events. A blob without a name is still being written, or was never finished. Parts are small, so that a
 * reader holds little at a time and a writer delays nobody.
 */
const version2: Migration = [
  `CREATE TABLE blobs (
    key INTEGER PRIMARY KEY,
    hash TEXT UNIQUE,
    bytes INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE blob_parts (
    blob INTEGER NOT NULL,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (blob, part)
  ) STRICT`,
  `CREATE TABLE blob_refs (
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (session, seq, hash)
  ) STRICT`,
  "CREATE INDEX blob_refs_by_hash ON blob_refs (hash)",
];

/**
 * Shelves: 0 listed, 1 archived, 2 in the trash, 3 gone for good (what forks stand on stays), 4 on its way in from a file. Lists leave out by the
 * index alone what they don't show. `purged` counts the events that are gone for good: they are no loss.
 */
const version3: Migration = [
  "ALTER TABLE sessions ADD COLUMN shelf INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE meta ADD COLUMN purged INTEGER NOT NULL DEFAULT 0",
  "DROP INDEX sessions_by_activity",
  "DROP INDEX sessions_by_workspace",
  "CREATE INDEX sessions_by_activity ON sessions (last_active_at, id, shelf)",
  "CREATE INDEX sessions_by_workspace ON sessions (workspace, last_active_at, id, shelf)",
  "CREATE INDEX sessions_out_of_sight ON sessions (shelf) WHERE shelf > 1",
  "CREATE INDEX sessions_by_base ON sessions (base_session, base_seq) WHERE base_session IS NOT NULL",
];

export const migrations: readonly Migration[] = [version1, version2, version3];
