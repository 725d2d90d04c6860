// A session's only writer: a mailbox. Tasks run one at a time, each followed by the next steps, and only here are events appended.
import type { Driver } from "../agents/index.ts";
import {
  background,
  decide,
  type EventBody,
  initialState,
  nextRefreshTime,
  nextStep,
  type QueuedPrompt,
  refuseChanged,
  restsSince,
  type SessionState,
  type Step,
  type Summary,
  summaryOf,
} from "../core/index.ts";
import { type Change, isReceiptConflict, isStorageFault, type RunRecord } from "../log/index.ts";
import { isCode, messageOf, TaskQueue } from "../system/index.ts";
import type { Answer, CommandRequest, Result } from "./command-request.ts";
import { decisionContext } from "./decision-context.ts";
import type { SessionDependencies } from "./dependencies.ts";
import { detachForeignRun, type ForeignLog } from "./detach-foreign-run.ts";
import { Draft } from "./draft.ts";
import type { FanOut } from "./fan-out.ts";
import { holdAfterRecovery, holdQueue } from "./hold-queue.ts";
import type { SessionsInMemory } from "./in-memory.ts";
import { loadFromSnapshot } from "./load-state.ts";
import { perform } from "./perform.ts";
import { attach } from "./run/attach.ts";
import { abandon } from "./run/ending.ts";
import { parkForOthers } from "./run/park.ts";
import { stopAttachedRun } from "./run/stop-run.ts";
import { killUnrecorded, recordNotedKill } from "./run/unrecorded-kill.ts";
import { type AttachedRun, byDaemon, release, type SessionContext } from "./session-context.ts";

const EVENTS_PER_SNAPSHOT = 500;
const RETRY_MS = 2000;
const REFRESH_INTERVAL_MS = 60_000;

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
  #isRetrying = false;
  #cancelRefresh: (() => void) | null = null;
  /** The last cause of a pause that people were told. */
  #reported: string | null = null;
  /** A kill that the log could not record: its process is gone already. */
  #unrecorded: { request: CommandRequest; isNoted: boolean } | null = null;
  readonly #context: SessionContext;

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
      this.#isSuspended || this.#isRetrying || this.#cancelRefresh !== null || this.#context.attachedRun !== null;
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
        return await this.#carryOut(context, request);
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

  async #carryOut(context: SessionContext, request: CommandRequest): Promise<Result> {
    const { id, bodyHash, command, workspace, base } = request;
    const recorded = this.#deps.log.receipt(id);
    if (recorded) {
      if (recorded.bodyHash !== bodyHash) return { kind: "id_reused" };
      return { kind: "done", answer: JSON.parse(recorded.answer), isReplay: true };
    }
    if (base) this.#state = base.state;
    const decision = decide(this.#state, command, decisionContext(this.#deps, this.#state, request));
    if ("rejection" in decision) return { kind: "rejected", rejection: decision.rejection };
    const seq = decision.events.length > 0 ? this.#state.head + decision.events.length : 0;
    const answer: Answer = { id, session: this.id, seq, outcome: decision.outcome };
    // Clients say often where their user is. To look again leaves nothing behind, and sent again it has no effect either.
    if (command.type === "acknowledge" && seq === 0) return { kind: "done", answer, isReplay: false };
    const receipt = { command: id, session: this.id, bodyHash, answer: JSON.stringify(answer) };
    try {
      await context.commit(decision.events, {
        receipt,
        ...(workspace ? { workspace } : {}),
        ...(base ? { base: { session: base.session, seq: base.seq } } : {}),
      });
    } catch (error) {
      // Another command created the session since the lookup: commands run one after the other.
      if (isReceiptConflict(error)) return { kind: "id_reused" };
      throw error;
    }
    return { kind: "done", answer, isReplay: false };
  }

  /** After a restart of the daemon: counts running work before any session starts more. Performs no steps. */
  claimSlot(): Promise<void> {
    const claimed = this.#mailbox.run(async () => {
      if (!this.#isLoaded) await this.#load();
      if (this.#needsSlot) this.#deps.slots.hold(this.id);
    });
    // A failing read is reported when the session is continued.
    return claimed.catch(() => {});
  }

  /** Continues after a restart of the daemon: with the run in the log, or with the next step. Never rejects. */
  resume(record: RunRecord | null): Promise<void> {
    return this.#enqueue((context) => this.#reattach(context, record)).catch((error) => this.#detachAndRetry(error));
  }

  /** The log failed and was reopened: reloads the state and re-attaches to the agent where the log left it. Never rejects. */
  reopen(): Promise<void> {
    return this.#enqueue(async (context) => {
      if (context.attachedRun) release(context, context.attachedRun);
      await this.#endForgotten();
      await this.#load();
      // Before re-attaching: the kill determines how the run's end is recorded.
      if (this.#unrecorded) await this.#carryOut(context, this.#unrecorded.request);
      this.#unrecorded = null;
      this.#isSuspended = this.#isClosed;
      if (!this.#isClosed) await this.#reattach(context, this.#recordedRun());
    }).catch((error) => this.#detachAndRetry(error));
  }

  /** A repaired log may lack the running process: nobody would ever hear of it again. */
  async #endForgotten(): Promise<void> {
    const { run } = this;
    if (run !== null && this.#recordedRun()?.run !== run) await this.#deps.keeper.sweep(run);
  }

  /** The log came from elsewhere: holds the queue. Resolves to whether anything had to be held. */
  detachForeignRun(run: string | null, foreignLog: ForeignLog): Promise<boolean> {
    return this.#enqueue((context) => detachForeignRun(context, run, foreignLog));
  }

  async #reattach(context: SessionContext, record: RunRecord | null): Promise<void> {
    await holdAfterRecovery(context);
    const run = record?.run ?? this.#state.binding.run?.run;
    if (run === undefined) return;
    await recordNotedKill(context, run);
    // A repaired log may know a run without its record, or have a record without the run's start.
    if (!record || this.run !== run) return abandon(context, run);
    // Unreadable files must not keep a run alive that should end.
    const isToEnd = this.#state.binding.run?.phase === "stopping";
    let driver: Driver | null;
    try {
      driver = this.#deps.registry.get(record.agent, this.#state.binding.run?.transport);
    } catch (error) {
      // The agent is unknown while config.toml can't be read; it continues meanwhile.
      return isToEnd ? abandon(context, run) : this.#detachAndRetry(error);
    }
    if (!driver) return abandon(context, run);
    try {
      await attach(context, record, driver);
    } catch (error) {
      if (context.attachedRun) release(context, context.attachedRun);
      const isOver = this.#recordedRun() === null;
      if (isOver || isStorageFault(error) || (isPassing(error) && !isToEnd)) throw error;
      this.#deps.report(`run ${run} of session ${this.id} can't be resumed`, error);
      await abandon(context, run);
    }
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
        if (this.run !== null && !context.attachedRun) await this.#reattachToStop(context);
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

  /** Re-attaches to a detached run. If that fails again, ends it as it is. */
  async #reattachToStop(context: SessionContext): Promise<void> {
    // The reason was reported by the earlier attempt.
    await this.#reattach(context, this.#recordedRun()).catch(() => {});
    const { run } = this;
    if (run === null || context.attachedRun) return;
    await abandon(context, run, { isStopping: true }).catch((error) =>
      this.#deps.report(`the end of run ${run} can't be recorded now; the next daemon does it`, error),
    );
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
    this.#cancelRefresh?.();
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
    background(steps, (fault) => this.#report(fault));
    return result;
  }

  #taskDone(): void {
    this.#tasks--;
    if (this.isAtRest) this.#memory.makeRoom();
  }

  /** Never throws: that would block the mailbox forever. */
  async #advance(): Promise<void> {
    try {
      await this.#runSteps();
    } catch (error) {
      this.#detachAndRetry(error);
    }
  }

  /** Performs steps until none is due. */
  async #runSteps(): Promise<void> {
    while (!this.#isSuspended) {
      const now = this.#deps.clock.now();
      const step = nextStep(this.#state, now, this.#deps.limits());
      this.#settleSlot(step);
      this.#settleRun(step);
      if (!step) return this.#scheduleRefresh(now);
      if (beginsTurn(step) && !(await this.#acquireSlot(step.prompt))) return;
      try {
        if (!(await perform(this.#context, step))) return this.#scheduleRefresh(now);
      } catch (error) {
        if (step.type !== "start_run" || this.#state.binding.run) return this.#detachAndRetry(error);
        await this.#recordFailedStart(error).catch((fault) => this.#detachAndRetry(fault));
      }
    }
  }

  /**
   * Checks for due steps at their time, and at least every minute: clocks are changed, and timers stop with the machine. `checkedAt` is when
   * steps were last checked: anything due since then is still found.
   */
  #scheduleRefresh(checkedAt: string): void {
    this.#cancelRefresh?.();
    this.#cancelRefresh = null;
    const { clock, limits } = this.#deps;
    const at = nextRefreshTime(this.#state, checkedAt, limits());
    if (at === null || this.#isSuspended) return;
    const delayMs = Math.min(Math.max(Date.parse(at) - Date.parse(clock.now()), 0), REFRESH_INTERVAL_MS);
    this.#cancelRefresh = clock.after(delayMs, () => this.#refresh());
  }

  #refresh(): void {
    this.#enqueue(async () => {}).catch((error) => this.#detachAndRetry(error));
  }

  /** Whether this session may work now. If not, that is recorded once, and it is woken when a slot is free. */
  async #acquireSlot({ promptId }: QueuedPrompt): Promise<boolean> {
    const { slots } = this.#deps;
    if (slots.take(this.id, () => this.#refresh())) return true;
    if (this.#state.limit.waiting?.promptId === promptId) return false;
    const waiting: EventBody = { type: "prompt_waiting", by: byDaemon, data: { promptId, text: slots.text } };
    await this.#commit([waiting]).catch((error) => this.#detachAndRetry(error));
    return false;
  }

  /** A slot is held while a turn of a person runs or is about to. */
  #settleSlot(step: Step | null): void {
    const { slots } = this.#deps;
    if (this.#isInTurn) slots.hold(this.id);
    else if (!this.#needsSlot && (!step || !beginsTurn(step))) slots.release(this.id);
  }

  /** In a turn of a person. */
  get #isInTurn(): boolean {
    const { open } = this.#state.turn;
    return open !== null && open.promptId !== null;
  }

  /** Its process works, whether it is followed or not. */
  get #needsSlot(): boolean {
    return this.#isInTurn || this.#state.binding.run?.phase === "starting";
  }

  /** An idle process may have to make room for another session's. */
  #settleRun(step: Step | null): void {
    const { liveRuns } = this.#deps;
    if (!this.#state.binding.run) {
      liveRuns.release(this.id);
      return;
    }
    const isFree = step === null || step.type === "park";
    const park = () => this.#enqueue((context) => parkForOthers(context)).catch(() => false);
    liveRuns.hold(this.id, { restsSince: isFree ? restsSince(this.#state) : null, park });
  }

  /** A visible error that halts the session: otherwise the start would be retried forever. */
  async #recordFailedStart(error: unknown): Promise<void> {
    this.#deps.report(`session ${this.id}: the agent could not be started`, error);
    const message = `The agent could not be started: ${messageOf(error)}`;
    await this.#commit([{ type: "error", by: byDaemon, data: { code: "start_failed", message } }]);
  }

  /**
   * A write or read failed. Uncommitted output counts as unread: the agent continues, and is re-attached later. Until then others may pass
   * it in the line for a slot.
   */
  #detachAndRetry(error: unknown): void {
    if (this.#isClosed) return;
    this.#report(error);
    this.#isSuspended = true;
    if (this.#context.attachedRun) release(this.#context, this.#context.attachedRun);
    if (!this.#needsSlot) this.#deps.slots.release(this.id);
    this.#retryLater();
  }

  /** Retries after each failure, also after a failed retry. */
  #retryLater(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    this.#deps.clock.after(RETRY_MS, () => {
      this.#isRetrying = false;
      const isFenced = this.#deps.log.condition().kind === "fenced";
      if (!this.#isClosed && !isFenced) background(this.reopen(), (fault) => this.#report(fault));
    });
  }

  /** Reported once per cause until something is committed again: it is retried every few seconds. */
  #report(error: unknown): void {
    const cause = String(error);
    // A failure of the whole log is reported once for all sessions.
    if (isStorageFault(error) || cause === this.#reported) return;
    this.#reported = cause;
    this.#deps.report(`session ${this.id} is paused until this is over; Skein retries automatically`, error);
  }

  #recordedRun(): RunRecord | null {
    return this.#deps.log.runs().find((one) => one.session === this.id) ?? null;
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
    this.#reported = null;
    if (isSnapshotDue) this.#snapshotSeq = next.head;
    if (events.length > 0) this.#fanOut.publish(this.id, { head: next.head, stored: appended.stored });
    if (workspace) this.#fanOut.rows.noteSelection(this.id, workspace.id, selected);
  }
}

/** Whether the step delivers a prompt, or starts the agent for one. */
const beginsTurn = (step: Step): step is Extract<Step, { type: "start_run" | "deliver" }> =>
  step.type === "start_run" || step.type === "deliver";

const PASSING = [
  ...["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "EBUSY"],
  // The path to the run's files: no access, a loop of links, or an unreachable server. The agent is still alive.
  ...["EACCES", "EPERM", "ELOOP", "ENOTDIR", "ESTALE", "ETIMEDOUT", "ENOTCONN", "EHOSTDOWN"],
];

/** Whether the failure is the machine's and may pass, not the run's. */
const isPassing = (error: unknown): boolean => isCode(error, ...PASSING);
