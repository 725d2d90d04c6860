// A prompt in one short line, for lists.
import { TITLE_LENGTH } from "../text/lengths.ts";
import { trimLoneSurrogate } from "../text/trim-lone-surrogate.ts";

/** Its first non-empty line, or null. */
export function promptTitle(text: string): string | null {
  const line =
    text
      .trim()
      .split(/[\r\n\u2028\u2029]/, 1)[0]
      ?.slice(0, TITLE_LENGTH) ?? "";
  return trimLoneSurrogate(line) || null;
}
