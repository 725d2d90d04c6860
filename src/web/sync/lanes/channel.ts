// One connection to the daemon for every stream of this browser: each stream is a lane of it. Opened when the first lane is wanted; when it breaks,
// or nothing is heard for too long, all lanes end, and whoever reads them asks again at its cursor.
//
//   none ──a lane is wanted──▶ connecting ──its first line──▶ open ──cut, silent, woken──▶ none
//     ▲                             │
//     └──failed: not before a while─┘
import { ConnectionError, type Transport } from "../../../client/index.ts";
import { JSON_TYPE, NDJSON, routes } from "../../../protocol/index.ts";
import { LaneLines } from "./lane-lines.ts";

/** The reader of a lane. */
export interface LaneReader {
  bytes(lines: Uint8Array<ArrayBuffer>): void;
  /** The lane has ended or broken: request it again. */
  end(): void;
}

export type LaneAnswer =
  | { readonly kind: "open"; readonly close: () => void }
  /** The daemon's answer. */
  | { readonly kind: "refused"; readonly status: number; readonly body: Uint8Array };

export interface ChannelPorts {
  readonly transport: Transport;
  /** Calls back after a delay; returns a function that cancels it. */
  readonly later: (ms: number, action: () => void) => () => void;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** The time of the next attempt after a failure; null once it is connected again. */
  readonly onNextTry: (atMs: number | null) => void;
  /** The daemon answers, but something in between delays streamed data. */
  readonly onStreamDelayed: () => void;
}

interface Open {
  readonly id: string;
  readonly lanes: Map<number, LaneReader>;
  readonly end: () => void;
  /** When data last arrived, and how many times. */
  heardMs: number;
  heard: number;
}

const inJson = { accept: JSON_TYPE, "content-type": JSON_TYPE };
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** The first line of a connection has arrived by then, unless something in between delays it. */
const FIRST_LINE_MS = 5000;

export class Channel {
  readonly #ports: ChannelPorts;
  #connecting: Promise<Open> | null = null;
  #open: Open | null = null;
  #abort = new AbortController();
  #failures = 0;
  /** How many times in a row the daemon answered, and a stream brought nothing. */
  #suspicions = 0;
  #nextTryMs = 0;
  #lastFailure: unknown = null;
  #lastLane = 0;

  constructor(ports: ChannelPorts) {
    this.#ports = ports;
  }

  /** Opens a stream as a lane. Rejects like a transport. */
  async open(path: string, reader: LaneReader): Promise<LaneAnswer> {
    const open = await this.#connected();
    const lane = ++this.#lastLane;
    open.lanes.set(lane, reader);
    const { heard } = open;
    const { status, body } = await this.#order(open, "openLane", { lane, path }).catch((error) => {
      open.lanes.delete(lane);
      throw error;
    });
    if (status >= 400) {
      open.lanes.delete(lane);
      // The daemon does not know this channel any more, so nothing arrives through it.
      if (status === 404 && new TextDecoder().decode(body).includes("channel_not_found")) {
        open.end();
        throw new ConnectionError("lost", "The connection to the daemon had ended.");
      }
      return { kind: "refused", status, body };
    }
    if (!open.lanes.has(lane)) throw new ConnectionError("lost", "The connection to the daemon broke.");
    this.#ports.later(FIRST_LINE_MS, () => {
      if (this.#open === open && open.lanes.has(lane) && open.heard === heard) this.#suspect(open);
    });
    return { kind: "open", close: () => this.#close(open, lane) };
  }

  /** Reconnects now: the connection may be dead without having been closed. */
  wake(): void {
    this.#nextTryMs = 0;
    this.#failures = 0;
    this.#abort.abort();
  }

  #close(open: Open, lane: number): void {
    if (!open.lanes.delete(lane) || this.#open !== open) return;
    // If this fails, the lane keeps sending until the channel ends.
    this.#order(open, "closeLane", { lane }).catch(() => undefined);
  }

  async #order(
    { id }: Open,
    operation: "openLane" | "closeLane",
    order: object,
  ): Promise<{ status: number; body: Uint8Array }> {
    const { method, path } = routes[operation];
    const request = { method, path: path.replace(":channel", id), headers: inJson };
    const body = JSON.stringify({ id: this.#ports.newId(), ...order });
    const answer = await this.#ports.transport({ ...request, body });
    return { status: answer.status, body: await bytesOf(answer.body) };
  }

  #connected(): Promise<Open> {
    if (this.#open) return Promise.resolve(this.#open);
    if (this.#connecting) return this.#connecting;
    if (this.#ports.nowMs() < this.#nextTryMs) return Promise.reject(this.#lastFailure);
    this.#connecting = this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #connect(): Promise<Open> {
    const abort = new AbortController();
    this.#abort = abort;
    const { later } = this.#ports;
    const opened = Promise.withResolvers<Open>();
    const suspect = later(FIRST_LINE_MS, () => void this.#probe(abort));
    this.#read(abort, opened).catch((error) => opened.reject(abort.signal.aborted ? lost() : error));
    try {
      const open = await opened.promise;
      if (this.#lastFailure) this.#ports.onNextTry(null);
      this.#lastFailure = null;
      this.#failures = 0;
      return open;
    } catch (error) {
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#failures++, MAX_DELAY_MS);
      // After `wake` the next attempt is immediate.
      this.#nextTryMs = abort.signal.aborted ? 0 : this.#ports.nowMs() + delayMs;
      this.#lastFailure = error;
      this.#ports.onNextTry(this.#nextTryMs);
      throw error;
    } finally {
      suspect();
    }
  }

  /** Reads the connection until it ends; resolves `opened` with its first line. */
  async #read(abort: AbortController, opened: PromiseWithResolvers<Open>): Promise<void> {
    const { transport, later, nowMs } = this.#ports;
    const { signal } = abort;
    let open: Open | null = null;
    let cancelAlarm = (): void => {};
    try {
      const { status, body } = await transport({ ...routes.channel, headers: { accept: NDJSON }, signal });
      if (status >= 400) throw new ConnectionError("lost", `The daemon answered with status ${status}.`);
      const lines = new LaneLines();
      for await (const chunk of body) {
        for (const news of lines.push(chunk)) {
          if (news.kind === "open") {
            open = { id: news.id, lanes: new Map(), heardMs: nowMs(), heard: 0, end: () => abort.abort() };
            this.#open = open;
            opened.resolve(open);
            const { silenceMs } = news;
            const watch = (): void => {
              cancelAlarm = later(silenceMs, () =>
                nowMs() - (open?.heardMs ?? 0) < silenceMs ? watch() : abort.abort(),
              );
            };
            watch();
          } else if (news.kind === "lines") open?.lanes.get(news.lane)?.bytes(news.bytes);
          else {
            const reader = open?.lanes.get(news.lane);
            open?.lanes.delete(news.lane);
            reader?.end();
          }
        }
        if (open) {
          open.heardMs = nowMs();
          // The first line comes with the connection: only those after it show that nothing holds them up.
          if (++open.heard > 1) this.#suspicions = 0;
        }
      }
    } finally {
      cancelAlarm();
      abort.abort();
      if (this.#open === open) this.#open = null;
      opened.reject(lost());
      const readers = [...(open?.lanes.values() ?? [])];
      open?.lanes.clear();
      for (const reader of readers) reader.end();
    }
  }

  /** Nothing has arrived yet. If the daemon answers other requests, something in between buffers streamed answers until they end. */
  async #probe(abort: AbortController): Promise<void> {
    try {
      const { status, body } = await this.#ports.transport({ ...routes.server, headers: {} });
      await bytesOf(body);
      if (status < 400 && !this.#open && !abort.signal.aborted) this.#suspect({ end: () => abort.abort() });
    } catch {
      // The daemon does not answer at all.
    }
  }

  /** A connection that died without being closed looks the same once. */
  #suspect({ end }: Pick<Open, "end">): void {
    if (++this.#suspicions > 1) this.#ports.onStreamDelayed();
    end();
  }
}

const lost = (): ConnectionError => new ConnectionError("lost", "The connection to the daemon broke.");

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) pieces.push(chunk as Uint8Array<ArrayBuffer>);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
