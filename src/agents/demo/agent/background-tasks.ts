// Work that goes on beside the turns: nothing but time passes, and then it is done.
import { callAfter } from "../../../system/index.ts";
import type { Output } from "./output.ts";

interface Started {
  title: string;
  /** Null = it never ends by itself. */
  ms: number | null;
}

export class BackgroundTasks {
  readonly #output: Output;
  /** How to cancel the end of each. */
  readonly #open = new Map<string, () => void>();
  #count = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  start({ title, ms }: Started): void {
    this.#count++;
    const task = `b${this.#count}`;
    this.#open.set(task, ms === null ? () => {} : callAfter(ms, () => this.#end(task, "completed")));
    this.#output.line({ type: "task_start", task, title });
  }

  stop(): void {
    for (const task of [...this.#open.keys()]) this.#end(task, "stopped");
  }

  #end(task: string, outcome: "completed" | "stopped"): void {
    this.#open.get(task)?.();
    this.#open.delete(task);
    this.#output.line({ type: "task_end", task, outcome });
  }
}
