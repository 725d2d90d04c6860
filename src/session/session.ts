// A session's only writer: a mailbox. Tasks run one at a time, each followed by the next steps (`steps`), and only here are events appended.
import {
  background,
  type DataOf,
  type EventBody,
  initialState,
  nextRefreshTime,
  nextStep,
  refuseChanged,
  type SessionState,
  type Summary,
  summaryOf,
} from "../core/index.ts";
import { type Change, isStorageFault, type RunRecord } from "../log/index.ts";
import { TaskQueue } from "../system/index.ts";
import { carryOut } from "./carry-out.ts";
import type { CommandRequest, Result } from "./command-request.ts";
import type { SessionDependencies } from "./dependencies.ts";
import { detachForeignRun, type ForeignLog } from "./detach-foreign-run.ts";
import { Draft } from "./draft.ts";
import type { FanOut } from "./fan-out.ts";
import { holdQueue } from "./hold-queue.ts";
import type { SessionsInMemory } from "./in-memory.ts";
import { loadFromSnapshot } from "./load-state.ts";
import { Retry } from "./retry.ts";
import { checkpointAfter } from "./run/checkpoint.ts";
import { endForgotten, reattach, reattachToStop, recordedRun } from "./run/reattach.ts";
import { stopAttachedRun } from "./run/stop-run.ts";
import { killUnrecorded } from "./run/unrecorded-kill.ts";
import { type AttachedRun, release, type SessionContext } from "./session-context.ts";
import { Steps } from "./steps.ts";
import { type More, takeMore } from "./take-more.ts";

const EVENTS_PER_SNAPSHOT = 500;

export class Session {
  readonly id: string;
  readonly #deps: SessionDependencies;
  readonly #fanOut: FanOut;
  readonly #memory: Pick<SessionsInMemory, "use" | "makeRoom">;
  #state: SessionState = initialState;
  #snapshotSeq = 0;
  #isLoaded = false;
  readonly #mailbox = new TaskQueue();
  /** Tasks in the mailbox, the one whose steps run included. */
  #tasks = 0;
  /** Steps are suspended. */
  #isSuspended = false;
  #isClosed = false;
  /** A kill that the log could not record: its process is gone already. */
  #unrecorded: { request: CommandRequest; isNoted: boolean } | null = null;
  readonly #context: SessionContext;
  readonly #steps: Steps;
  readonly #retry: Retry;

  constructor(
    id: string,
    {
      deps,
      fanOut,
      memory,
    }: { deps: SessionDependencies; fanOut: FanOut; memory: Pick<SessionsInMemory, "use" | "makeRoom"> },
  ) {
    this.id = id;
    this.#deps = deps;
    this.#fanOut = fanOut;
    this.#memory = memory;
    this.#context = this.#openContext();
    this.#retry = new Retry({ id, deps, isClosed: () => this.#isClosed, retry: () => this.reopen() });
    this.#steps = new Steps({
      context: this.#context,
      isSuspended: () => this.#isSuspended,
      refresh: () => this.#refresh(),
      park: (task) => this.#enqueue(task),
      failed: (error) => this.#detachAndRetry(error),
    });
  }

  /** Resolves when the log is folded: only then is there a state. Rejects if the log can't be read now. */
  async load(): Promise<void> {
    if (!this.#isLoaded) await this.#enqueue(async () => {});
  }

  get state(): SessionState {
    return this.#state;
  }

  get summary(): Summary {
    return summaryOf(this.id, this.#state);
  }

  /** The current run of the agent. */
  get run(): string | null {
    return this.#state.binding.run?.run ?? null;
  }

  /** A kill that is not recorded yet: whether the next daemon will know of it; null if there is none. */
  get unrecordedKill(): { isNoted: boolean } | null {
    return this.#unrecorded;
  }

  /** Nothing is in progress or due: it need not be in memory. */
  get isAtRest(): boolean {
    const { binding, prompt, turn, permission } = this.#state;
    const isWaiting =
      this.#isSuspended || this.#retry.isDue || this.#steps.isTimed || this.#context.attachedRun !== null;
    if (this.#tasks > 0 || isWaiting) return false;
    return !binding.run && !turn.open && prompt.queue.length === 0 && permission.open.length === 0;
  }

  /**
   * Decides a command and makes its events durable; returns the recorded answer if it was decided before. A kill ends the process even
   * if it can't be recorded.
   */
  submit(request: CommandRequest): Promise<Result> {
    return this.#enqueue(async (context): Promise<Result> => {
      try {
        return await carryOut(context, request);
      } catch (error) {
        const { run } = this;
        const { command } = request;
        if (command.type !== "stop" || run === null || !isStorageFault(error)) throw error;
        const refusal = refuseChanged(this.#state, command.expect);
        if (refusal) return { kind: "rejected", ...refusal };
        const { left, isNoted } = await killUnrecorded(context, run);
        // It is done: its later record does not depend on the session's state then.
        this.#unrecorded = { request: { ...request, command: { ...command, expect: undefined } }, isNoted };
        return { kind: "unrecorded", left, isNoted, cause: error };
      }
    });
  }

  /** After a restart of the daemon: counts running work before any session starts more. Performs no steps. */
  claimSlot(): Promise<void> {
    const claimed = this.#mailbox.run(async () => {
      if (!this.#isLoaded) await this.#load();
      if (this.#steps.needsSlot) this.#deps.slots.hold(this.id);
    });
    // A failing read is reported when the session is continued.
    return claimed.catch(() => {});
  }

  /** Continues after a restart of the daemon: with the run in the log, or with the next step. Never rejects. */
  resume(record: RunRecord | null): Promise<void> {
    return this.#enqueue((context) => reattach(context, record)).catch((error) => this.#detachAndRetry(error));
  }

  /** The log failed and was reopened: reloads the state and re-attaches to the agent where the log left it. Never rejects. */
  reopen(): Promise<void> {
    return this.#enqueue(async (context) => {
      if (context.attachedRun) release(context, context.attachedRun);
      await endForgotten(context);
      await this.#load();
      // Before re-attaching: the kill determines how the run's end is recorded.
      if (this.#unrecorded) await carryOut(context, this.#unrecorded.request);
      this.#unrecorded = null;
      this.#isSuspended = this.#isClosed;
      if (!this.#isClosed) await reattach(context, recordedRun(context));
    }).catch((error) => this.#detachAndRetry(error));
  }

  /** More of what was imported before. Resolves to the last event, or to why nothing was taken. */
  takeMore(more: More): Promise<{ head: number } | { why: string }> {
    return this.#enqueue((context) => takeMore(context, more));
  }

  /** The log came from elsewhere: holds the queue. Resolves to whether anything had to be held. */
  detachForeignRun(run: string | null, foreignLog: ForeignLog): Promise<boolean> {
    return this.#enqueue((context) => detachForeignRun(context, run, foreignLog));
  }

  /**
   * Stops the agent's process but not the session; resolves, when it is gone, to whether there was one. Nothing is started meanwhile, and the
   * queue waits from then on for the next daemon, or (`holdsQueue`) for a person.
   */
  async stopAgent({ holdsQueue }: { holdsQueue: boolean }): Promise<boolean> {
    this.#close();
    const hadRun = await this.#enqueue(async (context) => {
      if (holdsQueue) await holdQueue(context);
      return this.run !== null;
    });
    for (;;) {
      const attachedRun = await this.#enqueue(async (context) => {
        if (this.run !== null && !context.attachedRun) await reattachToStop(context);
        stopAttachedRun(context);
        return context.attachedRun;
      });
      // A log that fails and reopens detaches from the process being stopped: re-attach to it.
      const isGone = attachedRun === null || (await this.#endOf(attachedRun));
      await this.#enqueue(async () => {});
      if (isGone) return hadRun;
    }
  }

  /** Whether the process ended before it was detached. */
  #endOf({ run, released }: AttachedRun): Promise<boolean> {
    return Promise.race([run.exited.then(() => true), released.promise.then(() => false)]);
  }

  /** Finishes the mailbox and detaches from the process, which keeps running. */
  async detach(): Promise<void> {
    this.#close();
    await this.#enqueue(async (context) => {
      if (context.attachedRun) release(context, context.attachedRun);
    });
  }

  #close(): void {
    this.#isSuspended = true;
    this.#isClosed = true;
    this.#steps.close();
  }

  #enqueue<T>(task: (context: SessionContext) => Promise<T>): Promise<T> {
    this.#tasks++;
    this.#memory.use(this);
    const result = this.#mailbox.run(async () => {
      if (!this.#isLoaded) await this.#load();
      return task(this.#context);
    });
    // A mailbox item of their own, queued at once: nothing can come between, and the caller waits for the task alone.
    const steps = this.#mailbox.run(async () => {
      const isDone = await result.then(
        () => true,
        () => false,
      );
      if (isDone) await this.#advance();
      this.#taskDone();
    });
    background(steps, (fault) => this.#retry.report(fault));
    return result;
  }

  #taskDone(): void {
    this.#tasks--;
    if (this.isAtRest) this.#memory.makeRoom();
  }

  /** Never throws: that would block the mailbox forever. */
  async #advance(): Promise<void> {
    try {
      await this.#steps.run();
    } catch (error) {
      this.#detachAndRetry(error);
    }
  }

  #refresh(): void {
    this.#enqueue(async () => {}).catch((error) => this.#detachAndRetry(error));
  }

  /**
   * A write or read failed. Uncommitted output counts as unread: the agent continues, and is re-attached later. Until then others may pass
   * it in the line for a slot.
   */
  #detachAndRetry(error: unknown): void {
    if (this.#isClosed) return;
    this.#retry.report(error);
    this.#isSuspended = true;
    if (this.#context.attachedRun) release(this.#context, this.#context.attachedRun);
    if (!this.#steps.needsSlot) this.#deps.slots.release(this.id);
    this.#retry.later();
  }

  async #load(): Promise<void> {
    const { state, snapshotSeq } = await loadFromSnapshot(this.#deps.log, this.id);
    this.#state = state;
    // Counted from the last snapshot, not from now: a session that is loaded often and written little would never get one.
    this.#snapshotSeq = snapshotSeq;
    this.#isLoaded = true;
  }

  #openContext(): SessionContext {
    const session = this;
    return {
      id: this.id,
      deps: this.#deps,
      attachedRun: null as AttachedRun | null,
      get state() {
        return session.#state;
      },
      draft: () => this.#draft(),
      commit: (events, change) => this.#commit(events, change),
      post: (task) => {
        this.#enqueue(task).catch((error) => this.#detachAndRetry(error));
      },
    };
  }

  #draft(): Draft {
    return new Draft({ session: this.id, state: this.#state, at: this.#deps.clock.now() });
  }

  async #commit(added: readonly EventBody[] | Draft, change: Partial<Change> = {}): Promise<void> {
    const { events, blobs, at, state: next } = added instanceof Draft ? added : this.#draft().add(...added);
    const isSnapshotDue = next.head - this.#snapshotSeq >= EVENTS_PER_SNAPSHOT;
    const { workspace } = change;
    const selected = workspace ? this.#fanOut.rows.selectedIn(workspace.id) : [];
    const appended = await this.#deps.log.append({
      session: this.id,
      events,
      summary: summaryOf(this.id, next),
      // What the next daemon has to look after. Limits only delay a step: there is one all the same.
      isBusy:
        next.binding.run !== null ||
        nextStep(next, at) !== null ||
        nextRefreshTime(next, at, this.#deps.limits()) !== null,
      ...(isSnapshotDue ? { snapshot: next } : {}),
      ...(blobs.length > 0 ? { blobs } : {}),
      ...change,
    });
    this.#state = next;
    this.#retry.forget();
    if (isSnapshotDue) this.#snapshotSeq = next.head;
    if (events.length > 0) this.#fanOut.publish(this.id, { head: next.head, stored: appended.stored });
    if (workspace) this.#fanOut.rows.noteSelection(this.id, workspace.id, selected);
    const ended = events.findLast(({ type }) => type === "turn_end");
    const isElsewhere = events.some(({ type }) => type === "imported");
    if (ended && !isElsewhere && !this.#isClosed)
      checkpointAfter(this.#context, (ended.data as DataOf<"turn_end">).turn);
  }
}
