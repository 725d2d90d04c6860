// What a client builds from a log, and what it must never see: a hole, a double, a step back, or a line of another history.
import type { Followed } from "../../../src/client/index.ts";
import type { History } from "./history.ts";

export class Consumer {
  readonly #history: History;
  /** What a client would save, to go on from there in another life. */
  epoch: string | null = null;
  lastSeenSeq = 0;
  #firstSeq = 0;
  /** From the first seq on. */
  #lines: string[] = [];

  constructor(history: History) {
    this.#history = history;
  }

  take(item: Followed): void {
    if (item.kind === "frame") {
      const { frame } = item;
      if (frame.frame === "reset") {
        this.lastSeenSeq = 0;
        this.#firstSeq = 0;
        this.#lines = [];
      }
      if (frame.frame === "reset" || frame.frame === "hello") this.epoch = frame.epoch;
      if (frame.frame === "caught_up" && frame.head > Math.max(this.lastSeenSeq, this.#history.floor - 1))
        throw new Error(`told to have all up to ${frame.head}, but has ${this.lastSeenSeq}`);
      return;
    }
    const { seq } = item.event;
    if (this.lastSeenSeq > 0 && seq !== this.lastSeenSeq + 1) throw new Error(`${seq} came after ${this.lastSeenSeq}`);
    if (item.line !== this.#history.lineOf(this.epoch ?? "", seq))
      throw new Error(`${item.line} is not event ${seq} of ${this.epoch}`);
    if (this.#firstSeq === 0) this.#firstSeq = seq;
    this.lastSeenSeq = seq;
    this.#lines.push(item.line);
  }

  /** Null when it has exactly what the server has; else what is wrong. */
  get fault(): string | null {
    const { epoch, head, floor } = this.#history;
    const isWhole = this.epoch === epoch && this.lastSeenSeq === head && this.#firstSeq <= floor;
    const has = `a client has ${this.epoch}: ${this.#firstSeq} to ${this.lastSeenSeq}`;
    if (!isWhole) return `${has}; the server has ${epoch}: ${floor} to ${head}`;
    const isSame = this.#lines.every((line, index) => line === this.#history.lineOf(epoch, this.#firstSeq + index));
    return isSame ? null : `${has}; but not all of it is the server's`;
  }
}
