// A terminal dialogue, as in `skein inbox`: output scrolls up, the line being typed stays at the bottom, with rows above it. A line belongs to a
// question: one that was begun before the question could be read is not an answer, not even with its end.

import type { Io } from "../io.ts";
import {
  composerRow,
  type Editor,
  emptied,
  emptyEditor,
  type Key,
  openKeyboard,
  pressKey,
  type Row,
  Screen,
  shown,
} from "../terminal/index.ts";
import { exactText } from "../text/exact-text.ts";
import type { Measure } from "../text/text-width.ts";
import { type AskOptions, tooEarly } from "./dialogue.ts";

type Terminal = Pick<Io, "stdin" | "stdout" | "onInterrupt" | "suspend">;

/** A finished line, or Escape. */
type FinishedLine = string | null;

interface Asking {
  readonly label: string;
  readonly problem: (typed: string) => string | null;
  readonly resolve: (typed: FinishedLine) => void;
  /** Enter counts for it. */
  isOpen: boolean;
  /** The line was begun before the question could be read. */
  isEarly: boolean;
  /** Lines that were finished before the question could be read. */
  early: string[];
}

interface TerminalOptions extends AskOptions {
  /** Aborted when the answer is no longer needed. */
  readonly signal?: AbortSignal;
}

interface PromptOptions {
  /** A key with alt is read as Esc alone: what follows could not be meant for the next question. */
  readonly isAltEscape?: boolean;
}

export class DialogueTerminal {
  readonly #io: Terminal;
  readonly #isAltEscape: boolean;
  readonly #measure: Measure;
  readonly #screen: Screen;
  readonly #leaving = new AbortController();
  #editor: Editor = emptyEditor;
  #asking: Asking | null = null;
  /** Keys that were pressed while no question was asked. */
  #ahead: readonly Key[] = [];
  #rows: readonly string[] = [];
  #isOpen = false;
  /** Null while the person is in their shell. */
  #closeKeyboard: (() => void) | null = null;
  /** The current effect of the arrow keys. */
  onArrow: ((step: 1 | -1) => void) | null = null;

  constructor(io: Terminal, measure: Measure, { isAltEscape = false }: PromptOptions = {}) {
    this.#io = io;
    this.#isAltEscape = isAltEscape;
    this.#measure = measure;
    this.#screen = new Screen(io.stdout, measure);
  }

  /** Aborted when the person leaves. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  get columns(): number {
    return this.#screen.columns;
  }

  /** Returns a function that restores the terminal. */
  open(): () => void {
    const { stdout } = this.#io;
    this.#isOpen = true;
    this.#takeKeyboard();
    const stopListening = this.#io.onInterrupt(() => this.#leave());
    const draw = (): void => this.#draw();
    stdout.on("resize", draw);
    return () => {
      // Late output must not draw over the shell's prompt.
      this.#isOpen = false;
      stdout.off("resize", draw);
      this.#screen.end();
      this.#giveKeyboardBack();
      stopListening();
    };
  }

  #takeKeyboard(): void {
    const { stdin, stdout } = this.#io;
    this.#closeKeyboard = openKeyboard(stdin, stdout, { press: (key) => this.#press(key) });
  }

  #giveKeyboardBack(): void {
    this.#closeKeyboard?.();
    this.#closeKeyboard = null;
  }

  /** The terminal belongs to the shell until the person is back; then the question must be read again. */
  async #stepAside(): Promise<void> {
    this.#screen.compose(null);
    this.#giveKeyboardBack();
    await this.#io.suspend();
    if (!this.#isOpen) return;
    this.#takeKeyboard();
    if (this.#asking) this.#asking.isOpen = false;
    this.#draw();
    if (this.#asking) await this.#openWhenShown(this.#asking);
  }

  show(lines: readonly string[]): void {
    this.#screen.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** The rows above the line being typed, until they are replaced. */
  rows(rows: readonly string[]): void {
    this.#rows = rows;
    this.#draw();
  }

  /** Null after Escape, when the person leaves, and when the signal is aborted. */
  ask(
    label: string,
    { problem = () => null, signal, isFollowUp = false }: TerminalOptions = {},
  ): Promise<FinishedLine> {
    return new Promise((resolve) => {
      const finish = (typed: FinishedLine): void => {
        this.#asking = null;
        for (const one of [this.left, signal]) one?.removeEventListener("abort", cancel);
        this.#editor = emptied(this.#editor);
        this.#draw();
        resolve(typed);
      };
      const cancel = (): void => {
        const { text } = this.#editor;
        if (text.trim() !== "") this.show([`not answered: ${exactText(text)}`]);
        finish(null);
      };
      if (this.left.aborted || signal?.aborted) return resolve(null);
      for (const one of [this.left, signal]) one?.addEventListener("abort", cancel);
      const asking: Asking = { label, problem, resolve: finish, isOpen: isFollowUp, isEarly: false, early: [] };
      this.#asking = asking;
      this.#draw();
      if (!isFollowUp) void this.#openWhenShown(asking);
      const ahead = this.#ahead;
      this.#ahead = [];
      for (const key of ahead) this.#press(key);
    });
  }

  async #openWhenShown(asking: Asking): Promise<void> {
    asking.isOpen = false;
    await shown(this.#io.stdout);
    if (this.#asking !== asking) return;
    if (asking.early.length > 0) this.show([tooEarly(...asking.early)]);
    asking.early = [];
    asking.isEarly = this.#editor.text !== "";
    asking.isOpen = true;
    this.#draw();
  }

  #press(key: Key): void {
    if (this.left.aborted) return;
    const isPlain = !key.isControl && !key.isPasted;
    if (isPlain && this.onArrow && (key.name === "up" || key.name === "down")) {
      this.onArrow(key.name === "up" ? -1 : 1);
      return;
    }
    const pressed = pressKey(this.#editor, key);
    if (pressed.kind === "suspend") {
      void this.#stepAside();
      return;
    }
    if (pressed.kind === "leave") this.#leave();
    else if (pressed.kind === "redraw") this.#draw();
    else if (!this.#asking) this.#ahead = [...this.#ahead, key];
    else if (pressed.kind === "interrupt" || this.#isEscape(key)) this.#asking.resolve(null);
    else if (pressed.kind === "submit") this.#finish(this.#asking);
    else {
      this.#editor = pressed.editor;
      if (this.#editor.text === "") this.#asking.isEarly = false;
      // Over a slow link, Esc and the next key can arrive together: the rest was typed for what Esc leads to.
      if (key.isMeta && key.name.length === 1) this.#asking.isEarly = true;
    }
    this.#draw();
  }

  /** Esc in one read with the next key. */
  #isEscape({ name, isMeta, isPasted }: Key): boolean {
    if (!isMeta || isPasted) return false;
    return name === "return" || name === "enter" || (this.#isAltEscape && name.length === 1);
  }

  /** An empty line can be an answer: it goes back, or opens the selected entry. A line that is not an answer stays for editing. */
  #finish(asking: Asking): void {
    const { text } = this.#editor;
    if (!asking.isOpen || asking.isEarly) {
      if (text.trim() !== "") asking.early.push(text);
      this.#editor = emptied(this.#editor);
      if (asking.isOpen) void this.#openWhenShown(asking);
      return;
    }
    const wrong = asking.problem(text);
    if (wrong === null) asking.resolve(text);
    else this.show([wrong]);
  }

  #leave(): void {
    this.#leaving.abort();
  }

  #draw(): void {
    if (!this.#isOpen || !this.#closeKeyboard || this.left.aborted) return;
    this.#screen.compose(this.#composer(), this.#rows);
  }

  #composer(): Row {
    const label = this.#asking?.isOpen ? this.#asking.label : "";
    return composerRow(this.#editor, { label, columns: this.columns, measure: this.#measure });
  }
}
