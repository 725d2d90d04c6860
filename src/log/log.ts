// The log port: makes events durable, together with everything that must change at the same instant.
// The SQLite log is the real one, the memory log is for tests; one contract suite checks both.
import type {
  Candidate,
  Event,
  NewBlob,
  Placed,
  SessionOrder,
  SessionState,
  Shelf,
  StatusWord,
  Summary,
} from "../core/index.ts";
import type { Condition, ConditionListener } from "./condition.ts";
import type { EventText } from "./event-line.ts";

/** An event as read back: its position, and its JSON line (`{session, seq, at, type, by, data}`), ready to send. */
export interface StoredEvent {
  /** The session that it was written to: for inherited events of a fork, another one than the one being read. */
  session: string;
  seq: number;
  /** The database-wide append number: the cursor for everything that spans sessions. */
  commit: number;
  type: string;
  line: string;
}

/** The recorded answer to a command: a retry gets it again, even a year later. */
export interface Receipt {
  command: string;
  session: string;
  /** Distinguishes a retry from another command under the same id. */
  bodyHash: string;
  /** JSON. */
  answer: string;
}

/** A run of an agent: how far its output was read, and its driver's state. */
export interface RunRecord {
  run: string;
  session: string;
  agent: string;
  /** Everything in the spool before this byte is in the log. */
  outOffset: number;
  /** The offset of the next message to the agent. */
  inOffset: number;
  /** The driver's protocol state, plain JSON. A blob whose hash is in it is kept while the run lives. */
  protocol: unknown;
}

/** A message on its way to an agent: committed first, then written; after a crash the missing part is written again. */
export interface OutboxEntry {
  run: string;
  offset: number;
  bytes: Uint8Array;
}

export interface WorkspaceRecord {
  id: string;
  path: string;
  repoId: string | null;
  createdAt: string;
  lastAttachedAt: string;
  activeSessionId: string | null;
}

/** An atomic change of one session. */
export interface Change {
  session: string;
  /**
   * Only in the first change of a fork: its base. The fork has the events of that session up to this one, without copying them, and its own
   * from the next seq on.
   */
  base?: { session: string; seq: number };
  /** Numbered by the session's only writer: contiguous, right after the head (for a fork: after its base). May be empty. */
  events: readonly Event[];
  /** The list row after these events. */
  summary: Summary;
  /** Whether the daemon must continue this session after a restart. */
  isBusy: boolean;
  /** A saved fold at the new head. */
  snapshot?: SessionState;
  receipt?: Receipt;
  /** Inserted or replaced. */
  run?: RunRecord;
  /** The run is over: removes its record and outbox. */
  endedRun?: string;
  outbox?: readonly OutboxEntry[];
  /** Messages of this run that end at or before the offset were written: removes their outbox entries. */
  written?: { run: string; upTo: number };
  /** Inserted or replaced. */
  workspace?: WorkspaceRecord;
  /** Blobs of its events that are not in the log yet, up to a few megabytes. Longer ones are written ahead (`openBlob`). */
  blobs?: readonly NewBlob[];
  /**
   * Only for events that another log wrote: their stored texts, in the order of `events`. They are kept byte for byte, and their
   * blobs may be missing. The session stays invisible until a change without this; after a crash its remains are removed automatically.
   */
  arriving?: readonly EventText[];
}

/** A text too long for its event, stored once under its SHA-256 however many events refer to it. */
export interface StoredBlob {
  readonly bytes: number;
  /** In order, about 256 KB at a time, read on demand. It is not garbage-collected while the loop runs. */
  parts(): Generator<Uint8Array, void>;
}

/** A blob being written in parts: other writers wait for one part at most. */
export interface BlobWriter {
  /** Resolves when it is on disk. The log takes ownership of the bytes. */
  write(part: Uint8Array): Promise<void>;
  /** Gives it its name: from now on an event may refer to it. */
  finish(): Promise<{ hash: string; bytes: number }>;
  /** Discards it. */
  abandon(): void;
}

export interface EventPage {
  events: StoredEvent[];
  /** The lowest seq in the log, inherited ones included. */
  firstSeq: number;
  head: number;
  /** Whether there are more events in the direction of reading. */
  more: boolean;
}

export interface PageSize {
  limit: number;
  /** The page has at most this many bytes of lines, but at least one event. */
  maxBytes?: number;
}

export type ReadQuery = PageSize & { session: string } & ({ after: number } | { before: number });

/** `limit` is the number of events scanned, of any type. */
export type SkimQuery = PageSize & {
  session: string;
  after: number;
  /** Given with their data. */
  whole: readonly string[];
  /** Given without. */
  bare: readonly string[];
};

export interface SkimmedEvent {
  seq: number;
  at: string;
  type: string;
  /** JSON; null if not requested. */
  data: string | null;
}

export interface SkimPage {
  events: SkimmedEvent[];
  /** Where to continue: after everything that was scanned. */
  lastSeq: number;
  firstSeq: number;
  head: number;
}

/** The newest event of a session. */
export interface Head {
  seq: number;
  /** Null if it is inherited. Another session that got the same id has another commit. */
  commit: number | null;
}

export type CommitQuery = PageSize & { after: number; sessions?: readonly string[] };

export interface CommitPage {
  events: StoredEvent[];
  /** Where to continue: after everything that was scanned, including other sessions' events. */
  lastCommit: number;
  more: boolean;
}

/** Which sessions a list is about, and in which order. */
export interface SessionFilter {
  workspace?: string;
  /** Default: listed sessions. */
  shelves?: readonly Shelf[];
  status?: readonly StatusWord[];
  agent?: readonly string[];
  /** A person was active in it at this time or later; ISO 8601. */
  since?: string;
  sort?: SessionOrder;
}

export interface SessionQuery extends SessionFilter {
  /** The page after this row: its id and the field of the order. */
  after?: Placed;
  limit: number;
}

/** The result of a purge. */
export interface Purged {
  /** Removed completely. */
  sessions: number;
  events: number;
  /** Forks need them: their part stays until the forks are gone. */
  kept: number;
}

/** A number of events after this one. */
export interface VerifySlice {
  after: number;
  limit: number;
}

/** A summary with whether it is its workspace's active session. */
export type ListedSession = Summary & { active: boolean };

export interface Appended {
  lastCommit: number;
  /** The events as stored, built on demand. Empty if they must be read from the log, as after a failure of the store. */
  stored(): readonly StoredEvent[];
}

export interface Log {
  /** Another epoch means another history: earlier cursors are void. */
  readonly epoch: string;

  /**
   * Resolves when everything in the change is on disk. Changes of one turn of the event loop share a transaction.
   * Rejects with `storage_failed` if the store failed, like every call until it has reopened (`listen`). Usually
   * nothing of the change is stored then; if that is unknown, a retry under the same command id gets the right answer.
   * Or, without effect and without harm to other changes: `seq_conflict` (a second writer), `receipt_conflict` (the command was
   * carried out already), `session_gone` (it was purged), `blob_missing` (an event refers to a missing blob), `invalid_change` (it can't be stored unchanged, or its
   * base does not exist), `log_closed`.
   */
  append(change: Change): Promise<Appended>;

  condition(): Condition;
  /** Another reader found damage and verified it: repairs it as if a read had found it. */
  repair(damage: unknown): void;
  /** Returns how to stop listening. */
  listen(listener: ConditionListener): () => void;

  /**
   * Events of one session in seq order, in either reading direction. A fork begins with its inherited events, unchanged.
   * A limit or cursor that is not a valid whole number is refused (`invalid_query`).
   */
  read(query: ReadQuery): EventPage;
  /**
   * Scans a session's events quickly, for an overview: only some types, and not checked against the hash chain. Use `read` for
   * verified events.
   */
  skim(query: SkimQuery): SkimPage;
  /** The heads of these sessions, by id, without reading their events. Missing ones are left out. */
  heads(sessions: readonly string[]): Map<string, Head>;
  /** Events of all (or these) sessions in commit order, each once: inherited events are not repeated for forks. */
  readCommits(query: CommitQuery): CommitPage;
  lastCommit(): number;

  summary(session: string): ListedSession | null;
  sessions(query: SessionQuery): ListedSession[];
  /** All of them, in the same order. */
  sessionIds(filter: SessionFilter): string[];
  /** Rows of these sessions as stored JSON lines, so that a long list is sent without parsing. Missing ones are left out. */
  sessionLines(ids: readonly string[]): string[];
  /** The matching ones of these sessions, by id, as JSON lines. The cost depends on the number of ids, not of sessions. */
  fitting(ids: readonly string[], filter: SessionFilter): Map<string, string>;
  /** Every session with this name (ignoring case) or id prefix, except trashed ones. */
  candidates(ref: string): Candidate[];
  /** Names in use in a workspace, except those of trashed sessions. */
  names(workspace: string): string[];
  /** The newest saved fold, or null: then fold from the start. */
  snapshot(session: string): SessionState | null;
  busySessions(): string[];
  /** The session that an agent's own conversation belongs to: the oldest that holds it. */
  sessionOfNative(agent: string, nativeId: string): string | null;

  /** By its SHA-256 in hex. */
  blob(hash: string): StoredBlob | null;
  openBlob(): BlobWriter;
  /**
   * Removes blobs to which no event refers (after a crash in between, or after a purge) and that no run's `protocol` names: those
   * that were unused an hour ago too, and that nobody writes or reads. `nowMs` only goes forward; within an hour of the last call this does nothing. Resolves to the number removed.
   */
  collectGarbage(nowMs: number): Promise<number>;

  receipt(command: string): Receipt | null;

  runs(): RunRecord[];
  outbox(run: string): OutboxEntry[];

  workspace(id: string): WorkspaceRecord | null;
  /** The last session selected in any workspace, trashed ones excluded. */
  activeAnywhere(): string | null;

  /**
   * Removes trashed sessions, or a partly arrived one, for good, in slices: others wait for one slice at most. They are invisible
   * from the start; after a crash any later call continues. A session that is no longer in the trash, or
   * has a run, is skipped. The part that forks need stays, and goes with the last of them. The space is given back.
   */
  purge(sessions: readonly string[]): Promise<Purged>;

  /**
   * Recomputes the hash chain over a session and its inherited events, or over a slice of that; null if it is correct, else the first seq
   * where it breaks.
   */
  verify(session: string, slice?: VerifySlice): number | null;

  close(): Promise<void>;
}
