/** A part of a text that is a secret. */
export interface Found {
  readonly from: number;
  readonly to: number;
  /** For people: "GitHub token". */
  readonly kind: string;
}

/** In order and without overlap: where some overlap, one range covers them, named by the one that was found first. */
export function united(found: readonly Found[]): Found[] {
  const result: Found[] = [];
  for (const one of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last && one.from < last.to) {
      if (one.to > last.to) result[result.length - 1] = { ...last, to: one.to };
    } else result.push(one);
  }
  return result;
}

const maskOf = (kind: string): string => `[masked ${kind}]`;

/** The part `from` to `to` of a text, masked. What is a part of a secret that began before is left out. */
export function maskedPart(text: string, found: readonly Found[], from = 0, to = text.length): string {
  let masked = "";
  let at = from;
  for (const one of found) {
    if (one.to <= at) continue;
    if (one.from >= to) break;
    masked += text.slice(at, Math.max(at, one.from));
    if (one.from >= from) masked += maskOf(one.kind);
    at = Math.min(one.to, to);
  }
  return masked + text.slice(at, to);
}
