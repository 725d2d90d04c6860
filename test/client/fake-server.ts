// A server that tests script connection by connection, without sockets: what it sends, where it breaks off, and what was asked.
import { ConnectionError } from "../../src/client/connection-error.ts";
import type { Transport, TransportRequest } from "../../src/client/transport.ts";

export interface Connection {
  readonly status?: number;
  /** Pieces as they arrive. */
  readonly chunks: readonly (string | Uint8Array)[];
  /** How it ends: cleanly, broken, or not at all until the client goes. */
  readonly end?: "closed" | "lost" | "open";
}

/** Nobody listens: after a crash, or after a stop that removed the socket. */
type Away = "absent" | "stopped";

export class FakeServer {
  readonly requests: TransportRequest[] = [];
  /** Chunks that clients pulled, and connections that they closed. */
  pulled = 0;
  closed = 0;
  readonly #script: (Connection | Away)[];

  constructor(script: readonly (Connection | Away)[]) {
    this.#script = [...script];
  }

  readonly transport: Transport = async (request) => {
    this.requests.push(request);
    const next = this.#script.shift();
    if (next === "stopped") throw new ConnectionError("absent", "connect ENOENT", { isSocketGone: true });
    if (next === undefined || next === "absent") throw new ConnectionError("absent", "connect ECONNREFUSED");
    return { status: next.status ?? 200, body: this.#body(next, request.signal) };
  };

  async *#body({ chunks, end = "closed" }: Connection, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of chunks) {
        this.pulled++;
        yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
      }
      if (end === "lost") throw new ConnectionError("lost", "socket hang up");
      if (end === "open") await aborted(signal);
    } finally {
      this.closed++;
    }
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

/** No time passes between two attempts. */
export const noWait = async (): Promise<void> => {};

export const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
