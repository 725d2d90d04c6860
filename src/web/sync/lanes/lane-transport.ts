// Lets the client library read its streams from lanes: a lane looks like the response to a request.
import type { Transport } from "../../../client/index.ts";
import { NDJSON } from "../../../protocol/index.ts";
import type { AnswerNews } from "../watched-transport.ts";
import type { LaneAnswer, LaneReader } from "./channel.ts";

export type OpenLane = (path: string, reader: LaneReader) => Promise<LaneAnswer>;

/** What a page is told about its lanes. */
export interface LaneEvents {
  /** The time of the next attempt after a failure; null once it is connected again. */
  readonly onNextTry: (atMs: number | null) => void;
  /** The daemon answers, but something in between delays streamed data. */
  readonly onStreamDelayed: () => void;
  /** What the worker's requests show about the connection. */
  readonly onAnswer: (news: AnswerNews) => void;
}

export interface Lanes {
  readonly open: OpenLane;
  /** Reconnects now. */
  wake(): void;
}

/** The streams: of the list, and of a session's log. */
const STREAM = /^\/v1\/(changes\b|sessions\/[^/?]+\/events\?(?:.*&)?follow=1\b)/;

/** A reader that is further behind is cut off, and continues at its cursor. */
const MAX_UNREAD = 4 * 1024 * 1024;

/** If streamed answers are delayed, each stream is requested again and again, with this duration. */
const POLL_SECONDS = 5;

/** A transport that sends streams through lanes and other requests directly. */
export function laneTransport(
  openLane: OpenLane,
  transport: Transport,
  isStreamDelayed = (): boolean => false,
): Transport {
  return async (request) => {
    const { method, path, signal } = request;
    if (method !== "GET" || request.headers.accept !== NDJSON || !STREAM.test(path)) return transport(request);
    signal?.throwIfAborted();
    if (isStreamDelayed()) return transport({ ...request, path: `${path}&wait=${POLL_SECONDS}`, isLong: true });
    const inbox = new Inbox();
    const opening = openLane(path, inbox);
    const left = (): void => {
      inbox.end();
      opening.then(
        (lane) => (lane.kind === "open" ? lane.close() : undefined),
        () => undefined,
      );
    };
    signal?.addEventListener("abort", left, { once: true });
    const lane = await opening;
    signal?.throwIfAborted();
    if (lane.kind === "refused") return { status: lane.status, body: once(lane.body) };
    return { status: 200, body: inbox.read(left) };
  };
}

/** The bytes of a lane that were not read yet. */
class Inbox implements LaneReader {
  #unread: Uint8Array[] = [];
  #bytes = 0;
  #isOver = false;
  #wake = (): void => {};

  bytes(lines: Uint8Array): void {
    if (this.#isOver) return;
    this.#unread.push(lines);
    this.#bytes += lines.length;
    if (this.#bytes > MAX_UNREAD) this.#isOver = true;
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *read(left: () => void): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = this.#unread.shift();
        if (next) {
          this.#bytes -= next.length;
          yield next;
        } else if (this.#isOver) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      left();
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
