// A line-by-line dialogue with a person at the terminal. A line that was begun before the question could be read is not an answer, not even with
// its end; nor is an unfinished line.
import { exactText } from "../text/exact-text.ts";

export interface Dialogue {
  /** The terminal's current width. */
  readonly columns: number;
  show(lines: readonly string[]): void;
  /** The typed line once `problem` finds nothing wrong with it; null if the person goes back. */
  ask(label: string, options?: AskOptions): Promise<string | null>;
}

export interface AskOptions {
  readonly problem?: (typed: string) => string | null;
  /** It completes a choice that the person has just made, so typing ahead is meant for it. */
  readonly isFollowUp?: boolean;
}

/** Whether the person says yes; an empty line means no. */
export async function askYes(dialogue: Dialogue, label: string): Promise<boolean> {
  const problem = (text: string) => (/^(y|yes|n|no|)$/i.test(text.trim()) ? null : "type y or n");
  const typed = await dialogue.ask(label, { problem });
  return /^y/i.test(typed?.trim() ?? "");
}

/** The notice about lines that were begun too early. */
export const tooEarly = (...texts: readonly string[]): string =>
  `ignored, because you typed it before the question was shown: ${texts.map((text) => `"${exactText(text.trim())}"`).join(", ")}`;
