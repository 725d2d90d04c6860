// A full screen in the terminal, with the keyboard if there is one. It is restored at the end, and while the process is suspended (Ctrl+Z).

import type { Io } from "../io.ts";
import { openKeyboard } from "./keyboard.ts";
import type { Key } from "./line-editor.ts";

/** Hides the cursor and disables wrapping, because only the terminal knows how wide a character is. */
const ENTER = "\x1b[?1049h\x1b[?7l\x1b[?25l";
const LEAVE = "\x1b[?25h\x1b[?7h\x1b[?1049l";

interface ScreenOptions {
  readonly io: Io;
  readonly hasKeyboard: boolean;
  readonly press: (key: Key) => void;
}

export class OwnScreen {
  readonly #options: ScreenOptions;
  #closeKeyboard: (() => void) | null = null;
  #isThere = false;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#enter();
  }

  /** False while the person is in their shell. */
  get isThere(): boolean {
    return this.#isThere;
  }

  #enter(): void {
    const { io, hasKeyboard, press } = this.#options;
    io.stdout.write(ENTER);
    this.#closeKeyboard = hasKeyboard ? openKeyboard(io.stdin, io.stdout, { press }) : null;
    this.#isThere = true;
  }

  leave(): void {
    if (!this.#isThere) return;
    this.#isThere = false;
    this.#closeKeyboard?.();
    this.#options.io.stdout.write(LEAVE);
  }

  /** Resolves when the person is back; the screen's content is unknown then. */
  async stepAside(): Promise<void> {
    this.leave();
    await this.#options.io.suspend();
    this.#enter();
  }
}
