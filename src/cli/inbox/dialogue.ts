// A talk with the person at the terminal, line by line. What is typed before something is asked and could be read answers nothing.
import { createInterface } from "node:readline";
import { shown } from "../attach/shown.ts";
import type { Io } from "../io.ts";
import { notAnswered } from "./not-answered.ts";

export interface Dialogue {
  show(lines: readonly string[]): void;
  /** What is typed, once `problem` finds nothing against it; null when the person goes back. */
  ask(label: string, problem?: (typed: string) => string | null): Promise<string | null>;
}

/** Whether a person says yes, with the whole of what they type; an empty line is a no. */
export async function askYes(dialogue: Dialogue, label: string): Promise<boolean> {
  const typed = await dialogue.ask(label, (text) => (/^(y|yes|n|no|)$/i.test(text.trim()) ? null : "say y or n"));
  return /^y/i.test(typed?.trim() ?? "");
}

/** Throws when the person leaves with Ctrl+C or Ctrl+D. */
export function openDialogue({ stdin, stdout }: Pick<Io, "stdin" | "stdout">): Dialogue & { close(): void } {
  const reader = createInterface({ input: stdin, output: stdout });
  let finished: string | null = null;
  let isOver = false;
  let wake = (): void => {};
  const end = (): void => {
    isOver = true;
    wake();
  };
  reader.on("line", (line) => {
    finished ??= line;
    wake();
  });
  reader.once("SIGINT", end).once("close", end);
  const show = (lines: readonly string[]): void => void stdout.write(lines.map((line) => `${line}\n`).join(""));

  async function askOnce(label: string): Promise<string> {
    await shown(stdout);
    if (isOver) throw notAnswered();
    // What was typed until now was not typed for this.
    reader.setPrompt("");
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
    finished = null;
    reader.setPrompt(label);
    reader.prompt();
    while (finished === null && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    if (finished === null) throw notAnswered();
    return finished;
  }

  return {
    show,
    async ask(label, problem = () => null) {
      for (;;) {
        const typed = await askOnce(label);
        const wrong = problem(typed);
        if (wrong === null) return typed;
        show([wrong]);
      }
    },
    close: () => reader.close(),
  };
}
