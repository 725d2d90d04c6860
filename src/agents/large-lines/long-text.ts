// One long text from a line: UTF-8 in parts, its SHA-256, and the beginning that stays.
import { createHash } from "node:crypto";
import { firstBytes, SHOWN_BYTES, type Shortened } from "../../core/index.ts";

export const PART_BYTES = 256 * 1024;

/** Receives long texts, one after the other, and owns the parts. */
export interface TextOutput {
  part(bytes: Uint8Array<ArrayBuffer>): void;
  /** The parts since the last end were one text. */
  end(): void;
  /** The parts so far are invalid. */
  drop(): void;
}

export class LongText {
  readonly #output: TextOutput;
  readonly #hash = createHash("sha256");
  #buffer = new Uint8Array(PART_BYTES);
  #filled = 0;
  #bytes = 0;
  #shown = "";
  /** Half a surrogate pair waits for its other half. */
  #half = "";

  constructor(output: TextOutput) {
    this.#output = output;
  }

  add(piece: string): void {
    const text = this.#half + piece;
    const last = text.charCodeAt(text.length - 1);
    const isHalf = last >= 0xd800 && last < 0xdc00;
    this.#half = isHalf ? text.slice(-1) : "";
    this.#encode(isHalf ? text.slice(0, -1) : text);
  }

  /** Bytes as they are. */
  addBytes(bytes: Uint8Array): void {
    this.#show(bytes);
    for (let from = 0; from < bytes.length; ) {
      const room = bytes.subarray(from, from + PART_BYTES - this.#filled);
      this.#buffer.set(room, this.#filled);
      this.#filled += room.length;
      from += room.length;
      if (this.#filled === PART_BYTES) this.#flush();
    }
  }

  /** The beginning that stays. */
  end(): Shortened {
    this.#encode(this.#half);
    this.#flush();
    this.#output.end();
    return { beginning: firstBytes(this.#shown, SHOWN_BYTES), hash: this.#hash.digest("hex"), bytes: this.#bytes };
  }

  #encode(text: string): void {
    if (this.#shown.length < SHOWN_BYTES) this.#shown += text.slice(0, SHOWN_BYTES);
    const encoder = new TextEncoder();
    for (let rest = text; rest !== ""; ) {
      const { read, written } = encoder.encodeInto(rest, this.#buffer.subarray(this.#filled));
      this.#filled += written;
      rest = rest.slice(read);
      if (rest !== "") this.#flush();
    }
  }

  #show(bytes: Uint8Array): void {
    if (this.#shown.length < SHOWN_BYTES) this.#shown += Buffer.from(bytes.subarray(0, SHOWN_BYTES)).toString("utf8");
  }

  #flush(): void {
    if (this.#filled === 0) return;
    const part = this.#buffer.slice(0, this.#filled);
    this.#hash.update(part);
    this.#bytes += part.length;
    this.#filled = 0;
    this.#output.part(part);
  }
}
