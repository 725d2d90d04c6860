// Where a text was shortened: there may be the beginning of a secret. Titles are shortened to known lengths, or end with "…"; long values of inputs
// tell how much is missing.
import type { Role } from "./free-text.ts";

/** Of titles without "…" behind them. */
const lengths = new Set([80, 200, 1000]);
/** With "…" behind it a title was shortened, and no person's sentence ends so, from this length on. */
const LEAST = 40;
/** No title is longer. */
const MOST = 2000;

const missing = /… \([0-9]{1,12} more characters\)$/;

/** `marked`: before each "…" of a title, whatever its length. `real`: as far behind as texts are shortened. */
export interface Cuts {
  readonly marked: readonly number[];
  readonly real: ReadonlySet<number>;
}

export const noCuts: Cuts = { marked: [], real: new Set() };

export function cutsIn(text: string, role: Role): Cuts {
  if (role !== "title") {
    const at = text.length < 60 ? undefined : missing.exec(text.slice(-60))?.index;
    if (at === undefined) return noCuts;
    const cut = text.length - 60 + at;
    return { marked: [cut], real: new Set([cut]) };
  }
  if (text.length > MOST) return noCuts;
  const marked = Array.from(text.matchAll(/…|\.{3}/g), ({ index }) => index);
  const real = marked.filter((at) => at >= LEAST);
  if (!lengths.has(text.length)) return { marked, real: new Set(real) };
  return { marked: [...marked, text.length], real: new Set([...real, text.length]) };
}
