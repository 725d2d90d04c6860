// An agent's process and its keeper: lines that were written to it, what it said, and its end. They outlive the daemon.
import type { Fact } from "../../../src/agents/index.ts";
import type { TurnEndReason } from "../../../src/core/index.ts";
import { options } from "../../kit/events.ts";
import { promise } from "./fault.ts";

export type Message =
  | { kind: "prompt" | "steer"; promptId: string; text: string }
  | { kind: "answer"; id: string; option: string }
  | { kind: "interrupt" | "configure" };

/** A line of its output. The end of a turn says whose it was: a prompt's, or nobody's. */
export interface Line {
  fact: Fact;
  promptId: string | null;
}

export interface Hearing {
  prompt(heard: { promptId: string; text: string; run: string }): void;
  answer(heard: { id: string; option: string }): void;
}

export class AgentProcess {
  readonly run: string;
  readonly out: Line[] = [];
  exit: "exited" | "crashed" | "lost" | null = null;
  isToldToEnd = false;
  readonly #hearing: Hearing;
  readonly #input: Message[] = [];
  #heard = 0;
  #isBound = false;
  #promptId: string | null = null;
  #isBusyByItself = false;
  #isInterrupted = false;
  #words = 0;
  #questions = 0;

  constructor(run: string, hearing: Hearing) {
    this.run = run;
    this.#hearing = hearing;
  }

  get words(): number {
    return this.#words;
  }

  /** Writing the same at the same place again is harmless; anything else would be a hole, or two things at one place. */
  write(offset: number, message: Message): void {
    promise(offset <= this.#input.length, () => `a hole before place ${offset} of what run ${this.run} was told`);
    const there = this.#input[offset];
    const isSame = there === undefined || JSON.stringify(there) === JSON.stringify(message);
    promise(isSame, () => `run ${this.run} was told two things at place ${offset}`);
    if (there === undefined) this.#input.push(message);
  }

  bind(): void {
    if (this.exit || this.#isBound) return;
    this.#isBound = true;
    this.#print({ type: "bound", nativeId: `native of ${this.run}`, provenance: "reported" });
  }

  /** Takes the next thing that it was told. */
  hear(): void {
    const message = this.exit ? undefined : this.#input[this.#heard];
    if (!message) return;
    this.#heard++;
    if (message.kind === "prompt") {
      promise(this.#promptId === null, () => `${message.promptId} came while ${this.#promptId} was worked on`);
      this.#promptId = message.promptId;
      this.#isInterrupted = false;
    }
    if (message.kind === "prompt" || message.kind === "steer") this.#hearing.prompt({ ...message, run: this.run });
    if (message.kind === "answer") this.#hearing.answer(message);
    if (message.kind === "interrupt") this.#isInterrupted = true;
  }

  /** Also without having been asked for anything. */
  say(): void {
    if (!this.#canSpeak()) return;
    this.#words++;
    const text = `${this.#words} `;
    this.#isBusyByItself ||= this.#promptId === null;
    this.#print({ type: "agent_message", data: { messageId: this.run, text } });
  }

  ask(isForRules: boolean): void {
    if (!this.#canSpeak() || this.#promptId === null) return;
    this.#questions++;
    const id = `${this.run}-q${this.#questions}`;
    const request = { kind: "execute" as const, tool: null, command: isForRules ? "ls" : "rm x", paths: [] };
    this.#print({
      type: "permission",
      data: { id, state: "asked", title: "may I", detail: request.command, options, request },
    });
  }

  use(costUsd: number): void {
    if (this.#canSpeak()) this.#print({ type: "usage", inputTokens: 1, outputTokens: 1, costUsd });
  }

  reachQuota(until: string | null): void {
    if (!this.#canSpeak() || this.#promptId === null) return;
    this.#print({ type: "quota_reached", data: { until, text: "no more for now" } });
    this.rest("limit");
  }

  /** What it did by itself ends first, as it began first. */
  rest(reason: TurnEndReason): void {
    if (!this.#canSpeak() || (this.#promptId === null && !this.#isBusyByItself)) return;
    this.#print({ type: "turn_end", reason: this.#isInterrupted ? "interrupted" : reason });
    if (!this.#isBusyByItself) this.#promptId = null;
    this.#isBusyByItself = false;
    this.#isInterrupted = false;
  }

  end(how: "exited" | "crashed" | "lost"): void {
    this.exit ??= how;
  }

  /** As a good agent does: gets ready, listens, and works on what it was asked for to the end. */
  behave(): void {
    if (this.isToldToEnd) this.end("exited");
    this.bind();
    while (!this.exit && !this.hasHeardAll) this.hear();
  }

  get hasHeardAll(): boolean {
    return this.#heard === this.#input.length;
  }

  #print(fact: Fact): void {
    this.out.push({ fact, promptId: this.#isBusyByItself ? null : this.#promptId });
  }

  #canSpeak(): boolean {
    return !this.exit && this.#isBound;
  }
}
