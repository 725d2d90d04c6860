// Queued or cancelled prompts, each by its first line, so that a person who ends something sees which prompts are affected.
import type { PromptItem } from "../../client/index.ts";
import { titleOf } from "./queue-table.ts";

/** Further prompts are only counted: `skein queue` and the transcript list all. */
const MOST = 10;

export function promptLines(items: readonly PromptItem[]): string[] {
  const left = items.length - MOST;
  return [
    ...items.slice(0, MOST).map((item, index) => `  ${index + 1}  ${titleOf(item)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

/** The same for programs, with as much text as the daemon has. */
export const promptFacts = (items: readonly PromptItem[]): object[] =>
  items.map(({ promptId, title, text, isCut, held }) => ({
    ...{ promptId, title, text, held: held ?? false },
    ...(isCut ? { isCut } : {}),
  }));
