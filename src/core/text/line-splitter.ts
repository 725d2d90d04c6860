// Splits a byte stream into lines over a list of chunks: growing one string or buffer is quadratic for a long line.
// Works on bytes, so a chunk may end inside a character; a line past the limit costs a few kilobytes, whatever its length.

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const HEAD_BYTES = 4096;

export type Line =
  /** `end` is the stream offset just after its newline. `bytes` may be a view of the chunk that was pushed. */
  | { readonly kind: "line"; readonly bytes: Uint8Array; readonly end: number }
  /** Longer than `maxBytes`: `head` is its first 4 KB, `length` the number of bytes before the newline. */
  | { readonly kind: "oversized"; readonly head: Uint8Array; readonly length: number; readonly end: number };

export interface SplitOptions {
  readonly startOffset?: number;
  readonly maxBytes?: number;
  /** Reports empty lines, and keeps a carriage return at the end of a line. Otherwise both are dropped, but count in the offsets. */
  readonly isExact?: boolean;
}

/** The lines depend only on the bytes, not on the chunks. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #isExact: boolean;
  #offset: number;
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  /** Length of the open line; more than `#keptBytes` once it is too long. */
  #length = 0;

  constructor({ startOffset = 0, maxBytes = Number.POSITIVE_INFINITY, isExact = false }: SplitOptions = {}) {
    this.#offset = startOffset;
    this.#maxBytes = maxBytes;
    this.#isExact = isExact;
  }

  /** The length of the unfinished line. */
  get openLength(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, start);
      if (newline === -1) break;
      this.#keep(chunk.subarray(start, newline));
      this.#offset += newline + 1 - start;
      const line = this.#open();
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

  /** The unfinished last line (its writer died while writing it), or null. */
  rest(): Line | null {
    return this.#length === 0 ? null : this.#open();
  }

  #open(): Line | null {
    const kept = this.#kept;
    const [only] = kept;
    const bytes = kept.length === 1 && only ? only : joined(kept, this.#keptBytes);
    if (this.#length > this.#maxBytes) {
      return { kind: "oversized", head: new Uint8Array(bytes), length: this.#length, end: this.#offset };
    }
    if (this.#isExact) return { kind: "line", bytes, end: this.#offset };
    const text = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
    return text.length === 0 ? null : { kind: "line", bytes: text, end: this.#offset };
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length <= this.#maxBytes) {
      this.#kept.push(part);
      this.#keptBytes += part.length;
    } else if (this.#keptBytes !== HEAD_BYTES || this.#kept.length > 1) {
      // A copy: views would hold their whole chunks in memory.
      this.#keptBytes = Math.min(HEAD_BYTES, this.#length);
      this.#kept = [joined([...this.#kept, part], this.#keptBytes)];
    }
  }
}

/** The first `length` bytes of the parts. They must have at least that many. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let filled = 0;
  for (const part of parts) {
    const fitting = part.subarray(0, length - filled);
    whole.set(fitting, filled);
    filled += fitting.length;
  }
  return whole;
}

/** Splits UTF-8 into lines of text, unchanged. It decodes once per chunk, not once per line. */
export class TextLines {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** For lines that begin in one chunk and end in another. */
  readonly #splitter = new LineSplitter({ isExact: true });

  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): string[] {
    const first = chunk.indexOf(NEWLINE);
    const last = first === -1 ? -1 : chunk.lastIndexOf(NEWLINE);
    const lines = this.#splitter.push(chunk.subarray(0, first + 1)).map((line) => this.#text(line));
    const between = last > first ? this.#decoder.decode(chunk.subarray(first + 1, last)).split("\n") : [];
    this.#splitter.push(chunk.subarray(last + 1));
    return lines.concat(between);
  }

  /** The text after the last newline; may be empty. */
  rest(): string {
    const rest = this.#splitter.rest();
    return rest === null ? "" : this.#text(rest);
  }

  #text(line: Line): string {
    return line.kind === "line" ? this.#decoder.decode(line.bytes) : "";
  }
}
