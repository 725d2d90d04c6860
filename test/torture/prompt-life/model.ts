// What a session promises, told a second time and as plainly as possible: fed with commands and events as they become durable, it says
// what must be true by then. It knows nothing of how the core does it.
import type { Command, CommandOf, DataOf, Event, EventBody, SessionState } from "../../../src/core/index.ts";
import { promise } from "./fault.ts";
import { Questions } from "./questions.ts";

interface Waiting {
  id: string;
  text: string;
  held: boolean;
  notBefore: string | null;
  after: string | null;
  steers: { turn: string; isForNothingElse: boolean } | null;
}

/** What became of a prompt: the turn it went into, with the text and the run, or nothing. */
type Fate = { turn: string; text: string; run: string; isSteered: boolean } | "withdrawn";

interface Durable {
  events: readonly Event[];
  command: Command | null;
}

type Known = Extract<EventBody, { type: string }> & { at: string };

/** What the model must know of the agent, of other sessions and of the settings. */
export interface Elsewhere {
  readonly canSteer: boolean;
  /** Whether a session goes on by itself when its quota is there again. */
  resumesAfterQuota(): boolean;
  /** Whether one more turn of a person's may begin. */
  hasRoom(): boolean;
  isOverBudget(costUsd: number): boolean;
}

export class Model {
  readonly questions = new Questions();
  readonly fates = new Map<string, Fate>();
  turn: { turn: string; promptId: string | null; isInterrupted: boolean } | null = null;
  readonly #ended = new Map<string, string>();
  readonly #elsewhere: Elsewhere;
  #queue: Waiting[] = [];
  #isPaused = false;
  #isHeldByQuota = false;
  #costUsd = 0;
  /** The one that went on when it was decided what comes next. */
  #turnBefore: string | null = null;
  #run: string | null = null;
  readonly #words = new Map<string, number>();

  constructor(elsewhere: Elsewhere) {
    this.#elsewhere = elsewhere;
  }

  /** The queue in order. */
  get waiting(): string[] {
    return this.#queue.map(({ id }) => id);
  }

  /** Why a prompt's turn ended; undefined while it goes on. */
  endOf(turn: string): string | undefined {
    return this.#ended.get(turn);
  }

  wordsOf(run: string): number {
    return this.#words.get(run) ?? 0;
  }

  take({ events, command }: Durable, next: SessionState): void {
    this.#turnBefore = this.turn?.turn ?? null;
    if (command) this.#obey(command, events);
    for (const event of events) this.#see(event as unknown as Known, command !== null);
    const mine = this.#queue.map(({ id, text }) => `${id} ${text}`).join();
    const theirs = next.prompt.queue.map(({ promptId, text }) => `${promptId} ${text}`).join();
    promise(mine === theirs, () => `the queue is ${theirs}, and should be ${mine}`);
    const { paused } = next.prompt;
    promise(paused === this.#isPaused, () => `paused is ${paused} after ${command?.type ?? events.at(-1)?.type}`);
  }

  #obey(command: Command, events: readonly Event[]): void {
    switch (command.type) {
      case "prompt":
        this.#enqueue(command);
        return;
      case "edit_prompt":
        this.#edit(command);
        return;
      case "withdraw_prompt":
        this.#withdraw(command.promptId);
        return;
      case "queue": {
        const { order } = command;
        if (order) this.#queue.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
        if (command.clear) this.#clear();
        this.#isPaused = command.paused ?? this.#isPaused;
        return;
      }
      case "interrupt":
        if (!this.turn) this.#holdBack(events, command.clear === true);
        else if (!this.turn.isInterrupted) this.#isPaused = true;
        if (command.clear) this.#clear();
        return;
      case "stop":
        for (const { id } of this.#queue.filter(({ steers }) => steers?.isForNothingElse)) this.#withdraw(id);
        for (const prompt of this.#queue) prompt.held = true;
        return;
      default:
    }
  }

  /** Without a turn it holds what is about to begin, or would go on by itself; where nothing is, it is refused unless it clears the queue. */
  #holdBack(events: readonly Event[], isClearing: boolean): void {
    const isHeld = events.some(({ type }) => type === "queue_paused");
    const begins = !isClearing && this.#next(events.at(-1)?.at ?? "") !== undefined;
    const goesOn = this.#isHeldByQuota && this.#elsewhere.resumesAfterQuota();
    promise(!isHeld || begins || goesOn, () => "an interrupt held the queue, and nothing was about to begin");
    promise(isHeld || isClearing, () => "an interrupt was taken, and held nothing");
    this.#isPaused ||= isHeld;
  }

  #enqueue({ promptId: id, text, when, otherwise, before, notBefore, after, held }: CommandOf<"prompt">): void {
    const steers = when === "steer" && this.#elsewhere.canSteer && this.turn !== null && !this.turn.isInterrupted;
    const waits = held === true || notBefore !== undefined || after !== undefined;
    // What is sent to a held queue goes alone.
    if (this.#isPaused && !waits) for (const prompt of this.#queue) prompt.held = true;
    this.#put(
      {
        ...{ id, text, held: held ?? false, notBefore: notBefore ?? null, after: after ?? null },
        steers: steers && this.turn ? { turn: this.turn.turn, isForNothingElse: otherwise === "reject" } : null,
      },
      when === "interrupt" ? null : before,
    );
    if (when === "interrupt" && this.turn && !this.turn.isInterrupted) this.#isPaused = true;
    this.#isPaused &&= waits;
    this.#isHeldByQuota &&= waits;
  }

  /** `null` = before all others. */
  #put(prompt: Waiting, before: string | null | undefined): void {
    const at = before === null ? 0 : this.#queue.findIndex(({ id }) => id === before);
    this.#queue.splice(at < 0 ? this.#queue.length : at, 0, prompt);
  }

  #edit({ promptId, text, held, notBefore, after, before }: CommandOf<"edit_prompt">): void {
    const prompt = this.#queue.find(({ id }) => id === promptId);
    if (!prompt) throw new Error(`${promptId} was changed and does not wait`);
    prompt.text = text ?? prompt.text;
    prompt.held = held ?? prompt.held;
    if (notBefore !== undefined) prompt.notBefore = notBefore;
    if (after !== undefined) prompt.after = after;
    if (before === undefined || before === promptId) return;
    this.#queue = this.#queue.filter((one) => one !== prompt);
    this.#put(prompt, before === null ? undefined : before);
  }

  #clear(): void {
    for (const { id } of this.#queue) this.#withdraw(id);
  }

  #withdraw(id: string): void {
    this.#leave(id, "withdrawn");
  }

  #leave(id: string, fate: Fate): void {
    promise(!this.fates.has(id), () => `${id} left the queue a second time`);
    this.fates.set(id, fate);
    this.#queue = this.#queue.filter((one) => one.id !== id);
  }

  #see(event: Known, isOrdered: boolean): void {
    switch (event.type) {
      case "turn_start":
        promise(this.turn === null, () => `${event.data.turn} began while ${this.turn?.turn} went on`);
        promise(!this.#ended.has(event.data.turn), () => `${event.data.turn} began twice`);
        if (event.data.promptId !== null) this.#mayBegin(event.data.promptId);
        this.turn = { ...event.data, isInterrupted: false };
        return;
      case "turn_end":
        promise(this.turn?.turn === event.data.turn, () => `${event.data.turn} ended, and was not open`);
        this.#ended.set(event.data.turn, event.data.reason);
        this.turn = null;
        if (event.data.reason === "completed") this.#isHeldByQuota = false;
        return;
      case "interrupt":
        promise(this.turn?.turn === event.data.turn, () => `${event.data.turn} was interrupted, and is not open`);
        if (this.turn) this.turn.isInterrupted = true;
        // Nobody ordered it: a limit did.
        if (!isOrdered && event.data.state === "requested") this.#isPaused = true;
        return;
      case "user_prompt":
        this.#deliver(event.data, event.at);
        return;
      case "prompt_withdrawn":
        if (!isOrdered) this.#withdrawLate(event.data.promptId);
        return;
      case "prompt_queued":
        if (isOrdered) return;
        this.#enqueue({ type: "prompt", ...event.data } as CommandOf<"prompt">);
        return;
      case "quota_reached":
        this.#isHeldByQuota = true;
        return;
      case "session_end":
      case "session_start":
        this.#isHeldByQuota = false;
        return;
      case "usage":
        this.#costUsd += event.data.costUsd ?? 0;
        return;
      case "agent_message":
        this.#hear(event.data);
        return;
      case "agent_start":
        promise(this.#run === null, () => `run ${event.data.run} began while ${this.#run} went on`);
        this.#run = event.data.run;
        return;
      case "queue_paused":
        // An agent that died in its turn leaves the queue held.
        if (!isOrdered) this.#isPaused = true;
        return;
      case "agent_exit":
        promise(this.#run === event.data.run, () => `run ${event.data.run} ended, and is not there`);
        promise(this.turn === null, () => `${this.turn?.turn} outlives its run`);
        this.#run = null;
        return;
      case "permission":
        this.questions.see(event.data, event.by);
        return;
      default:
    }
  }

  #mayBegin(promptId: string): void {
    promise(!this.#isHeldByQuota, () => `${promptId} was handed over although the quota is used up`);
    promise(!this.#elsewhere.isOverBudget(this.#costUsd), () => `${promptId} was handed over beyond the budget`);
    promise(this.#elsewhere.hasRoom(), () => `${promptId} was handed over although enough sessions work`);
  }

  #deliver({ promptId, text, turn, steered = false }: DataOf<"user_prompt">, at: string): void {
    const next = this.#next(at, steered ? turn : null);
    promise(next?.id === promptId, () => `${promptId} was handed over, and ${next?.id ?? "nothing"} was next`);
    promise(next?.text === text, () => `${promptId} went as "${text}" and not as "${next?.text}"`);
    promise(this.turn?.turn === turn, () => `${promptId} went into ${turn}, which is not open`);
    this.#leave(promptId, { turn, text, run: this.#run ?? "", isSteered: steered });
  }

  /** What goes next: into that turn, or to begin one. */
  #next(at: string, into: string | null = null): Waiting | undefined {
    const due = this.#isPaused ? [] : this.#queue.filter((one) => this.#isDue(one, at));
    return due.find(({ steers }) => (into === null ? !steers?.isForNothingElse : steers?.turn === into));
  }

  #isDue({ held, notBefore, after }: Waiting, at: string): boolean {
    return !held && !(notBefore !== null && notBefore > at) && !(after !== null && this.#isUnderWay(after));
  }

  #isUnderWay(id: string): boolean {
    const fate = this.fates.get(id);
    if (fate === undefined) return this.#queue.some((one) => one.id === id);
    return fate !== "withdrawn" && fate.turn === this.#turnBefore;
  }

  #withdrawLate(id: string): void {
    const steers = this.#queue.find((one) => one.id === id)?.steers;
    const isLate = steers?.isForNothingElse && steers.turn !== this.turn?.turn;
    promise(isLate === true, () => `${id} was withdrawn, and nobody wanted that`);
    this.#withdraw(id);
  }

  /** Each word once, in order; several may come together. */
  #hear({ messageId, text }: DataOf<"agent_message">): void {
    for (const word of text.trim().split(" ")) {
      const known = this.wordsOf(messageId);
      promise(word === `${known + 1}`, () => `word ${word} of run ${messageId} came after word ${known}`);
      this.#words.set(messageId, known + 1);
    }
  }
}
