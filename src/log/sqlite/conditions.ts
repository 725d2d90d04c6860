// How the log is doing, and who is told when that changes.
import type { Condition, ConditionListener } from "../condition.ts";

const SLOW_MS = 1_000;

export class Conditions {
  #current: Condition = { kind: "writable" };
  readonly #listeners = new Set<ConditionListener>();

  get current(): Condition {
    return this.#current;
  }

  /** Returns how to stop listening. */
  listen(listener: ConditionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  become(condition: Condition): void {
    const isSame = condition.kind === this.#current.kind && textOf(condition) === textOf(this.#current);
    this.#current = condition;
    if (isSame) return;
    this.notify(({ changed }) => changed?.(condition));
  }

  /** A listener that throws causes a process warning, and affects neither the others nor the log. */
  notify(tell: (listener: ConditionListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener);
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }

  /** Tells of a slow disk if a write takes long. Returns how to say that the write is over. */
  expectSpeed(path: string, now: () => string): () => void {
    const since = now();
    const timer = setTimeout(() => {
      const text = `storage: the disk under ${path} is slow; nothing is lost, and everything waits until it has saved`;
      this.become({ kind: "slow", since, text });
    }, SLOW_MS).unref();
    return () => {
      clearTimeout(timer);
      if (this.#current.kind === "slow") this.become({ kind: "writable" });
    };
  }
}

const textOf = (condition: Condition): string => ("text" in condition ? condition.text : "");
