// Time that passes when told, for what the client waits for.
import type { Wait } from "../../src/client/back-off.ts";

export class ManualWait {
  #waiting: { leftMs: number; resolve: () => void }[] = [];

  /** How long each wait still is. */
  get left(): number[] {
    return this.#waiting.map(({ leftMs }) => leftMs);
  }

  readonly wait: Wait = (ms, signal) =>
    new Promise((resolve, reject) => {
      const one = { leftMs: ms, resolve };
      this.#waiting.push(one);
      signal?.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((other) => other !== one);
        reject(signal.reason);
      });
    });

  pass(ms: number): void {
    for (const one of this.#waiting) one.leftMs -= ms;
    const due = this.#waiting.filter(({ leftMs }) => leftMs <= 0);
    this.#waiting = this.#waiting.filter(({ leftMs }) => leftMs > 0);
    for (const { resolve } of due) resolve();
  }
}
