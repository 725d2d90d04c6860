// Suggestions while a prompt is typed: the agent's commands after a slash at its beginning, and files of the workspace after an "@".
import type { AgentCommand } from "../../core/index.ts";
import { findWords } from "../find-words.ts";

/** The word at the caret that asks for suggestions. */
export interface SuggestionQuery {
  readonly kind: "command" | "file";
  /** Without its sign. */
  readonly typed: string;
  /** Its position in the text, including its sign. */
  readonly from: number;
  readonly to: number;
}

/** A longer word is not a search. */
const MAX_LENGTH = 100;

export function suggestionQueryAt(text: string, caret: number): SuggestionQuery | null {
  const before = text.slice(Math.max(0, caret - MAX_LENGTH), caret);
  const command = caret <= MAX_LENGTH ? /^\/(\S*)$/.exec(before) : null;
  if (command) return { kind: "command", typed: command[1] ?? "", from: 0, to: caret };
  const typed = /(?:^|[\s([{"'`])@([^\s@]*)$/.exec(before)?.[1];
  return typed === undefined ? null : { kind: "file", typed, from: caret - typed.length - 1, to: caret };
}

export interface Suggestion {
  /** The text that replaces the typed word. */
  readonly text: string;
  readonly name: string;
  readonly note: string | null;
}

/** Commands that begin with the typed text come first. */
export function commandSuggestions(commands: readonly AgentCommand[], typed: string): Suggestion[] {
  const begins = ({ name, aliases = [] }: AgentCommand): boolean =>
    [name, ...aliases].some((one) => one.toLowerCase().startsWith(typed.toLowerCase()));
  const found = findWords(commands, typed, ({ name, description = "" }) => `${name} ${description}`);
  const ordered = [...commands.filter(begins), ...found.filter((one) => !begins(one))];
  return ordered.map(({ name, description, hint }) => ({
    text: `/${name} `,
    name: `/${name}${hint === undefined ? "" : ` ${hint}`}`,
    note: description ?? null,
  }));
}

export const fileSuggestion = ({ path, kind }: { path: string; kind: "file" | "directory" }): Suggestion => ({
  // The path of a directory is usually continued.
  text: kind === "directory" ? `@${path}${path.endsWith("/") ? "" : "/"}` : `@${path} `,
  name: path,
  note: null,
});

/** The text with an accepted suggestion, and the position of the caret. */
export function withSuggestion(
  text: string,
  { from, to }: SuggestionQuery,
  { text: put }: Suggestion,
): { text: string; caret: number } {
  const rest = text.slice(to);
  const joined = put.endsWith(" ") && rest.startsWith(" ") ? put.slice(0, -1) : put;
  return { text: text.slice(0, from) + joined + rest, caret: from + put.length };
}
