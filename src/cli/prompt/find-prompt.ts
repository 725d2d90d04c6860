// The queued prompt that a person means: its number in the list, or an id prefix.
import type { PromptItem } from "../../client/index.ts";
import { Failure } from "../failure.ts";
import { promptName } from "../render/queue-table.ts";

/** At most 100 are queued, so a number has at most three digits; anything longer is an id. */
const NUMBER = /^\d{1,3}$/;

export function findPrompt(typed: string, items: readonly PromptItem[], ref: string): PromptItem {
  const found = NUMBER.test(typed)
    ? items.slice(Number(typed) - 1, Number(typed))
    : items.filter(({ promptId }) => typed !== "" && promptId.startsWith(typed.toLowerCase()));
  const [one] = found;
  if (one && found.length === 1) return one;
  if (one) {
    throw new Failure(`several queued prompts begin with "${typed}"`, {
      exit: "notFound",
      code: "ambiguous",
      lines: found.map(promptName),
      fix: "give more of its id, or its number",
    });
  }
  const count = items.length === 0 ? "nothing waits" : `${items.length} ${items.length === 1 ? "waits" : "wait"}`;
  throw new Failure(`there is no queued prompt ${typed}`, {
    exit: "notFound",
    code: "prompt_not_found",
    why: `${count}; the agent may have got it meanwhile`,
    fix: `see them: skein queue ${ref}`,
  });
}
