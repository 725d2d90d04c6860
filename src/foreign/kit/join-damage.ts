// Damage side by side, as one: a file that is damaged has thousands of places that say the same.
import type { Found } from "./read-records.ts";

/** One place, or several after one another that can't be read for the same reason. */
export type Damage = Extract<Found, { kind: "skipped" }> & { lastLine: number; places: number };

export async function* joinDamage<Whole extends { kind: "record" }>(
  found: AsyncIterable<Whole | Extract<Found, { kind: "skipped" }>>,
): AsyncGenerator<Whole | Damage, void> {
  let joined: Damage | null = null;
  for await (const one of found) {
    if (one.kind === "skipped" && joined?.why === one.why) {
      joined.lastLine = one.line;
      joined.places++;
      continue;
    }
    if (joined) yield joined;
    joined = one.kind === "skipped" ? { ...one, lastLine: one.line, places: 1 } : null;
    if (one.kind === "record") yield one;
  }
  if (joined) yield joined;
}

export const linesOf = ({ line, lastLine }: Damage): string =>
  line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;
