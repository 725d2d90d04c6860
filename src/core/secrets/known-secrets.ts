// Secrets that were found somewhere, looked for everywhere: a password of an environment file that a program prints later without its name, or in
// another notation.
import type { Found } from "./found.ts";

/** Shorter ones, such as a password of five letters, would be found inside of words. */
const LEAST = 8;

/** In base64 a text begins at one of three places of a character; the characters at both ends depend on what is around it. */
const alignments = [0, 1, 2] as const;

function inBase64(secret: string, before: number): string {
  const coded = btoa(" ".repeat(before) + secret);
  const from = Math.ceil((before * 8) / 6);
  return coded.slice(from, Math.floor(((before + secret.length) * 8) / 6));
}

/** As texts have it: as it is, within JSON, in an address, in base64. */
function notationsOf(secret: string): string[] {
  const isPlain = /^[\x20-\x7e]+$/.test(secret);
  const coded = isPlain ? alignments.map((before) => inBase64(secret, before)) : [];
  const inAddress = isPlain ? [encodeURIComponent(secret), encodeURIComponent(secret).replaceAll("%20", "+")] : [];
  return [secret, JSON.stringify(secret).slice(1, -1), ...inAddress, ...coded];
}

export class KnownSecrets {
  /** By their first characters. */
  readonly #byBeginning = new Map<string, Map<string, string>>();
  /** Which first characters there are: most places of a text are told by it. */
  readonly #first = new Uint8Array(2 ** 16);

  add(secret: string, kind: string): void {
    if (secret.length < LEAST || /^[a-z]+$/i.test(secret)) return;
    for (const notation of notationsOf(secret)) if (notation.length >= LEAST) this.#put(notation, kind);
  }

  #put(secret: string, kind: string): void {
    const beginning = secret.slice(0, LEAST);
    const same = this.#byBeginning.get(beginning) ?? new Map<string, string>();
    this.#byBeginning.set(beginning, same);
    this.#first[secret.charCodeAt(0)] = 1;
    if (!same.has(secret)) same.set(secret, kind);
  }

  in(text: string): Found[] {
    const found: Found[] = [];
    if (this.#byBeginning.size === 0) return found;
    for (let from = 0; from + LEAST <= text.length; from++) {
      if (this.#first[text.charCodeAt(from)] === 0) continue;
      const same = this.#byBeginning.get(text.slice(from, from + LEAST));
      if (!same) continue;
      let [length, kind] = [0, ""];
      for (const [secret, ofKind] of same) {
        const matching = matchingLength(text, from, secret);
        if (matching > length) [length, kind] = [matching, ofKind];
      }
      if (length === 0) continue;
      found.push({ from, to: from + length, kind });
      from += length - 1;
    }
    return found;
  }
}

/** How much of a secret is there: all of it, or the part that the end of a shortened text has left. */
function matchingLength(text: string, from: number, secret: string): number {
  if (text.startsWith(secret, from)) return secret.length;
  let length = LEAST;
  while (length < secret.length && text.charCodeAt(from + length) === secret.charCodeAt(length)) length++;
  const end = text.slice(from + length, from + length + 3);
  return end === "" || end.startsWith("…") || end === "..." ? length : 0;
}
