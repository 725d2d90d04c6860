// What makes a request look different from what it is: shown next to it, so that nobody allows what they did not see.
import { lookalikeIn } from "./lookalikes.ts";
import { hasRightToLeft } from "./right-to-left.ts";
import { hasInvisible } from "./visible-text.ts";

export interface Oddity {
  kind: "invisible" | "padding" | "lookalike" | "direction" | "long";
  /** One sentence for people. */
  text: string;
}

/** A run of spaces this long pushes what follows off most screens. */
const MANY_BLANKS = 32;
const paddingOf = (blanks: number): string => `[^\\S\\n]{${blanks},}|(?:\\n[^\\S\\n]*){9,}`;
const padding = new RegExp(paddingOf(MANY_BLANKS));

/** Long empty stretches are replaced by their length, so that what follows is seen: `⟨200 blanks⟩`. */
export const markPadding = (text: string, leastBlanks = MANY_BLANKS): string =>
  text.replace(new RegExp(paddingOf(leastBlanks), "g"), (blanks) => {
    const lines = blanks.split("\n").length - 1;
    return lines > 0 ? `\n⟨${lines} line breaks⟩\n` : `⟨${blanks.length} blanks⟩`;
  });
const LONG_LINES = 40;
const LONG_CHARACTERS = 4000;

export function suspiciousText(text: string): Oddity[] {
  const found: Oddity[] = [];
  if (hasInvisible(text))
    found.push({ kind: "invisible", text: "It has invisible characters; they are shown by their numbers." });
  if (padding.test(text))
    found.push({ kind: "padding", text: "It has long empty stretches: more may follow out of sight." });
  const lookalike = lookalikeIn(text);
  if (lookalike !== null) found.push({ kind: "lookalike", text: lookalike });
  if (hasRightToLeft(text))
    found.push({
      kind: "direction",
      text: "It has letters that are read from right to left; what runs is read from left to right.",
    });
  const lines = text.split("\n").length;
  if (lines > LONG_LINES || text.length > LONG_CHARACTERS)
    found.push({ kind: "long", text: `It is long: ${lines} lines, ${text.length} characters.` });
  return found;
}
