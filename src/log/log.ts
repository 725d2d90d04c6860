// The log port: where events become durable, and everything that must be true at the same instant as they.
// The SQLite log keeps it for real, the memory log for tests; one contract suite holds both to the same promises.
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

/** An event as it is read back: its place, and its one JSON line (`{session, seq, at, type, by, data}`), ready to send. */
export interface StoredEvent {
  /** The session that it was written to: in what a fork inherits, another than the one that is read. */
  session: string;
  seq: number;
  /** The database-wide append number: the cursor for everything that spans sessions. */
  commit: number;
  type: string;
  line: string;
}

/** The recorded answer to a command: a retry gets it again, a year later too. */
export interface Receipt {
  command: string;
  session: string;
  /** Tells a retry from another command under the same id. */
  bodyHash: string;
  /** JSON. */
  answer: string;
}

/** One life of an agent process, with how far its output was taken and what its driver must remember. */
export interface RunRecord {
  run: string;
  session: string;
  agent: string;
  /** Everything in the spool before this byte is in the log. */
  outOffset: number;
  /** Where the next message to the agent goes. */
  inOffset: number;
  /** The driver's protocol state, plain JSON. A blob whose hash stands in it is kept while the run lives. */
  protocol: unknown;
}

/** A message on its way to an agent: committed first, then written; after a crash what is missing is written again. */
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

/** Everything that changes together for one session: all of it or nothing. */
export interface Change {
  session: string;
  /**
   * Only in the first change of a session: it is a fork. It has the events of that session up to this one, without a copy of them, and its own
   * from the next seq on.
   */
  base?: { session: string; seq: number };
  /** Placed by the session's one writer: contiguous, right after the head (of a fork: after its base). May be empty. */
  events: readonly Event[];
  /** The list row after these events. */
  summary: Summary;
  /** Whether the daemon must take this session up again after a restart. */
  isBusy: boolean;
  /** A saved fold at the new head. */
  snapshot?: SessionState;
  receipt?: Receipt;
  /** Inserted or replaced. */
  run?: RunRecord;
  /** The run is over: its record and outbox go. */
  endedRun?: string;
  outbox?: readonly OutboxEntry[];
  /** Messages of this run that end at or before the offset were written: their outbox entries go. */
  written?: { run: string; upTo: number };
  /** Inserted or replaced. */
  workspace?: WorkspaceRecord;
  /** What its events refer to and is not in the log already; of a few megabytes at most. Longer ones are written ahead (`openBlob`). */
  blobs?: readonly NewBlob[];
  /**
   * Only for events that another log wrote: each as it was written down there, in the order of `events`. They are kept byte for byte, and what
   * they refer to may be missing. Nobody sees the session before a change without this; what a crash leaves of one goes by itself.
   */
  arriving?: readonly EventText[];
}

/** A text too long for its event, kept once under its SHA-256 however many events refer to it. */
export interface StoredBlob {
  readonly bytes: number;
  /** In order, some 256 KB at a time, each read when it is asked for. While the loop goes on, nothing of it is collected. */
  parts(): Generator<Uint8Array, void>;
}

/** A blob on its way into the log, part by part: whoever else writes meanwhile waits for one part at most. */
export interface BlobWriter {
  /** Resolves when it is on disk. The bytes are the log's from now on. */
  write(part: Uint8Array): Promise<void>;
  /** Gives it its name: from now on an event may refer to it. */
  finish(): Promise<{ hash: string; bytes: number }>;
  /** It is of no use after all. */
  abandon(): void;
}

export interface EventPage {
  events: StoredEvent[];
  /** The lowest seq that the log still has, inherited ones included. */
  firstSeq: number;
  head: number;
  /** Whether there are more events in the direction of reading. */
  more: boolean;
}

export interface PageSize {
  limit: number;
  /** The page has no more bytes of lines than this, but at least one event. */
  maxBytes?: number;
}

export type ReadQuery = PageSize & { session: string } & ({ after: number } | { before: number });

/** `limit` is how many events are passed by, of whichever type. */
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
  /** JSON; null where it was not asked for. */
  data: string | null;
}

export interface SkimPage {
  events: SkimmedEvent[];
  /** Where to go on: past everything that was passed by. */
  lastSeq: number;
  firstSeq: number;
  head: number;
}

export type CommitQuery = PageSize & { after: number; sessions?: readonly string[] };

export interface CommitPage {
  events: StoredEvent[];
  /** Where to go on reading: past everything that was looked at, also past what other sessions wrote. */
  lastCommit: number;
  more: boolean;
}

/** Which sessions a list is about, and in which order. */
export interface SessionFilter {
  workspace?: string;
  /** Those that are listed, unless it is said. */
  shelves?: readonly Shelf[];
  status?: readonly StatusWord[];
  agent?: readonly string[];
  /** Active at this time or later; ISO 8601. */
  since?: string;
  sort?: SessionOrder;
}

export interface SessionQuery extends SessionFilter {
  /** The page after this row: with the field that the order goes by. */
  after?: Placed;
  limit: number;
}

/** What a purge came to. */
export interface Purged {
  /** Gone altogether. */
  sessions: number;
  events: number;
  /** Forks stand on them: what they need of them stays until they go. */
  kept: number;
}

/** So many events after this one. */
export interface VerifySlice {
  after: number;
  limit: number;
}

/** A summary with whether it is its workspace's active session. */
export type ListedSession = Summary & { active: boolean };

export interface Appended {
  lastCommit: number;
  /** The events as they are stored, made when they are asked for. Empty where only reading tells, as after a failure of the store. */
  stored(): readonly StoredEvent[];
}

export interface Log {
  /** Another epoch means another history: cursors from before are void. */
  readonly epoch: string;

  /**
   * Resolves when everything in the change is on disk. Changes of one turn of the event loop share a transaction.
   * Rejects with `storage_failed` when the store failed, as everything does until it has opened again by itself (`listen`). Most often
   * nothing of the change is stored then; where nobody could tell, a retry under the same command id is answered rightly.
   * Or, leaving no trace and harming no other: `seq_conflict` (a second writer), `receipt_conflict` (the command was
   * carried out already), `session_gone` (it was purged), `blob_missing` (an event refers to what is not there), `invalid_change` (it can't be stored as it is, or its
   * base is not there), `log_closed`.
   */
  append(change: Change): Promise<Appended>;

  condition(): Condition;
  /** Somebody else met damage in what is stored, and looked twice: it is repaired as if it had been met in reading. */
  repair(damage: unknown): void;
  /** Returns how to stop listening. */
  listen(listener: ConditionListener): () => void;

  /**
   * Events of one session in seq order, whichever way they are read. A fork begins with what it inherits, each event as it was written.
   * A page of no events, or from no whole number, is refused (`invalid_query`).
   */
  read(query: ReadQuery): EventPage;
  /**
   * Passes quickly over a session's events, for an overview: only those of some types, and not checked against the chain of hashes. What an event
   * says for certain `read` tells.
   */
  skim(query: SkimQuery): SkimPage;
  /** Events of all (or these) sessions in commit order, each once: what a fork inherits is not its own. */
  readCommits(query: CommitQuery): CommitPage;
  lastCommit(): number;

  summary(session: string): ListedSession | null;
  sessions(query: SessionQuery): ListedSession[];
  /** All of them, in the same order. */
  sessionIds(filter: SessionFilter): string[];
  /** These as JSON lines, as they are stored: a long list is sent on without being taken apart. What is not there is left out. */
  sessionLines(ids: readonly string[]): string[];
  /** Those of these sessions that the filter lets in, by id, as JSON lines. Costs per id that is asked for, however many sessions there are. */
  fitting(ids: readonly string[], filter: SessionFilter): Map<string, string>;
  /** Every session named so (ignoring case) or with an id that starts so; none that is in the trash. */
  candidates(ref: string): Candidate[];
  /** Names in use in a workspace: one that lies in the trash is free again. */
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
   * Removes blobs that no event refers to (a crash came between the two, or the events were pruned) and no run's `protocol` names: those
   * that were so an hour ago, too, and that nobody writes or reads. `nowMs` only goes forward; within an hour of the last call nothing is done. Resolves to how many went.
   */
  collectGarbage(nowMs: number): Promise<number>;

  receipt(command: string): Receipt | null;

  runs(): RunRecord[];
  outbox(run: string): OutboxEntry[];

  workspace(id: string): WorkspaceRecord | null;
  /** The session selected in the workspace that was written last of those with one that is not in the trash. */
  activeAnywhere(): string | null;

  /**
   * Removes sessions of the trash for good, or what has arrived of one, a slice at a time: others wait for one slice at most. They are gone
   * for everybody from the first moment; a crash is made up for by the next call, whatever it names. What is not in the trash any more, or
   * has a run, is left alone. Of one that forks stand on, what they need stays, and goes with the last of them. The space is given back.
   */
  purge(sessions: readonly string[]): Promise<Purged>;

  /**
   * Recomputes the chain of hashes over a session and what it inherits, or over a slice of that; null when it holds, else the first seq
   * where it breaks.
   */
  verify(session: string, slice?: VerifySlice): number | null;

  close(): Promise<void>;
}
