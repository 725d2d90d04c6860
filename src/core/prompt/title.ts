// A prompt in one short line: how it is called in a list.
import { trimLoneSurrogate } from "../trim-lone-surrogate.ts";

const TITLE_LENGTH = 80;

/** Its first line with anything in it, or null. */
export function promptTitle(text: string): string | null {
  const line =
    text
      .trim()
      .split(/[\r\n\u2028\u2029]/, 1)[0]
      ?.slice(0, TITLE_LENGTH) ?? "";
  return trimLoneSurrogate(line) || null;
}
