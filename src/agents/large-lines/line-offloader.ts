// Moves the long texts of one JSON line into blobs while its bytes stream by, whatever its length: neither the line nor a text is ever in memory as
// a whole. The result is the same JSON with placeholders, which the driver reads like any other line.
import { MAX_INLINE_BYTES, type Placeholders } from "../../core/index.ts";
import { decodeLine } from "../lines.ts";
import { LongText, type TextOutput } from "./long-text.ts";

/** The maximum size of the result, which the main thread must parse. */
const MAX_REMAINDER_BYTES = 4 * 1024 * 1024;
/** Deeper nesting is never intended. */
const DEEPEST = 1_000;

export type Offloaded =
  | { kind: "offloaded"; line: string }
  /** Not JSON, or still too long without its long texts. */
  | { kind: "refused"; why: "no_json" | "too_long" };

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const LETTER_U = 0x75;
/** Blanks, and the bytes of a byte order mark. */
const BEFORE_JSON: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf]);

export class LineOffloader {
  readonly #placeholders: Placeholders;
  readonly #output: TextOutput;
  #left: Buffer[] = [];
  #leftBytes = 0;
  /** For each open container, whether it is an object. */
  #open: boolean[] = [];
  #hasBegun = false;
  #isKey = false;
  #refusal: Extract<Offloaded, { kind: "refused" }> | null = null;
  /** Inside a string: its raw bytes, until it is known to be long. */
  #string: Buffer[] | null = null;
  #stringBytes = 0;
  #long: LongText | null = null;
  /** Bytes of an escape so far, from its backslash on, and its full length. */
  #escape = { has: 0, wants: 0 };

  constructor({ placeholders, output }: { placeholders: Placeholders; output: TextOutput }) {
    this.#placeholders = placeholders;
    this.#output = output;
  }

  /** Whether to continue. */
  push(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length && !this.#refusal; )
      at = this.#string ? this.#readString(chunk, at) : this.#readAround(chunk, at);
    return this.#refusal === null;
  }

  end(): Offloaded {
    if (this.#string) this.#refuse("no_json");
    if (!this.#refusal) {
      const line = decodeLine(Buffer.concat(this.#left));
      try {
        JSON.parse(line);
        return { kind: "offloaded", line };
      } catch {
        this.#refuse("no_json");
      }
    }
    this.#output.drop();
    return this.#refusal ?? { kind: "refused", why: "no_json" };
  }

  #readAround(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (!this.#hasBegun && byte !== OPEN_OBJECT && byte !== OPEN_LIST) {
        if (BEFORE_JSON.has(byte)) continue;
        this.#refuse("no_json");
        return at;
      }
      if (byte === QUOTE) {
        this.#keep(chunk.subarray(start, at));
        this.#string = [];
        this.#stringBytes = 0;
        return at + 1;
      }
      this.#place(byte);
    }
    this.#keep(chunk.subarray(start));
    return chunk.length;
  }

  /** The role of the next string: field names are never moved. */
  #place(byte: number): void {
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.#hasBegun = true;
      this.#open.push(byte === OPEN_OBJECT);
      if (this.#open.length > DEEPEST) this.#refuse("too_long");
      this.#isKey = byte === OPEN_OBJECT;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#open.pop();
    else if (byte === COMMA) this.#isKey = this.#open.at(-1) === true;
    else if (byte === COLON) this.#isKey = false;
  }

  #readString(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#escape.has > 0) this.#goOnEscape(byte);
      else if (byte === BACKSLASH) this.#escape = { has: 1, wants: 2 };
      else if (byte === QUOTE) {
        this.#consumeString(chunk.subarray(start, at));
        this.#endString();
        return at + 1;
      }
    }
    this.#consumeString(chunk.subarray(start));
    return chunk.length;
  }

  #goOnEscape(byte: number | undefined): void {
    const has = this.#escape.has + 1;
    const wants = has === 2 && byte === LETTER_U ? 6 : this.#escape.wants;
    this.#escape = has === wants ? { has: 0, wants: 0 } : { has, wants };
  }

  #consumeString(bytes: Buffer): void {
    this.#string?.push(Buffer.from(bytes));
    this.#stringBytes += bytes.length;
    if (this.#stringBytes <= MAX_INLINE_BYTES || this.#isKey) {
      if (this.#leftBytes + this.#stringBytes > MAX_REMAINDER_BYTES) this.#refuse("too_long");
      return;
    }
    this.#long ??= new LongText(this.#output);
    this.#decode({ isLast: false });
  }

  #endString(): void {
    const bytes = this.#string ?? [];
    if (this.#long) {
      this.#decode({ isLast: true });
      this.#keep(Buffer.from(JSON.stringify(this.#placeholders.write(this.#long.end()))));
    } else this.#keep(Buffer.concat([Buffer.of(QUOTE), ...bytes, Buffer.of(QUOTE)]));
    this.#string = null;
    this.#long = null;
  }

  /** Complete characters become text; half an escape or half a character waits for the rest. */
  #decode({ isLast }: { isLast: boolean }): void {
    const bytes = Buffer.concat(this.#string ?? []);
    const end = isLast ? bytes.length : endOfWholeCharacters(bytes.subarray(0, bytes.length - this.#escape.has));
    this.#string = [bytes.subarray(end)];
    try {
      this.#long?.add(JSON.parse(`"${bytes.toString("utf8", 0, end)}"`));
    } catch {
      this.#refuse("no_json");
    }
  }

  #keep(bytes: Buffer): void {
    this.#left.push(Buffer.from(bytes));
    this.#leftBytes += bytes.length;
    if (this.#leftBytes > MAX_REMAINDER_BYTES) this.#refuse("too_long");
  }

  #refuse(why: "no_json" | "too_long"): void {
    this.#refusal ??= { kind: "refused", why };
  }
}

/** Where an incomplete last character begins; the end of the bytes if there is none. */
function endOfWholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
