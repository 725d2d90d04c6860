// Earlier prompts, to be sent again: newest first, filtered by the typed words.
import type { Block } from "../../core/index.ts";
import { isPerson } from "../../core/without-folds.ts";
import { findWords } from "../find-words.ts";

/** The prompts that people have sent, newest first, without repetitions. */
export function earlierPrompts(blocks: readonly Block[]): string[] {
  const texts = blocks.flatMap((block) =>
    block.kind === "prompt" && isPerson(block.by) ? [block.text.trimEnd()] : [],
  );
  return [...new Set(texts.toReversed())].filter((text) => text !== "");
}

/** An earlier prompt that is shown in the field. */
export interface Recalled {
  /** The field's previous text; only prompts with these words are shown. */
  readonly words: string;
  readonly place: number;
  readonly text: string;
}

/** The next older (1) or newer (-1) prompt. Null if there is none: newer than the newest is the typed text itself. */
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
