// A transport for the real client, on which nothing moves by itself: bytes, requests, answers and time go on when the schedule says so.
import { ConnectionError } from "../../../src/client/connection-error.ts";
import type { Transport, TransportRequest, TransportResponse } from "../../../src/client/transport.ts";
import type { Server } from "./server.ts";
import { Wire } from "./wire.ts";

/** A stream that a client has open. */
class Line {
  readonly wire = new Wire();
  #wake: ((bytes: Buffer | null) => void) | null = null;

  /** Gives the reader at most so many bytes. */
  carry(most: number): void {
    if (!this.#wake) return;
    const bytes = this.wire.carry(most);
    if (bytes !== null && bytes.length === 0) return;
    this.#wake(bytes);
    this.#wake = null;
  }

  /** Breaks off: what was on the way is lost. */
  cut(): void {
    this.wire.destroy();
    this.#wake?.(null);
    this.#wake = null;
  }

  async *body(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const bytes = await new Promise<Buffer | null>((resolve) => {
          this.#wake = resolve;
        });
        if (bytes === null) throw new ConnectionError("lost", "the connection broke");
        yield bytes;
      }
    } finally {
      this.wire.destroy();
    }
  }
}

/** A command that waits for its answer. */
interface Letter {
  readonly command: string;
  readonly answer: (response: TransportResponse) => void;
  readonly lose: () => void;
}

export class Network {
  /** The stream of this network's client, when it has one. */
  line: Line | null = null;
  readonly #server: Server;
  #letters: Letter[] = [];
  /** Late doubles of requests. */
  #echoes: string[] = [];
  #waiting: (() => void)[] = [];

  constructor(server: Server) {
    this.#server = server;
  }

  readonly transport: Transport = async (request) => {
    if (!this.#server.isUp) throw new ConnectionError("absent", "nobody listens");
    return request.method === "POST" ? this.#post(request) : this.#follow(request);
  };

  /** How the client waits between two attempts. */
  readonly wait = (_ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      this.#waiting.push(resolve);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });

  passTime(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** One of the requests arrives; its answer comes whole, in part, or not at all, and it may arrive once more, later. */
  deliver(which: number, fate: "answered" | "cut" | "lost"): void {
    const [letter] = this.#letters.splice(which % this.#letters.length, 1);
    if (!letter) return;
    const seq = fate === "lost" ? null : this.#server.order(letter.command);
    this.#echoes.push(letter.command);
    if (seq === null) {
      letter.lose();
      return;
    }
    const text = Buffer.from(JSON.stringify({ id: letter.command, seq }));
    letter.answer({ status: 200, body: fate === "cut" ? brokenOff(text.subarray(0, 5)) : whole(text) });
  }

  deliverEcho(which: number): void {
    const [command] = this.#echoes.splice(which % this.#echoes.length, 1);
    if (command !== undefined) this.#server.order(command);
  }

  /** Everything that waits goes on, as on a network without faults. */
  flow(): void {
    this.line?.carry(Number.MAX_SAFE_INTEGER);
    this.deliver(0, "answered");
    this.passTime();
  }

  #post({ body }: TransportRequest): Promise<TransportResponse> {
    const { id } = JSON.parse(body ?? "") as { id: string };
    return new Promise((answer, reject) => {
      const lose = (): void => reject(new ConnectionError("lost", "the request was lost"));
      this.#letters.push({ command: id, answer, lose });
    });
  }

  #follow({ path, signal }: TransportRequest): TransportResponse {
    const query = new URLSearchParams(path.slice(path.indexOf("?")));
    const line = new Line();
    this.line = line;
    this.#server.open(line.wire, { after: Number(query.get("after")), epoch: query.get("epoch") });
    signal?.addEventListener("abort", () => line.cut());
    return { status: 200, body: line.body() };
  }
}

async function* whole(text: Uint8Array): AsyncGenerator<Uint8Array> {
  yield text;
}

async function* brokenOff(text: Uint8Array): AsyncGenerator<Uint8Array> {
  yield text;
  throw new ConnectionError("lost", "the answer broke off");
}
