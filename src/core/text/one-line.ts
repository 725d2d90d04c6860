// Text for places that show one line: it contains no line breaks, cursor movements or marks that reorder text.
import { trimLoneSurrogate } from "./trim-lone-surrogate.ts";

const LONGEST = 200;
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

export function oneLine(text: string): string {
  // Only as much is examined as could be shown.
  const line = text
    .slice(0, 4 * LONGEST)
    .replace(unseen, " ")
    .replace(/ +/g, " ")
    .trim();
  return line.length <= LONGEST ? trimLoneSurrogate(line) : `${trimLoneSurrogate(line.slice(0, LONGEST - 1))}…`;
}
