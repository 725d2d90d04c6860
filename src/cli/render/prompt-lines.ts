// Prompts that wait, or waited, each by its first line: so that whoever ends something sees whose words are meant.
import type { PromptItem } from "../../client/index.ts";
import { titleOf } from "./queue-table.ts";

/** More than these are counted: `skein queue` and the transcript have them all. */
const MOST = 10;

export function promptLines(items: readonly PromptItem[]): string[] {
  const left = items.length - MOST;
  return [
    ...items.slice(0, MOST).map((item, index) => `  ${index + 1}  ${titleOf(item)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

/** The same for programs, whole as far as the daemon shows it. */
export const promptFacts = (items: readonly PromptItem[]): object[] =>
  items.map(({ promptId, title, text, isCut, held }) => ({
    ...{ promptId, title, text, held: held ?? false },
    ...(isCut ? { isCut } : {}),
  }));
