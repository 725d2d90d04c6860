// The two parts of a shown question, which no text of an agent can mix up: what would run or change, and what is only said about it.
import { isShortened } from "../is-shortened.ts";

export interface Shown {
  /** Everything that a yes would run or change. */
  readonly detail: string;
  /** What is said about it, as separate entries. */
  readonly notes: readonly string[];
}

/** In the form of the event. */
export const shownData = ({ detail, notes }: Shown): { detail: string; notes?: string[] } =>
  notes.length === 0 ? { detail } : { detail, notes: [...notes] };

export const directoryNote = (path: string): string => `in ${pathLine(path)}`;
export const reasonNote = (reason: string): string => `reason: ${reason}`;
export const SANDBOX_NOTE = "outside of the agent's sandbox";

export interface Replacement {
  readonly old: string;
  readonly new: string;
}

/**
 * Replacements in a file. Every line is marked, so that the old text, the new text and the next replacement can't be confused. If only the
 * beginning of a text is known, not every line can be marked: then the detail has only the new text, and the old one is a note.
 */
export function replacementsShown(where: string, replacements: readonly Replacement[]): Shown {
  const [only] = replacements;
  if (only && replacements.length === 1 && (isShortened(only.old) || isShortened(only.new)))
    return { detail: `${where}\n\n${only.new}`, notes: [`what it replaces:\n${only.old}`] };
  const texts = replacements.map((one, index) =>
    [
      ...(replacements.length === 1 ? [] : [`${index + 1} of ${replacements.length}:`]),
      ...signed("-", one.old),
      ...signed("+", one.new),
    ].join("\n"),
  );
  return { detail: [where, ...texts].join("\n\n"), notes: [] };
}

const signed = (sign: string, text: string): string[] =>
  text === "" ? [] : text.split("\n").map((line) => `${sign}${line}`);

/** A path in one line: a line feed in it must not start another line. */
export const pathLine = (path: string): string => path.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
