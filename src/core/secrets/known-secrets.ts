// Secrets that were found somewhere, looked for everywhere: a password of an environment file that a program prints later without its name, or in
// another notation.
import { noCuts } from "./cuts.ts";
import type { Found } from "./found.ts";
import { PrefixTree } from "./prefix-tree.ts";

/** Shorter ones, such as a password of five letters, would be found inside of words. Of letters alone only a long one is no word itself. */
const LEAST = 8;

/** In base64 a text begins at one of three places of a character; the characters at both ends depend on what is around it. */
const alignments = [0, 1, 2] as const;

function inBase64(bytes: string, before: number): string {
  const coded = btoa(" ".repeat(before) + bytes);
  const from = Math.ceil((before * 8) / 6);
  return coded.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const inHtml = (secret: string): string => secret.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
const inHex = (bytes: string): string =>
  Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/** As texts have it: as it is, within JSON and HTML, in an address, in base64 and in hex. */
function notationsOf(secret: string): string[] {
  const plain = [secret, JSON.stringify(secret).slice(1, -1), inHtml(secret)];
  if (!secret.isWellFormed()) return plain;
  const address = encodeURIComponent(secret);
  const bytes = address.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const base64 = alignments.map((before) => inBase64(bytes, before));
  const urlBase64 = base64.map((one) => one.replaceAll("+", "-").replaceAll("/", "_"));
  const hex = inHex(bytes);
  return [
    ...new Set([...plain, address, address.replaceAll("%20", "+"), ...base64, ...urlBase64, hex, hex.toUpperCase()]),
  ];
}

/** A longer text is told by so many characters: no place of a text is compared with more of them. */
const MOST = 256;

export class KnownSecrets {
  readonly #tree = new PrefixTree();
  /** By their beginnings, how long ones go on. */
  readonly #rests = new Map<string, PrefixTree>();
  /** Which first characters there are: most places of a text are told by it. */
  readonly #first = new Uint8Array(2 ** 16);
  #isEmpty = true;

  add(secret: string, kind: string): void {
    if (secret.length < LEAST || (/^[a-z]+$/i.test(secret) && !/^[a-z]{16,}$/.test(secret))) return;
    for (const notation of notationsOf(secret)) if (notation.length >= LEAST) this.#put(notation, kind);
  }

  #put(secret: string, kind: string): void {
    this.#isEmpty = false;
    this.#first[secret.charCodeAt(0)] = 1;
    const beginning = secret.slice(0, MOST);
    this.#tree.put(beginning, kind);
    if (secret.length <= MOST) return;
    const rests = this.#rests.get(beginning) ?? new PrefixTree();
    this.#rests.set(beginning, rests);
    rests.put(secret.slice(MOST), kind);
  }

  /** `cuts`: where the text was shortened. There the beginning of a secret counts. */
  in(text: string, cuts: ReadonlySet<number> = noCuts.real): Found[] {
    const found: Found[] = [];
    if (this.#isEmpty) return found;
    for (let from = 0; from + LEAST <= text.length; from++) {
      if (this.#first[text.charCodeAt(from)] === 0) continue;
      const { whole, value, begun, begunValue } = this.#tree.at(text, from);
      const isCut = begun > whole && begun >= LEAST && cuts.has(from + begun);
      const length = isCut ? begun : whole === MOST ? this.#longLength(text, from) : whole;
      if (length === 0) continue;
      found.push({ from, to: from + length, kind: isCut ? begunValue : value });
      from += length - 1;
    }
    return found;
  }

  /** Of a long secret as much as is there: so many characters are no coincidence. */
  #longLength(text: string, from: number): number {
    const rests = this.#rests.get(text.slice(from, from + MOST));
    return MOST + (rests?.at(text, from + MOST).begun ?? 0);
  }
}
