// The agent's working life: one turn at a time, further prompts wait, and after the end of stdin it leaves when all is done.
import type { AgentMessage } from "../protocol.ts";
import type { History } from "./history.ts";
import type { Output } from "./output.ts";
import { runTurn } from "./run-turn.ts";
import type { Answer } from "./turn.ts";

type MessageOf<T extends AgentMessage["type"]> = Extract<AgentMessage, { type: T }>;
type Prompt = MessageOf<"prompt">;

export interface Surroundings {
  output: Output;
  history: History;
  exit(code: number): never;
}

export class Worker {
  readonly #surroundings: Surroundings;
  readonly #waiting: Prompt[] = [];
  readonly #questions = new Map<string, (answer: Answer) => void>();
  readonly #counts = new Map<string, number>();
  #running: AbortController | null = null;
  #isEnding = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  take(prompt: Prompt): void {
    this.#waiting.push(prompt);
    this.#next();
  }

  answer({ id, option, message }: MessageOf<"answer">): void {
    this.#questions.get(id)?.({ option, message: message ?? null });
  }

  interrupt(): void {
    this.#running?.abort();
  }

  /** Nobody will answer any more: open and later questions count as denied. */
  finish(): void {
    this.#isEnding = true;
    for (const reply of this.#questions.values()) reply(unanswered);
    this.#next();
  }

  #next(): void {
    if (this.#running) return;
    const prompt = this.#waiting.shift();
    if (!prompt) {
      if (this.#isEnding) this.#surroundings.exit(0);
      return;
    }
    const running = new AbortController();
    this.#running = running;
    const turn = runTurn(prompt, {
      ...this.#surroundings,
      signal: running.signal,
      newId: (kind) => this.#newId(kind),
      onAnswer: (question, reply) => this.#onAnswer(question, reply),
    });
    void turn.then(() => {
      this.#running = null;
      this.#next();
    });
  }

  #newId(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${kind}${count}`;
  }

  /** Calls back once; the returned function forgets the question. */
  #onAnswer(question: string, reply: (answer: Answer) => void): () => void {
    if (this.#isEnding) reply(unanswered);
    else this.#questions.set(question, reply);
    return () => this.#questions.delete(question);
  }
}

const unanswered: Answer = { option: "deny", message: "nobody is there to answer" };
