// A text that was taken out of an agent's line before its driver saw it leaves its beginning and a mark there. Whatever the driver makes
// of it, the mark shows where the text ended up. It starts with a number that only this process knows, so that no agent can forge one.

export interface Mark {
  hash: string;
  bytes: number;
  /** The length of the beginning that stands before the mark, in UTF-16 units. */
  shown: number;
}

export type Segment =
  | { kind: "text"; text: string }
  /** `text` is the blob's beginning. */
  | { kind: "blob"; text: string; hash: string; bytes: number };

export interface Marks {
  write(mark: Mark): string;
  isIn(text: string): boolean;
  /** The text without its marks: what stands by itself, and what stands for a blob. */
  split(text: string): Segment[];
  /** What the text stands for, when it is a shortened text as it was left in its line: whole beginning, mark, nothing else. */
  read(text: string): Shortened | null;
}

export interface Shortened {
  beginning: string;
  hash: string;
  bytes: number;
}

/** A cut mark is known by at least so much of the number: less of it may be anybody's text. */
const KNOWN_BY = 12;

/** `nonce` is random, at least 32 characters of a-z and 0-9. */
export function createMarks(nonce: string): Marks {
  const whole = new RegExp(`${nonce}:([0-9a-f]{64}):(\\d+):(\\d+);`, "g");
  const start = nonce.slice(0, KNOWN_BY);
  return {
    write: ({ hash, bytes, shown }) => `${nonce}:${hash}:${bytes}:${shown};`,
    isIn: (text) => text.includes(start),
    split(text) {
      const segments: Segment[] = [];
      const add = (segment: Segment): void => {
        if (segment.text !== "" || segment.kind === "blob") segments.push(segment);
      };
      let end = 0;
      for (const match of text.matchAll(whole)) {
        const [mark, hash = "", bytes, shown] = match;
        // A driver may have cut the beginning, or put its own words before it.
        const from = Math.max(end, match.index - Number(shown));
        add({ kind: "text", text: text.slice(end, from) });
        add({ kind: "blob", text: text.slice(from, match.index), hash, bytes: Number(bytes) });
        end = match.index + mark.length;
      }
      add({ kind: "text", text: withoutCutMark(text.slice(end)) });
      return segments;
    },
    read(text) {
      const [match, ...more] = text.matchAll(whole);
      if (!match || more.length > 0) return null;
      const [mark, hash = "", bytes, shown] = match;
      const isAll = match.index === Number(shown) && match.index + mark.length === text.length;
      return isAll ? { beginning: text.slice(0, match.index), hash, bytes: Number(bytes) } : null;
    },
  };

  /** A mark that a driver has cut at its end says nothing any more. */
  function withoutCutMark(text: string): string {
    const at = text.lastIndexOf(start);
    if (at === -1) return text;
    const rest = text.slice(at);
    const isMark = nonce.startsWith(rest) || new RegExp(`^${nonce}[0-9a-f:]*$`).test(rest);
    return isMark ? text.slice(0, at) : text;
  }
}
