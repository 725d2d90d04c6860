// All streams to followers: of one session by seq, of many by commit number, or of the list.
import type { ServerResponse } from "node:http";
import type { Log, SessionFilter, StoredBlob, StoredEvent } from "../../log/index.ts";
import { type Frame, ndjsonCommit, ndjsonEvent, sseEvent } from "../../protocol/index.ts";
import type { Clock, FanOut } from "../../session/index.ts";
import { Channel } from "./channel.ts";
import { InFlight } from "./in-flight.ts";
import type { Form } from "./output.ts";
import { type Page, pageOf } from "./page-writer.ts";
import { rowSource } from "./row-source.ts";
import { sendBlob } from "./send-blob.ts";
import { sendList } from "./send-list.ts";
import { type Source, type Stream, type StreamRequest, startStream } from "./stream.ts";

interface SessionRequest extends StreamRequest {
  session: string;
}

interface EverythingRequest extends StreamRequest {
  sessions: readonly string[] | null;
}

interface RowsRequest extends Omit<StreamRequest, "until"> {
  filter: SessionFilter;
}

const PAGE_EVENTS = 1000;
const LOOKED_AT = 10_000;

/** A page over some sessions looks at up to `limit` events of each: when they are many, it must be a shorter one. */
export const limitOver = (sessions: readonly string[] | null, limit: number): number =>
  sessions ? Math.min(limit, Math.ceil(LOOKED_AT / Math.max(1, sessions.length))) : limit;

export class Streams {
  readonly #log: Log;
  readonly #fanOut: FanOut;
  readonly #clock: Clock;
  readonly #inFlight: InFlight;
  /** With the session that each is about; null = many. */
  readonly #open = new Map<Stream, string | null>();
  readonly #channels = new Map<string, Channel>();
  /** Followers side by side are woken one after the other, and are sent the same page. */
  #lastPage: { form: Form; first: StoredEvent; last: StoredEvent; page: Page } | null = null;

  constructor(deps: { log: Log; fanOut: FanOut; clock: Clock }) {
    this.#log = deps.log;
    this.#fanOut = deps.fanOut;
    this.#clock = deps.clock;
    this.#inFlight = new InFlight(() => deps.clock.monotonicMs());
  }

  /** These sessions as lines, in this order. */
  list(response: ServerResponse, ids: readonly string[]): void {
    sendList(response, ids, { log: this.#log, clock: this.#clock, inFlight: this.#inFlight });
  }

  /** A long text, part by part. */
  blob(response: ServerResponse, blob: StoredBlob): void {
    sendBlob(response, blob, { clock: this.#clock, inFlight: this.#inFlight });
  }

  /** Opens a channel, which other streams can be lanes of. */
  channel(response: ServerResponse): void {
    const channel = new Channel(response, { clock: this.#clock, inFlight: this.#inFlight });
    this.#channels.set(channel.id, channel);
    response.once("close", () => this.#channels.delete(channel.id));
  }

  channelOf(id: string): Channel | undefined {
    return this.#channels.get(id);
  }

  session({ session, ...request }: SessionRequest): void {
    const { form } = request;
    const log = this.#log;
    const fanOut = this.#fanOut;
    const page = () => log.read({ session, after: Number.MAX_SAFE_INTEGER, limit: 1 });
    this.#start(request, session, {
      head: () => page().head,
      firstSeq: () => page().firstSeq,
      next: (cursor, maxBytes) => {
        const events = fanOut.after(session, cursor, maxBytes);
        const last = events.at(-1);
        return last ? { page: this.#sharedPage(form, events), cursor: last.seq } : { page: null, cursor };
      },
      follow: (wake) => fanOut.follow(session, wake),
    });
  }

  everything({ sessions, ...request }: EverythingRequest): void {
    const { form } = request;
    const log = this.#log;
    const fanOut = this.#fanOut;
    const limit = limitOver(sessions, PAGE_EVENTS);
    this.#start(request, null, {
      head: () => log.lastCommit(),
      firstSeq: () => 1,
      next(cursor, maxBytes) {
        const page = log.readCommits({
          after: cursor,
          limit,
          maxBytes,
          ...(sessions ? { sessions } : {}),
        });
        const lines = page.events.map(({ commit, line }) =>
          form === "sse" ? sseEvent(commit, line) : ndjsonCommit(commit, line),
        );
        return { page: lines.length > 0 ? pageOf(lines) : null, cursor: Math.max(cursor, page.lastCommit) };
      },
      follow: (wake) => fanOut.followAll(wake),
    });
  }

  /** The list as it changes. */
  rows({ filter, ...request }: RowsRequest): void {
    const { form } = request;
    const source = rowSource({ log: this.#log, changes: this.#fanOut.rows, clock: this.#clock, filter, form });
    this.#start({ ...request, until: null }, null, source);
  }

  /** The daemon shuts down: every follower is told so, and the streams end. */
  close(): void {
    for (const stream of this.#open.keys()) stream.end("draining");
  }

  /** Cursors may be void: every follower asks again, and hears it. */
  reset(): void {
    for (const stream of this.#open.keys()) stream.end("reconnect");
  }

  /** Sends its followers away: when they come back they hear that it is gone. */
  endSession(session: string): void {
    for (const [stream, followed] of this.#open) if (followed === session) stream.end("reconnect");
  }

  /** Those who stall are told when they read again. */
  tell(frame: Frame): void {
    for (const stream of this.#open.keys()) stream.tell(frame);
  }

  #start(request: StreamRequest, session: string | null, source: Source): void {
    const stream = startStream(request, source, {
      epoch: this.#log.epoch,
      clock: this.#clock,
      inFlight: this.#inFlight,
    });
    this.#open.set(stream, session);
    const condition = this.#log.condition();
    if (condition.kind !== "writable") stream.tell({ frame: "storage", kind: condition.kind, text: condition.text });
    stream.onClose(() => this.#open.delete(stream));
  }

  #sharedPage(form: Form, events: readonly StoredEvent[]): Page {
    const [first, last] = [events[0], events.at(-1)];
    const known = this.#lastPage;
    if (known && known.form === form && known.first === first && known.last === last) return known.page;
    const page = pageOf(events.map(({ seq, line }) => (form === "sse" ? sseEvent(seq, line) : ndjsonEvent(line))));
    this.#lastPage = first && last ? { form, first, last, page } : null;
    return page;
  }
}
