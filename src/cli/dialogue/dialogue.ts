// A talk with the person at the terminal, line by line. A line that was begun before something was asked and could be read answers nothing,
// not even with its end; nor does one that was never finished.
import { exactText } from "../text/exact-text.ts";

export interface Dialogue {
  /** How wide the terminal is now. */
  readonly columns: number;
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
  const problem = (text: string) => (/^(y|yes|n|no|)$/i.test(text.trim()) ? null : "type y or n");
  const typed = await dialogue.ask(label, { problem });
  return /^y/i.test(typed?.trim() ?? "");
}

/** What is said of lines that were begun too early. */
export const tooEarly = (...texts: readonly string[]): string =>
  `ignored, because you typed it before the question was shown: ${texts.map((text) => `"${exactText(text.trim())}"`).join(", ")}`;
