// What the functions beside the mailbox work on. They run only inside a task of the mailbox, so never two at a time for one session.
import type { Driver, Fact, LineSplitter, OffloadedLine, Run } from "../agents/index.ts";
import type { EventBody, SessionState } from "../core/index.ts";
import type { Change, RunRecord } from "../log/index.ts";
import type { SessionDependencies } from "./dependencies.ts";
import type { Draft } from "./draft.ts";

/** A running agent process, and how far it was read. Everything here but `record` may be lost: it is made anew on re-attach. */
export interface AttachedRun {
  readonly run: Run;
  readonly driver: Driver;
  splitter: LineSplitter;
  /** As it stands in the log. */
  record: RunRecord;
  /** Read from the spool so far: past `record.outOffset` by what is not committed yet. */
  readOffset: number;
  /** Understood but not committed: text that waits a moment for more text. */
  pending: { facts: Fact[]; writes: string[]; outOffset: number; protocol: unknown };
  /** A long line that is being read elsewhere: nothing behind it is read before. */
  longLine: AwaitedLine | null;
  /** Its spool was cut: nothing more of it is read. */
  isCut: boolean;
  /** Its driver failed over a line, and nobody has looked yet whether somebody may wait for an answer to that. */
  isMisread: boolean;
  /** When the agent last said anything. */
  lastHeardMs: number;
  /** When text was last committed: what follows soon is joined. */
  lastTextMs: number;
  /** When it was told of a wish that it has not answered yet. */
  settlingSinceMs: number | null;
  /** When something was last heard from the agent or said to it. */
  quietSinceMs: number;
  isQuietTimed: boolean;
  isFlushTimed: boolean;
  isReadWanted: boolean;
  /** Set when this daemon ends the process: the pids of what lives on all the same. Never rejects. */
  stopped: Promise<readonly number[]> | null;
  readonly timers: Set<() => void>;
  /** Settled when this daemon lets go of it. */
  readonly released: PromiseWithResolvers<void>;
}

export interface AwaitedLine {
  readonly taken: Promise<OffloadedLine>;
  isTaken: boolean;
  readonly length: number;
  /** The offset just after it. */
  readonly end: number;
}

/** Who acts when nobody asked: the daemon itself. */
export const byDaemon = { kind: "daemon" } as const;

export interface SessionContext {
  readonly id: string;
  readonly state: SessionState;
  readonly deps: SessionDependencies;
  attachedRun: AttachedRun | null;
  /** Begins a commit at the state as it is. */
  draft(): Draft;
  /** Makes these events durable, with everything else in `change`, and only then part of the state. */
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
      // It may have been let go of while this waited for its turn.
      if (later.attachedRun === attachedRun) await task(later);
    });
  });
  attachedRun.timers.add(cancel);
}

/** Lets go of the process without touching it. */
export function release(context: SessionContext, attachedRun: AttachedRun): void {
  for (const cancel of attachedRun.timers) cancel();
  attachedRun.timers.clear();
  attachedRun.run.detach();
  attachedRun.released.resolve();
  if (context.attachedRun === attachedRun) context.attachedRun = null;
}
