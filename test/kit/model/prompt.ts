// Which of the user's texts is the prompt that the model is to answer: agents put context of their own among them.
import type { Entry, UserEntry } from "./request.ts";
import { hasDirective } from "./script.ts";

const enclosed = /^\s*<([a-zA-Z][\w-]*)[^>]*>[\s\S]*<\/\1>\s*$/;
const added = /^\s*(\[Request interrupted|# AGENTS\.md)/;

const isContext = (text: string): boolean => text.trim() === "" || enclosed.test(text) || added.test(text);

export const isPrompt = (entry: Entry): entry is UserEntry =>
  entry.kind === "user" && (hasDirective(entry.text) || !isContext(entry.text));

export interface Prompt {
  readonly text: string;
  /** What came after it: calls, results, text of the model. */
  readonly after: readonly Entry[];
  /** How many prompts there are, this one included. */
  readonly count: number;
}

export function newestPrompt(entries: readonly Entry[]): Prompt | null {
  const index = entries.findLastIndex(isPrompt);
  const entry = entries[index];
  if (entry?.kind !== "user") return null;
  return { text: entry.text, after: entries.slice(index + 1), count: entries.filter(isPrompt).length };
}

/** Whether this request is the first of its turn, or an attempt at it again: the model has said nothing since the prompt. */
export const opensTurn = (entries: readonly Entry[]): boolean =>
  newestPrompt(entries)?.after.every(({ kind }) => kind === "user") ?? false;
