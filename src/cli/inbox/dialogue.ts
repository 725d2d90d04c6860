// A talk with the person at the terminal, line by line. A line that was begun before something was asked and could be read answers nothing,
// not even with its end; nor does one that was never finished.
import { createInterface } from "node:readline";
import { shown } from "../attach/shown.ts";
import type { Io } from "../io.ts";
import { exactText } from "../render/exact-text.ts";
import { notAnswered } from "./not-answered.ts";

export interface Dialogue {
  show(lines: readonly string[]): void;
  /** What is typed, once nothing is found against it; null when the person goes back. */
  ask(label: string, options?: AskOptions): Promise<string | null>;
}

export interface AskOptions {
  readonly problem?: (typed: string) => string | null;
  /** It completes what the person has just chosen, so what they type ahead is meant for it. */
  readonly isFollowUp?: boolean;
}

/** Whether a person says yes, with the whole of what they type; an empty line is a no. */
export async function askYes(dialogue: Dialogue, label: string): Promise<boolean> {
  const problem = (text: string) => (/^(y|yes|n|no|)$/i.test(text.trim()) ? null : "say y or n");
  const typed = await dialogue.ask(label, { problem });
  return /^y/i.test(typed?.trim() ?? "");
}

/** What is said of lines that were begun too early. */
export const tooEarly = (...texts: readonly string[]): string =>
  `typed before this could be read, so not taken: ${texts.map((text) => `"${exactText(text.trim())}"`).join(", ")}`;

interface Line {
  readonly text: string;
  /** It was begun before what is asked could be read. */
  readonly isEarly: boolean;
}

/** Throws when the person leaves with Ctrl+C or Ctrl+D. */
export function openDialogue({ stdin, stdout }: Pick<Io, "stdin" | "stdout">): Dialogue & { close(): void } {
  const reader = createInterface({ input: stdin, output: stdout });
  /** Finished, and not taken yet. */
  let lines: Line[] = [];
  /** Of the line being typed. */
  let isEarly = false;
  let isOver = false;
  let wake = (): void => {};
  const end = (): void => {
    isOver = true;
    wake();
  };
  reader.on("line", (text) => {
    if (isOver) return;
    lines.push({ text, isEarly });
    wake();
  });
  // Comes after the reader has taken the key.
  const begin = (): void => {
    if (reader.line === "") isEarly = false;
  };
  stdin.on("keypress", begin);
  reader.once("SIGINT", end).once("close", end);
  // Before the reader hears of it, which would take half a line for a whole one.
  stdin.prependOnceListener("end", end);

  /** What is being typed stays below. */
  function show(shown: readonly string[]): void {
    const typed = isOver ? "" : reader.line;
    if (typed !== "") {
      reader.setPrompt("");
      reader.write(null, { ctrl: true, name: "e" });
      reader.write(null, { ctrl: true, name: "u" });
    }
    stdout.write(shown.map((line) => `${line}\n`).join(""));
    if (typed !== "") reader.write(typed);
  }

  async function untilRead(): Promise<void> {
    reader.setPrompt("");
    await shown(stdout);
    const early = lines.map(({ text }) => text).filter((text) => text.trim() !== "");
    lines = [];
    if (early.length > 0) show([tooEarly(...early)]);
    isEarly = reader.line !== "";
  }

  async function nextLine(label: string): Promise<Line> {
    if (isOver) throw notAnswered();
    const ahead = lines.shift();
    if (ahead) {
      show([`${label}${exactText(ahead.text)}`]);
      return ahead;
    }
    reader.setPrompt(label);
    reader.prompt(true);
    while (lines.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    const line = lines.shift();
    if (!line) throw notAnswered();
    return line;
  }

  return {
    show,
    async ask(label, { problem = () => null, isFollowUp = false } = {}) {
      if (!isFollowUp) await untilRead();
      for (;;) {
        const { text, isEarly } = await nextLine(label);
        const wrong = isEarly ? tooEarly(text) : problem(text);
        if (wrong === null) return text;
        show([wrong]);
        // What was typed behind it was not typed to correct it.
        await untilRead();
      }
    },
    close: () => {
      stdin.off("keypress", begin).off("end", end);
      reader.close();
    },
  };
}
