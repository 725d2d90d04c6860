// Where a text was shortened: there may be the beginning of a secret. Titles are shortened to known lengths, or end with "…"; long values of inputs
// tell how much is missing.
import { AGENT_TITLE_LENGTH, FOREIGN_TITLE_LENGTH, INPUT_TEXT_LENGTH, TITLE_LENGTH } from "../text/lengths.ts";
import type { Role } from "./free-text.ts";

/** Of titles without "…" behind them. */
const titleLengths = new Set([TITLE_LENGTH, AGENT_TITLE_LENGTH, FOREIGN_TITLE_LENGTH]);
/** Of other texts: values of inputs, and what drivers pass on in notices and errors. */
const textLengths = new Set([INPUT_TEXT_LENGTH, 300, 500, 2000, 4000]);
/** With "…" behind it a title was shortened, and not a short sentence that ends so, from this length on. */
const LEAST = 40;
/** No title is longer. */
const MOST = 2000;

const missing = /^… \([0-9]{1,12} more characters\)$/;

/** `marked`: before each "…" of a title, whatever its length. `real`: as far behind as texts are shortened. */
export interface Cuts {
  readonly marked: readonly number[];
  readonly real: ReadonlySet<number>;
}

export const noCuts: Cuts = { marked: [], real: new Set() };

export function cutsIn(text: string, role: Role): Cuts {
  if (role !== "title") return cutAt(textLengths.has(text.length) ? text.length : beforeMissing(text));
  if (text.length > MOST) return noCuts;
  const marked = Array.from(text.matchAll(/…|\.{3}/g), ({ index }) => index);
  const real = marked.filter((at) => at >= LEAST);
  if (!titleLengths.has(text.length)) return { marked, real: new Set(real) };
  return { marked: [...marked, text.length], real: new Set([...real, text.length]) };
}

const cutAt = (at: number | null): Cuts => (at === null ? noCuts : { marked: [at], real: new Set([at]) });

function beforeMissing(text: string): number | null {
  const isThere = text.charAt(INPUT_TEXT_LENGTH) === "…" && missing.test(text.slice(INPUT_TEXT_LENGTH));
  return isThere ? INPUT_TEXT_LENGTH : null;
}
