// The agent's working life: one turn at a time, further prompts wait, and after the end of stdin it leaves when all is done.
import type { AgentMessage } from "../protocol.ts";
import { BackgroundTasks } from "./background-tasks.ts";
import type { History } from "./history.ts";
import type { Output } from "./output.ts";
import { runTurn } from "./run-turn.ts";
import type { Answer } from "./turn.ts";

type MessageOf<T extends AgentMessage["type"]> = Extract<AgentMessage, { type: T }>;
type Prompt = MessageOf<"prompt">;
type Words = MessageOf<"steer">;

export interface WorkerDependencies {
  output: Output;
  history: History;
  exit(code: number): never;
}

export class Worker {
  readonly #deps: WorkerDependencies;
  readonly #waiting: Prompt[] = [];
  /** Words for the running turn that it has not heard yet. */
  #words: Words[] = [];
  #onWords: (() => void) | null = null;
  readonly #tasks: BackgroundTasks;
  readonly #questions = new Map<string, (answer: Answer) => void>();
  readonly #counts = new Map<string, number>();
  #running: AbortController | null = null;
  #isEnding = false;

  constructor(deps: WorkerDependencies) {
    this.#deps = deps;
    this.#tasks = new BackgroundTasks(deps.output);
  }

  take(prompt: Prompt): void {
    this.#waiting.push(prompt);
    this.#next();
  }

  steer(words: Words): void {
    this.#words.push(words);
    if (this.#running) this.#onWords?.();
    else this.#next();
  }

  answer({ id, option, message, content }: MessageOf<"answer">): void {
    this.#questions.get(id)?.({ option, message: message ?? null, content: content ?? {} });
  }

  /** Words that were not heard by then are not heard at all. */
  interrupt(): void {
    this.#words = [];
    this.#running?.abort();
  }

  stopTasks(): void {
    this.#tasks.stop();
  }

  /** Nobody will answer any more: open and later questions count as denied. */
  finish(): void {
    this.#isEnding = true;
    for (const reply of this.#questions.values()) reply(unanswered);
    this.#next();
  }

  #next(): void {
    if (this.#running) return;
    const words = this.#words.shift();
    const prompt = words ? { ...words, type: "prompt" as const } : this.#waiting.shift();
    if (!prompt) {
      if (this.#isEnding) this.#deps.exit(0);
      return;
    }
    const running = new AbortController();
    this.#running = running;
    const turn = runTurn(prompt, {
      ...this.#deps,
      signal: running.signal,
      newId: (kind) => this.#newId(kind),
      startTask: (task) => this.#tasks.start(task),
      onAnswer: (question, reply) => this.#onAnswer(question, reply),
      nextWords: () => this.#words.shift() ?? null,
      onWords: (report) => this.#whenWords(report),
    });
    void turn.then(() => {
      this.#running = null;
      this.#next();
    });
  }

  #whenWords(report: () => void): () => void {
    this.#onWords = report;
    if (this.#words.length > 0) report();
    return () => {
      this.#onWords = null;
    };
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

const unanswered: Answer = { option: "deny", message: "nobody is there to answer", content: {} };
