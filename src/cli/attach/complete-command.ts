// Tab after a slash: completes a command's name as far as it is unambiguous.
import type { AgentCommand } from "../../core/index.ts";
import { namesBeginning } from "../prompt/agent-commands.ts";
import type { Typing } from "./typing.ts";

export interface Completed {
  readonly typing: Typing;
  /** The possible names, if there are several. */
  readonly choices: readonly string[];
}

/** Null if Tab means something else: a draft is set aside, a question is open, or the text is not the beginning of a command. */
export function completeCommand(typing: Typing, commands: readonly AgentCommand[]): Completed | null {
  const { editor, aside, asked } = typing;
  const typed = /^\/(\S*)$/.exec(editor.text)?.[1];
  if (typed === undefined || aside !== null || asked !== null || editor.cursor !== editor.text.length) return null;
  const names = namesBeginning(commands, typed);
  const [only] = names;
  if (only === undefined) return null;
  const text = names.length === 1 ? `/${only} ` : `/${commonStart(names)}`;
  return {
    typing: { ...typing, editor: { ...editor, text, cursor: text.length, recalled: null }, kept: null },
    choices: names.length === 1 ? [] : names,
  };
}

/** The names are sorted, so the common prefix of the first and the last is common to all. */
function commonStart(names: readonly string[]): string {
  const first = names[0] ?? "";
  const last = names.at(-1) ?? "";
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return first.slice(0, length);
}
