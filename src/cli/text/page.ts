// Tracks the output's position, so that a block can begin on a new line without knowing what precedes it.

export class Page {
  readonly #write: (text: string) => void;
  /** Line feeds at the end of the output; an empty output counts as a blank line. */
  #lineFeeds = 2;
  /** Line feeds that the next text needs before it. */
  #gap = 0;
  #length = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** How much was written so far. */
  get length(): number {
    return this.#length;
  }

  get isAtLineStart(): boolean {
    return this.#lineFeeds > 0;
  }

  /** The next text starts on a new line (1), or after a blank line (2). Nothing is written until there is text. */
  separate(gap: 0 | 1 | 2): void {
    this.#gap = gap;
  }

  text(text: string): void {
    if (text === "") return;
    const all = "\n".repeat(Math.max(0, this.#gap - this.#lineFeeds)) + text;
    this.#gap = 0;
    this.#write(all);
    this.#length += all.length;
    const trailing = /(?<!\n)\n*$/.exec(text)?.[0].length ?? 0;
    this.#lineFeeds = trailing === text.length ? this.#lineFeeds + trailing : trailing;
  }

  line(text: string): void {
    this.#gap = Math.max(this.#gap, 1);
    this.text(`${text}\n`);
  }
}
