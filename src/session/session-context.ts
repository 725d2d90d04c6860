// What the functions beside the mailbox work on. They run only inside a task of the mailbox, so never two at a time for one session.
import type { Driver, Fact, OffloadedLine, Run } from "../agents/index.ts";
import type { EventBody, LineSplitter, SessionState } from "../core/index.ts";
import type { Change, RunRecord } from "../log/index.ts";
import type { SessionDependencies } from "./dependencies.ts";
import type { Draft } from "./draft.ts";

/** A running agent process, and how far it was read. Everything except `record` may be lost: it is rebuilt on re-attach. */
export interface AttachedRun {
  readonly run: Run;
  readonly driver: Driver;
  splitter: LineSplitter;
  /** As in the log. */
  record: RunRecord;
  /** How far the spool was read: `record.outOffset` plus what is not committed yet. */
  readOffset: number;
  /** Parsed but not committed: text that waits a moment for more text. */
  pending: { facts: Fact[]; writes: string[]; outOffset: number; protocol: unknown };
  /** A long line that another thread is reading: nothing after it is read before it is done. */
  longLine: AwaitedLine | null;
  /** Its spool was cut: nothing more of it is read. */
  isCut: boolean;
  /** Its driver threw on a line, and it was not checked yet whether the agent may wait for an answer. */
  isMisread: boolean;
  /** When the agent last printed anything. */
  lastHeardMs: number;
  /** When text was last committed: text that follows soon is joined. */
  lastTextMs: number;
  /** When it was told of a setting that it has not confirmed yet. */
  settlingSinceMs: number | null;
  /** When there was last any input or output. */
  quietSinceMs: number;
  isQuietTimed: boolean;
  isFlushTimed: boolean;
  isReadWanted: boolean;
  /** Set when this daemon ends the process: the pids that survived. Never rejects. */
  stopped: Promise<readonly number[]> | null;
  readonly timers: Set<() => void>;
  /** Settles when this daemon detaches. */
  readonly released: PromiseWithResolvers<void>;
}

export interface AwaitedLine {
  readonly taken: Promise<OffloadedLine>;
  isTaken: boolean;
  readonly length: number;
  /** The offset just after it. */
  readonly end: number;
}

/** The author of events that nobody asked for: the daemon itself. */
export const byDaemon = { kind: "daemon" } as const;

export interface SessionContext {
  readonly id: string;
  readonly state: SessionState;
  readonly deps: SessionDependencies;
  attachedRun: AttachedRun | null;
  /** Begins a commit at the current state. */
  draft(): Draft;
  /** Makes these events and the rest of `change` durable, and only then part of the state. */
  commit(events: readonly EventBody[] | Draft, change?: Partial<Change>): Promise<void>;
  /** Puts a task at the end of the mailbox. */
  post(task: (context: SessionContext) => Promise<void>): void;
}

/** Calls back into the mailbox after a delay, unless the run has ended by then. */
export function postLater(
  context: SessionContext,
  attachedRun: AttachedRun,
  delayMs: number,
  task: (context: SessionContext) => Promise<void>,
): void {
  const cancel = context.deps.clock.after(delayMs, () => {
    attachedRun.timers.delete(cancel);
    if (context.attachedRun !== attachedRun) return;
    context.post(async (later) => {
      // It may have been detached while this waited for its turn.
      if (later.attachedRun === attachedRun) await task(later);
    });
  });
  attachedRun.timers.add(cancel);
}

/** Detaches from the process without touching it. */
export function release(context: SessionContext, attachedRun: AttachedRun): void {
  for (const cancel of attachedRun.timers) cancel();
  attachedRun.timers.clear();
  attachedRun.run.detach();
  attachedRun.released.resolve();
  if (context.attachedRun === attachedRun) context.attachedRun = null;
}
