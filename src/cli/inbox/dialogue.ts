// A talk with the person at the terminal, line by line. One reader for all of it: what is typed ahead counts for what is asked next.
import { createInterface } from "node:readline";
import type { Io } from "../io.ts";
import { notAnswered } from "./not-answered.ts";

export interface Dialogue {
  show(lines: readonly string[]): void;
  /** What is typed; null when the person goes back. */
  ask(label: string): Promise<string | null>;
}

/** Throws when the person leaves with Ctrl+C or Ctrl+D. */
export function openDialogue({ stdin, stdout }: Pick<Io, "stdin" | "stdout">): Dialogue & { close(): void } {
  const reader = createInterface({ input: stdin, output: stdout });
  const typed: string[] = [];
  let isOver = false;
  let wake = (): void => {};
  const end = (): void => {
    isOver = true;
    wake();
  };
  reader.on("line", (line) => {
    typed.push(line);
    wake();
  });
  reader.once("SIGINT", end).once("close", end);
  return {
    show: (lines) => void stdout.write(lines.map((line) => `${line}\n`).join("")),
    async ask(label) {
      reader.setPrompt(label);
      reader.prompt();
      while (typed.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      const line = typed.shift();
      if (line === undefined) throw notAnswered();
      return line;
    },
    close: () => reader.close(),
  };
}
