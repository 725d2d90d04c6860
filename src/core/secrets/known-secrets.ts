// Secrets that were found somewhere, looked for everywhere: a password of an environment file that a program prints later without its name.
import type { Found } from "./found.ts";

/** Shorter ones, such as a password of five letters, would be found inside of words. */
const LEAST = 8;

export class KnownSecrets {
  /** By their first characters. */
  readonly #byBeginning = new Map<string, Map<string, string>>();

  add(secret: string, kind: string): void {
    if (secret.length < LEAST || /^[a-z]+$/i.test(secret)) return;
    const beginning = secret.slice(0, LEAST);
    const same = this.#byBeginning.get(beginning) ?? new Map<string, string>();
    this.#byBeginning.set(beginning, same);
    if (!same.has(secret)) same.set(secret, kind);
  }

  in(text: string): Found[] {
    const found: Found[] = [];
    if (this.#byBeginning.size === 0) return found;
    for (let from = 0; from + LEAST <= text.length; from++) {
      const same = this.#byBeginning.get(text.slice(from, from + LEAST));
      if (!same) continue;
      let longest = "";
      for (const secret of same.keys())
        if (secret.length > longest.length && text.startsWith(secret, from)) longest = secret;
      if (longest === "") continue;
      found.push({ from, to: from + longest.length, kind: same.get(longest) ?? "secret" });
      from += longest.length - 1;
    }
    return found;
  }
}
