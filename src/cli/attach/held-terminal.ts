// The terminal while an open session has it: its keys come here, and it says whether the person looks.
import type { Io } from "../io.ts";
import { askForReports, type Key, openKeyboard } from "../terminal/index.ts";

export interface TerminalInput {
  press(key: Key): void;
  see(sequence: string): void;
}

export class HeldTerminal {
  readonly #io: Io;
  readonly #input: TerminalInput;
  /** Null while the person is in their shell. */
  #close: (() => void) | null = null;

  constructor(io: Io, input: TerminalInput) {
    this.#io = io;
    this.#input = input;
  }

  get isOpen(): boolean {
    return this.#close !== null;
  }

  open(): void {
    const { stdin, stdout } = this.#io;
    const closeKeyboard = openKeyboard(stdin, stdout, this.#input);
    const stopReports = askForReports(stdout);
    this.#close = () => {
      stopReports();
      closeKeyboard();
    };
  }

  /** Gives it back. */
  close(): void {
    const close = this.#close;
    this.#close = null;
    close?.();
  }

  /** The terminal belongs to the shell until the person is back. */
  async lend(): Promise<void> {
    this.close();
    await this.#io.suspend();
  }
}
