// Work that goes on beside the turns: nothing but time passes, and then it is done.
import type { Output } from "./output.ts";

interface Started {
  title: string;
  /** Null = it never ends by itself. */
  ms: number | null;
}

export class BackgroundTasks {
  readonly #output: Output;
  readonly #timers = new Map<string, NodeJS.Timeout | null>();
  #count = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  start({ title, ms }: Started): void {
    this.#count++;
    const task = `b${this.#count}`;
    this.#timers.set(task, ms === null ? null : setTimeout(() => this.#end(task, "completed"), ms));
    this.#output.line({ type: "task_start", task, title });
  }

  stop(): void {
    for (const task of [...this.#timers.keys()]) this.#end(task, "stopped");
  }

  #end(task: string, outcome: "completed" | "stopped"): void {
    const timer = this.#timers.get(task);
    if (timer) clearTimeout(timer);
    this.#timers.delete(task);
    this.#output.line({ type: "task_end", task, outcome });
  }
}
