// Notifications from other sessions. Their text comes from agents: while a question is on the screen they are only counted.
import type { Attention } from "../../core/index.ts";
import { exactLine } from "../text/exact-text.ts";
import type { Style } from "../text/style.ts";

export class Elsewhere {
  readonly #dot: string;
  readonly #untold = new Map<string, string>();

  constructor({ glyphs }: Style) {
    this.#dot = glyphs.dot;
  }

  add({ id, text }: Attention): void {
    this.#untold.set(id, text);
  }

  /** Someone has handled it. */
  drop(id: string): void {
    this.#untold.delete(id);
  }

  /** New notifications since the last call. */
  tell(): string[] {
    const texts = [...this.#untold.values()];
    this.#untold.clear();
    return texts.map((text) => `${this.#dot} elsewhere: ${exactLine(text)}`);
  }

  /** A placeholder for waiting notifications. */
  get row(): string[] {
    const { size } = this.#untold;
    if (size === 0) return [];
    return [`${this.#dot} elsewhere ${size === 1 ? "something waits" : `${size} things wait`} for you: skein inbox`];
  }
}
