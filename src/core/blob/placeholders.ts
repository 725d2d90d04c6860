// A long text that was removed from an agent's line before its driver saw it leaves its beginning and a sign there: a placeholder. Whatever the
// driver makes of it, the sign shows where the text ended up. It starts with a secret number of this process, so that no agent can forge one, and
// contains a hash of the beginning: if a driver has changed the beginning, the text before the sign is kept as separate text.

export interface Shortened {
  beginning: string;
  /** Of the whole text. */
  hash: string;
  bytes: number;
}

export type Segment =
  | { kind: "text"; text: string }
  /** `text` is the blob's beginning, or empty if a driver has changed it. */
  | { kind: "blob"; text: string; hash: string; bytes: number };

export interface Placeholders {
  /** The beginning with its sign. */
  write(shortened: Shortened): string;
  isIn(text: string): boolean;
  /** The text without its signs: parts of its own, and parts that stand for a blob. */
  split(text: string): Segment[];
  /** The blob of an unchanged shortened text: the whole beginning, the sign, nothing else. */
  read(text: string): Shortened | null;
}

/** A truncated sign is recognised by at least this much of the number: less may be ordinary text. */
const KNOWN_BY = 12;

interface Secret {
  /** Random, at least 32 characters of a-z and 0-9. */
  nonce: string;
  /** SHA-256 of the text as UTF-8, in hex. */
  digestOf: (text: string) => string;
}

export function createPlaceholders({ nonce, digestOf }: Secret): Placeholders {
  const whole = new RegExp(`${nonce}:([0-9a-f]{64}):(\\d+):(\\d+):([0-9a-f]{64});`, "g");
  const start = nonce.slice(0, KNOWN_BY);
  return {
    write: ({ beginning, hash, bytes }) =>
      `${beginning}${nonce}:${hash}:${bytes}:${beginning.length}:${digestOf(beginning)};`,
    isIn: (text) => text.includes(start),
    split(text) {
      const segments: Segment[] = [];
      const add = (segment: Segment): void => {
        if (segment.text !== "" || segment.kind === "blob") segments.push(segment);
      };
      let end = 0;
      for (const match of text.matchAll(whole)) {
        const [placeholder, hash = "", bytes, length, digest] = match;
        const before = match.index - Number(length);
        const isIntact = before >= end && digestOf(text.slice(before, match.index)) === digest;
        const from = isIntact ? before : match.index;
        add({ kind: "text", text: text.slice(end, from) });
        add({ kind: "blob", text: text.slice(from, match.index), hash, bytes: Number(bytes) });
        end = match.index + placeholder.length;
      }
      add({ kind: "text", text: withoutCutPlaceholder(text.slice(end)) });
      return segments;
    },
    read(text) {
      const [match, ...more] = text.matchAll(whole);
      if (!match || more.length > 0) return null;
      const [placeholder, hash = "", bytes, length, digest] = match;
      const beginning = text.slice(0, match.index);
      const isAll = match.index === Number(length) && match.index + placeholder.length === text.length;
      return isAll && digestOf(beginning) === digest ? { beginning, hash, bytes: Number(bytes) } : null;
    },
  };

  /** Removes a sign that a driver has truncated. */
  function withoutCutPlaceholder(text: string): string {
    const at = text.lastIndexOf(start);
    if (at === -1) return text;
    const rest = text.slice(at);
    const isPlaceholder = nonce.startsWith(rest) || new RegExp(`^${nonce}[0-9a-f:]*$`).test(rest);
    return isPlaceholder ? text.slice(0, at) : text;
  }
}
