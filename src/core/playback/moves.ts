// The moves of a replay, one after the other: what a finger passes over is not shown, and a key that is held down does not go on when it is released.

interface Waiting {
  readonly move: () => Promise<void>;
  readonly isJump: boolean;
}

interface Outcomes {
  /** After each move. */
  readonly moved: () => void;
  readonly failed: (error: unknown) => void;
}

/** More steps than this are not kept while one is under way. */
const MAX_WAITING = 4;

export class Moves {
  readonly #outcomes: Outcomes;
  #waiting: Waiting[] = [];
  #isMoving = false;

  constructor(outcomes: Outcomes) {
    this.#outcomes = outcomes;
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** A jump goes to one place, wherever it comes from: it replaces another one that waits. */
  jump(move: () => Promise<void>): void {
    if (this.#waiting.at(-1)?.isJump) this.#waiting.pop();
    this.#add({ move, isJump: true });
  }

  step(move: () => Promise<void>): void {
    if (this.#waiting.length < MAX_WAITING) this.#add({ move, isJump: false });
  }

  /** Those that wait are dropped. */
  drop(): void {
    this.#waiting = [];
  }

  #add(one: Waiting): void {
    if (this.#isMoving) this.#waiting.push(one);
    else this.#begin(one);
  }

  #begin({ move }: Waiting): void {
    this.#isMoving = true;
    move().then(
      () => this.#end(() => this.#outcomes.moved()),
      (error: unknown) => {
        this.drop();
        this.#end(() => this.#outcomes.failed(error));
      },
    );
  }

  #end(tell: () => void): void {
    this.#isMoving = false;
    const next = this.#waiting.shift();
    if (next) this.#begin(next);
    tell();
  }
}
