// The limit for commands derived from a script: under other names, from programs that run others, one for each branch of a push.
import type { SimpleCommand } from "./shell/reading.ts";

export class WordRoom {
  readonly #size: number;
  #left: number;
  #isSpent = false;

  constructor(size: number) {
    this.#size = size;
    this.#left = size;
  }

  /** What is derived from each command, up to the limit. A generator stops after the first command past it. */
  fill<Given>(given: readonly Given[], make: (one: Given) => Iterable<SimpleCommand>): SimpleCommand[] {
    const made: SimpleCommand[] = [];
    for (const one of given) {
      if (this.#isSpent) break;
      for (const command of make(one)) {
        this.#isSpent = command.words.length > this.#left;
        if (this.#isSpent) break;
        this.#left -= command.words.length;
        made.push(command);
      }
    }
    return made;
  }

  /** The limit was reached. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  get wordsMade(): number {
    return this.#size - this.#left;
  }
}
