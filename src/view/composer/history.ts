// Earlier prompts, to be sent again: the newest first, or only those with the words that were typed.
import type { Block } from "../../core/index.ts";
import { isPerson } from "../../core/without-folds.ts";
import { findWords } from "../find-words.ts";

/** What people have sent, the newest first, each text once. */
export function earlierPrompts(blocks: readonly Block[]): string[] {
  const texts = blocks.flatMap((block) =>
    block.kind === "prompt" && isPerson(block.by) ? [block.text.trimEnd()] : [],
  );
  return [...new Set(texts.toReversed())].filter((text) => text !== "");
}

/** An earlier prompt that is in the field now. */
export interface Recalled {
  /** What was in the field before; earlier prompts have these words. */
  readonly words: string;
  readonly place: number;
  readonly text: string;
}

/** One further back (1) or forth (-1) from the recalled one. Null if there is none: forth of the newest are the words themselves. */
export function recall(
  prompts: readonly string[],
  { words, place }: Pick<Recalled, "words" | "place">,
  step: 1 | -1,
): Recalled | null {
  const next = place + step;
  if (next === -1) return { words, place: -1, text: words };
  const found = words === "" ? prompts : prompts.filter((text) => findWords([text], words, String).length > 0);
  const text = found[next];
  return text === undefined ? null : { words, place: next, text };
}
