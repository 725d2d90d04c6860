// What a question shows, in two parts that no text of an agent's can mix up: what would run or change, and what is only said about it.
import { isShortened } from "../is-shortened.ts";

export interface Shown {
  /** All of what a yes would let run or change. */
  readonly detail: string;
  /** What is said about it: one to an entry. */
  readonly notes: readonly string[];
}

/** As the event has it. */
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
 * Texts that take the place of others in a file. Every line has a sign, so that no text can pass for the other one, or for the next replacement.
 * Of a text that is known by its beginning not every line can have one: then all of the detail is what comes, and what goes is a note.
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

/** A path in one line: a line break in it must not begin a line of its own. */
export const pathLine = (path: string): string => path.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
