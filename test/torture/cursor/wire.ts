// One connection of the simulated network: a server's response on one side, bytes for a client on the other, and what can go wrong between.
import type { ServerResponse } from "node:http";

/** Small, so that a reader that does not read soon holds the server back. */
const SOCKET_BYTES = 400;
const LINE_FEED = 10;
const nothing = Buffer.alloc(0);

interface Piece {
  readonly bytes: Buffer;
  readonly whenTaken: (() => void) | undefined;
}

export class Wire {
  useChunkedEncodingByDefault = true;
  writableEnded = false;
  destroyed = false;
  /** Lines were lost, doubled or swapped: nothing but a new connection tells what is missing. */
  isSpoiled = false;
  #queue: Piece[] = [];
  #onTheWay: Buffer = nothing;
  #lastCarried = LINE_FEED;
  #taken: (() => void)[] = [];
  readonly #closing: (() => void)[] = [];

  /** The part of a response that a stream uses. */
  get response(): ServerResponse {
    return this as unknown as ServerResponse;
  }

  // The server's side.

  writeHead(): this {
    return this;
  }

  once(_close: "close", listener: () => void): this {
    this.#closing.push(listener);
    return this;
  }

  write(text: string, ...rest: [encoding?: BufferEncoding, whenTaken?: () => void]): boolean {
    if (this.writableEnded || this.destroyed) return false;
    const [encoding, whenTaken] = rest;
    this.#queue.push({ bytes: Buffer.from(text, encoding), whenTaken });
    this.#pass();
    return this.writableLength === 0;
  }

  /** What the socket had no room for. */
  get writableLength(): number {
    return this.#queue.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  end(): void {
    this.writableEnded = true;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#queue = [];
    for (const listener of this.#closing.splice(0)) listener();
  }

  // The network.

  /** The server's process is gone, without a word. What was sent before may still arrive. */
  lose(): void {
    this.destroyed = true;
    this.#queue = [];
    this.#taken = [];
  }

  /** The server learns what the socket has taken, and with room in it the next goes on its way. */
  settle(): void {
    this.#pass();
    for (const whenTaken of this.#taken.splice(0)) whenTaken();
    if (this.writableEnded && this.#queue.length === 0) this.destroy();
  }

  /** The next bytes for the client, at most so many; null when no more can ever come. */
  carry(most: number): Buffer | null {
    this.settle();
    if (this.#onTheWay.length === 0 && this.destroyed) return null;
    const bytes = this.#onTheWay.subarray(0, most);
    this.#onTheWay = this.#onTheWay.subarray(bytes.length);
    this.#lastCarried = bytes.at(-1) ?? this.#lastCarried;
    return bytes;
  }

  get isQuiet(): boolean {
    return this.#onTheWay.length === 0 && this.#queue.length === 0 && this.#taken.length === 0;
  }

  /** Changes whole lines that are on the way; one that was carried in part is left alone. */
  spoil(change: (lines: Buffer[]) => Buffer[]): void {
    this.settle();
    const bytes = this.#onTheWay;
    const start = this.#lastCarried === LINE_FEED ? 0 : bytes.indexOf(LINE_FEED) + 1;
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    const lines: Buffer[] = [];
    for (let at = start; at < end; ) {
      const next = bytes.indexOf(LINE_FEED, at) + 1;
      lines.push(bytes.subarray(at, next));
      at = next;
    }
    if (lines.length === 0) return;
    this.isSpoiled = true;
    this.#onTheWay = Buffer.concat([bytes.subarray(0, start), ...change(lines), bytes.subarray(end)]);
  }

  #pass(): void {
    while (this.#queue.length > 0 && this.#onTheWay.length < SOCKET_BYTES) {
      const { bytes, whenTaken } = this.#queue.shift() as Piece;
      this.#onTheWay = this.#onTheWay.length === 0 ? bytes : Buffer.concat([this.#onTheWay, bytes]);
      if (whenTaken) this.#taken.push(whenTaken);
    }
  }
}
