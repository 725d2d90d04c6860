// Splits a byte stream into lines over a list of chunks: growing one string or buffer is quadratic for a long line.
// Works on bytes, so a chunk may end inside a character; a line past the limit costs a few kilobytes, whatever its length.

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const HEAD_BYTES = 4096;

export type Line =
  /** `end` is the stream offset just after its newline. `bytes` may be a view of the chunk that was pushed. */
  | { readonly kind: "line"; readonly bytes: Buffer; readonly end: number }
  /** Longer than `maxBytes`: the first 4 KB are kept, `length` counts what stood before the newline. */
  | { readonly kind: "oversized"; readonly head: Buffer; readonly length: number; readonly end: number };

/** Whatever the chunks, the same bytes give the same lines. Empty lines are not reported, but count in the offsets. */
export class LineSplitter {
  readonly #maxBytes: number;
  #offset: number;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  /** Length of the open line; more than `#keptBytes` once it is too long. */
  #length = 0;

  constructor(options: { startOffset: number; maxBytes: number }) {
    this.#offset = options.startOffset;
    this.#maxBytes = options.maxBytes;
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, start);
      if (newline === -1) break;
      this.#keep(chunk.subarray(start, newline));
      this.#offset += newline + 1 - start;
      const line = this.rest();
      if (line !== null) lines.push(line);
      this.#kept = [];
      this.#keptBytes = 0;
      this.#length = 0;
      start = newline + 1;
    }
    this.#keep(chunk.subarray(start));
    this.#offset += chunk.length - start;
    return lines;
  }

  /** What stands after the last newline (an agent died in mid-line), or null. */
  rest(): Line | null {
    const kept = this.#kept;
    const [only] = kept;
    const bytes = kept.length === 1 && only ? only : Buffer.concat(kept, this.#keptBytes);
    if (this.#length > this.#maxBytes) {
      return { kind: "oversized", head: Buffer.from(bytes), length: this.#length, end: this.#offset };
    }
    const text = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
    return text.length === 0 ? null : { kind: "line", bytes: text, end: this.#offset };
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length <= this.#maxBytes) {
      this.#kept.push(part);
      this.#keptBytes += part.length;
    } else if (this.#keptBytes !== HEAD_BYTES || this.#kept.length > 1) {
      // A copy: views would hold their whole chunks in memory.
      this.#keptBytes = Math.min(HEAD_BYTES, this.#length);
      this.#kept = [Buffer.concat([...this.#kept, part], this.#keptBytes)];
    }
  }
}

/** UTF-8 with U+FFFD for what is not valid, and without a byte order mark. Never throws. */
export function decodeLine(bytes: Buffer): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", marked ? 3 : 0);
}

/** What goes to an agent: each line with its newline. */
export const linesToBytes = (lines: readonly string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(""));
