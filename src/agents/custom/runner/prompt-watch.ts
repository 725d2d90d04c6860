// Detects from its output that a long-lived tool waits for a prompt: its last line matches `prompt_patterns`. Pure: the caller decides how
// long the tool must be quiet.

interface Patterns {
  promptPatterns: readonly string[];
  busyPatterns: readonly string[];
}

const MAX_PROMPT_LENGTH = 1000;

export class PromptWatch {
  /** At the end of the output. */
  readonly #prompts: readonly RegExp[];
  readonly #busy: readonly RegExp[];
  /** The output from the start of the last line with content, or the end of a long one. */
  #tail = "";
  /** How much of it was passed on. */
  #passed = 0;

  constructor({ promptPatterns, busyPatterns }: Patterns) {
    this.#prompts = promptPatterns.map((source) => new RegExp(`(?:${source})\\s*$`));
    this.#busy = busyPatterns.map((source) => new RegExp(source));
  }

  /** Returns what can be passed on. A last line that is incomplete, or looks like a prompt, waits for more output. */
  push(text: string): string {
    const output = this.#tail + text;
    const start = Math.max(lastLineStart(output), output.length - MAX_PROMPT_LENGTH);
    const line = output.slice(start);
    const isHeld = !line.includes("\n") || this.#promptIn(line) !== null;
    const upTo = Math.max(isHeld ? start : output.length, this.#passed);
    const words = output.slice(this.#passed, upTo);
    this.#tail = line;
    this.#passed = upTo - start;
    return words;
  }

  /** After a quiet moment: the text that was withheld, without the prompt at its end. */
  settle(): { text: string; isAtPrompt: boolean } {
    const at = this.#promptIn(this.#tail);
    const text = this.#tail.slice(this.#passed, at ?? undefined);
    if (at === null) this.#passed = this.#tail.length;
    else this.#clear();
    return { text, isAtPrompt: at !== null };
  }

  #clear(): void {
    this.#tail = "";
    this.#passed = 0;
  }

  /** Where the prompt begins; null if there is none, or if the tool shows that it is working. */
  #promptIn(line: string): number | null {
    if (line.trim() === "" || this.#busy.some((busy) => busy.test(line))) return null;
    const shown = line.replace(/(?<!\n)\n+$/, "");
    return this.#prompts.map((prompt) => prompt.exec(shown)?.index).find((index) => index !== undefined) ?? null;
  }
}

/** In the last line with content. */
const lastLineStart = (text: string): number => text.lastIndexOf("\n", text.trimEnd().length - 1) + 1;
