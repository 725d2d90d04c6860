// The terminal of `skein inbox`: what was said scrolls up, the list and the line being typed stay below. Keys are taken at any time: a line
// that is finished before anybody asks for it waits for the next question of the program.
import { type Row as ComposerRow, composerRow } from "../attach/composer.ts";
import { openKeyboard } from "../attach/keyboard.ts";
import { type Editor, emptyEditor, type Key, pressKey } from "../attach/line-editor.ts";
import { Screen } from "../attach/screen.ts";
import type { Io } from "../io.ts";
import type { Measure } from "../render/text-width.ts";
import type { Dialogue } from "./dialogue.ts";

/** A finished line, or Escape. */
type Typed = string | null;

interface Asking {
  readonly label: string;
  readonly resolve: (typed: Typed) => void;
}

export class InboxDesk implements Dialogue {
  readonly #io: Io;
  readonly #measure: Measure;
  readonly #screen: Screen;
  readonly #leaving = new AbortController();
  readonly #typed: Typed[] = [];
  #editor: Editor = emptyEditor;
  #asking: Asking | null = null;
  #rows: readonly string[] = [];
  #isOpen = false;
  /** What the arrow keys do now. */
  onArrow: ((step: 1 | -1) => void) | null = null;

  constructor(io: Io, measure: Measure) {
    this.#io = io;
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

  /** Returns how to give the terminal back. */
  open(): () => void {
    const { stdin, stdout } = this.#io;
    this.#isOpen = true;
    const closeKeyboard = openKeyboard(stdin, stdout, (key) => this.#press(key));
    const stopListening = this.#io.onInterrupt(() => this.#leave());
    const draw = (): void => this.#draw();
    stdout.on("resize", draw);
    return () => {
      // What comes late must not draw over what the shell prints next.
      this.#isOpen = false;
      stdout.off("resize", draw);
      this.#screen.end();
      closeKeyboard();
      stopListening();
    };
  }

  show(lines: readonly string[]): void {
    this.#screen.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** Rows that stand above the line being typed, until others do. */
  rows(rows: readonly string[]): void {
    this.#rows = rows;
    this.#draw();
  }

  /** Null for Escape, when the person leaves, and when the signal says that nobody needs it any more. */
  ask(label: string, signal?: AbortSignal): Promise<Typed> {
    return new Promise((resolve) => {
      const finish = (typed: Typed): void => {
        this.#asking = null;
        for (const one of [this.left, signal]) one?.removeEventListener("abort", cancel);
        this.#draw();
        resolve(typed);
      };
      const cancel = (): void => finish(null);
      if (this.left.aborted || signal?.aborted) return resolve(null);
      for (const one of [this.left, signal]) one?.addEventListener("abort", cancel);
      this.#asking = { label, resolve: finish };
      this.#draw();
      this.#handOver();
    });
  }

  #press(key: Key): void {
    if (this.left.aborted) return;
    const isPlain = !key.isControl && !key.isPasted;
    if (isPlain && this.onArrow && (key.name === "up" || key.name === "down")) {
      this.onArrow(key.name === "up" ? -1 : 1);
      return;
    }
    const isEnter = isPlain && (key.name === "return" || key.name === "enter");
    const pressed = pressKey(this.#editor, key);
    // An empty line is an answer here: it goes back, or opens what the cursor is at.
    if (isEnter && pressed.kind === "edit") this.#finish("");
    else if (pressed.kind === "leave") this.#leave();
    else if (pressed.kind === "interrupt") this.#finish(null);
    else if (pressed.kind === "submit") this.#finish(pressed.text);
    else this.#editor = pressed.editor;
    this.#draw();
  }

  #finish(typed: Typed): void {
    this.#editor = emptyEditor;
    this.#typed.push(typed);
    this.#handOver();
  }

  #handOver(): void {
    if (!this.#asking || this.#typed.length === 0) return;
    const typed = this.#typed.shift() ?? null;
    this.#asking.resolve(typed);
  }

  #leave(): void {
    this.#leaving.abort();
  }

  #draw(): void {
    if (!this.#isOpen || this.left.aborted) return;
    this.#screen.compose(this.#composer(), this.#rows);
  }

  #composer(): ComposerRow {
    const label = this.#asking?.label ?? "";
    return composerRow(this.#editor, { label, columns: this.columns, measure: this.#measure });
  }
}
