// A session's next steps: performed until none is due, and looked for again at their time. What a step needs besides the session is taken and given
// back here: a slot for its work, a place for its process.
import {
  type EventBody,
  nextRefreshTime,
  nextStep,
  type QueuedPrompt,
  restsSince,
  type SessionState,
  type Step,
} from "../core/index.ts";
import { messageOf } from "../system/index.ts";
import { perform } from "./perform.ts";
import { parkForOthers } from "./run/park.ts";
import { byDaemon, type SessionContext } from "./session-context.ts";

const REFRESH_INTERVAL_MS = 60_000;

interface StepDependencies {
  readonly context: SessionContext;
  readonly isSuspended: () => boolean;
  /** Looks for steps again, in the mailbox. */
  readonly refresh: () => void;
  /** An idle process makes room for another session's, in the mailbox. Resolves to whether it does. */
  readonly park: (park: (context: SessionContext) => Promise<boolean>) => Promise<boolean>;
  /** Nothing can be done until later. */
  readonly failed: (error: unknown) => void;
}

export class Steps {
  readonly #deps: StepDependencies;
  #cancelRefresh: (() => void) | null = null;

  constructor(deps: StepDependencies) {
    this.#deps = deps;
  }

  /** A look is due at some time. */
  get isTimed(): boolean {
    return this.#cancelRefresh !== null;
  }

  /** Its process works, whether it is followed or not. */
  get needsSlot(): boolean {
    const { state } = this.#deps.context;
    return isInTurn(state) || state.binding.run?.phase === "starting";
  }

  close(): void {
    this.#cancelRefresh?.();
  }

  /** Performs steps until none is due. */
  async run(): Promise<void> {
    const { context, isSuspended, failed } = this.#deps;
    while (!isSuspended()) {
      const now = context.deps.clock.now();
      const step = nextStep(context.state, now, context.deps.limits());
      this.#settleSlot(step);
      this.#settleRun(step);
      if (!step) return this.#scheduleRefresh(now);
      if (beginsTurn(step) && !(await this.#acquireSlot(step.prompt))) return;
      try {
        if (!(await perform(context, step))) return this.#scheduleRefresh(now);
      } catch (error) {
        if (step.type !== "start_run" || context.state.binding.run) return failed(error);
        await this.#recordFailedStart(error).catch(failed);
      }
    }
  }

  /**
   * Checks for due steps at their time, and at least every minute: clocks are changed, and timers stop with the machine. `checkedAt` is when
   * steps were last checked: anything due since then is still found.
   */
  #scheduleRefresh(checkedAt: string): void {
    const { context, isSuspended, refresh } = this.#deps;
    this.#cancelRefresh?.();
    this.#cancelRefresh = null;
    const { clock, limits } = context.deps;
    const at = nextRefreshTime(context.state, checkedAt, limits());
    if (at === null || isSuspended()) return;
    const delayMs = Math.min(Math.max(Date.parse(at) - Date.parse(clock.now()), 0), REFRESH_INTERVAL_MS);
    this.#cancelRefresh = clock.after(delayMs, refresh);
  }

  /** Whether this session may work now. If not, that is recorded once, and it is woken when a slot is free. */
  async #acquireSlot({ promptId }: QueuedPrompt): Promise<boolean> {
    const { context, refresh, failed } = this.#deps;
    const { slots } = context.deps;
    if (slots.take(context.id, refresh)) return true;
    if (context.state.limit.waiting?.promptId === promptId) return false;
    const waiting: EventBody = { type: "prompt_waiting", by: byDaemon, data: { promptId, text: slots.text } };
    await context.commit([waiting]).catch(failed);
    return false;
  }

  /** A slot is held while a turn of a person runs or is about to. */
  #settleSlot(step: Step | null): void {
    const { id, state, deps } = this.#deps.context;
    if (isInTurn(state)) deps.slots.hold(id);
    else if (!this.needsSlot && (!step || !beginsTurn(step))) deps.slots.release(id);
  }

  /** An idle process may have to make room for another session's. */
  #settleRun(step: Step | null): void {
    const { context, park } = this.#deps;
    const { liveRuns } = context.deps;
    if (!context.state.binding.run) {
      liveRuns.release(context.id);
      return;
    }
    const isFree = step === null || step.type === "park";
    liveRuns.hold(context.id, {
      restsSince: isFree ? restsSince(context.state) : null,
      park: () => park(parkForOthers).catch(() => false),
    });
  }

  /** A visible error that halts the session: otherwise the start would be retried forever. */
  async #recordFailedStart(error: unknown): Promise<void> {
    const { context } = this.#deps;
    context.deps.report(`session ${context.id}: the agent could not be started`, error);
    const message = `The agent could not be started: ${messageOf(error)}`;
    await context.commit([{ type: "error", by: byDaemon, data: { code: "start_failed", message } }]);
  }
}

/** In a turn of a person. */
const isInTurn = ({ turn: { open } }: SessionState): boolean => open !== null && open.promptId !== null;

/** Whether the step delivers a prompt, or starts the agent for one. */
const beginsTurn = (step: Step): step is Extract<Step, { type: "start_run" | "deliver" }> =>
  step.type === "start_run" || step.type === "deliver";
