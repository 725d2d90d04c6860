// Streams to followers. A follower is a cursor and one bounded buffer: what it did not take yet is read again from the log when it drains.
import type { ServerResponse } from "node:http";
import type { Log, StoredEvent } from "../log/index.ts";
import {
  API,
  type Frame,
  NDJSON,
  ndjsonCommit,
  ndjsonEvent,
  ndjsonFrame,
  SSE,
  sseEvent,
  sseFrame,
} from "../protocol/index.ts";
import type { Clock, FanOut } from "../session/index.ts";

type Form = "sse" | "ndjson";

interface Request {
  after: number;
  epoch: string | null;
  form: Form;
  response: ServerResponse;
}

interface SessionRequest extends Request {
  session: string;
  /** Ends there instead of following; null = follow for ever. */
  until: number | null;
}

interface EverythingRequest extends Request {
  sessions: readonly string[] | null;
}

/** Where a stream's events come from: a log by seq, or all logs by commit. */
interface Source {
  head(): number;
  firstSeq(): number;
  next(cursor: number): { events: readonly StoredEvent[]; cursor: number };
  /** These events as they go out. */
  page(form: Form, events: readonly StoredEvent[]): Buffer;
  follow(wake: () => void): () => void;
}

const HEARTBEAT_MS = 15_000;
const STALLED_MS = 60_000;
const RETRY_MS = 2000;
const PAGE_BYTES = 64 * 1024;
/** A filtered stream tells its follower where it stands at least every so many events of others. */
const SKIP_EVERY = 1000;

export class Streams {
  readonly #log: Log;
  readonly #fanOut: FanOut;
  readonly #clock: Clock;
  readonly #open = new Set<(reason: "draining") => void>();
  /** By their first event, for as long as the fan-out keeps it. */
  readonly #pages = new WeakMap<StoredEvent, { form: Form; last: StoredEvent; bytes: Buffer }>();

  constructor(around: { log: Log; fanOut: FanOut; clock: Clock }) {
    this.#log = around.log;
    this.#fanOut = around.fanOut;
    this.#clock = around.clock;
  }

  session({ session, until, ...request }: SessionRequest): void {
    const log = this.#log;
    const fanOut = this.#fanOut;
    const page = () => log.read({ session, after: Number.MAX_SAFE_INTEGER, limit: 1 });
    this.#start(request, until, {
      head: () => page().head,
      firstSeq: () => page().firstSeq,
      next(cursor) {
        const events = fanOut.after(session, cursor);
        return { events, cursor: events.at(-1)?.seq ?? cursor };
      },
      page: (form, events) => this.#sharedPage(form, events),
      follow: (wake) => fanOut.follow(session, wake),
    });
  }

  everything({ sessions, ...request }: EverythingRequest): void {
    const log = this.#log;
    const fanOut = this.#fanOut;
    this.#start(request, null, {
      head: () => log.lastCommit(),
      firstSeq: () => 1,
      next(cursor) {
        const page = log.readCommits({
          after: cursor,
          limit: 1000,
          maxBytes: PAGE_BYTES,
          ...(sessions ? { sessions } : {}),
        });
        return { events: page.events, cursor: Math.max(cursor, page.lastCommit) };
      },
      page: (form, events) =>
        pageOf(events, ({ commit, line }) => (form === "sse" ? sseEvent(commit, line) : ndjsonCommit(commit, line))),
      follow: (wake) => fanOut.followAll(wake),
    });
  }

  /** Tells every follower to come back later, and ends the streams. */
  close(): void {
    for (const end of this.#open) end("draining");
  }

  /** Followers side by side in a log are sent the same bytes, not copies: a thousand that stall there hold one page. */
  #sharedPage(form: Form, events: readonly StoredEvent[]): Buffer {
    const [first, last] = [events[0], events.at(-1)];
    const known = first && this.#pages.get(first);
    if (known && known.form === form && known.last === last) return known.bytes;
    const bytes = pageOf(events, ({ seq, line }) => (form === "sse" ? sseEvent(seq, line) : ndjsonEvent(line)));
    if (first && last) this.#pages.set(first, { form, last, bytes });
    return bytes;
  }

  #start({ after, epoch, form, response }: Request, until: number | null, source: Source): void {
    const textOf = (frame: Frame): string => (form === "sse" ? sseFrame(frame) : ndjsonFrame(frame));
    const writeFrame = (frame: Frame): boolean => response.write(textOf(frame));
    let cursor = after;
    let toldCursor = after;
    let isCaughtUp = false;
    let isWaiting = false;
    let cancelStall: (() => void) | null = null;
    const beat =
      form === "sse"
        ? setInterval(() => isWaiting || response.write(": still here\n\n"), HEARTBEAT_MS).unref()
        : undefined;

    const end = (reason: "draining" | "slow"): void => {
      if (!cancelStall) writeFrame({ frame: "bye", reason, retryMs: RETRY_MS });
      if (reason === "slow") response.destroy();
      else response.end();
    };
    /** Sends what there is, one page at a time: the next is not made before this one was taken. */
    const send = (): void => {
      if (isWaiting) expectTaken();
      while (!isWaiting && !response.writableEnded && !response.destroyed) {
        const next = source.next(cursor);
        if (next.cursor === cursor) {
          if (!isCaughtUp && until === null) writeFrame({ frame: "caught_up", head: cursor });
          isCaughtUp = true;
          if (until !== null) response.end();
          return;
        }
        cursor = next.cursor;
        const isSkipDue = next.events.length === 0 && cursor - toldCursor >= SKIP_EVERY;
        if (next.events.length === 0 && !isSkipDue) continue;
        toldCursor = cursor;
        write(isSkipDue ? textOf({ frame: "skip", to: cursor }) : source.page(form, next.events));
      }
    };
    const write = (page: Buffer | string): void => {
      isWaiting = true;
      const hasRoom = response.write(page, () => {
        isWaiting = false;
        cancelStall?.();
        cancelStall = null;
        send();
      });
      if (!hasRoom) expectTaken();
    };
    const expectTaken = (): void => {
      cancelStall ??= this.#clock.after(STALLED_MS, () => end("slow"));
    };

    response.writeHead(200, {
      "content-type": form === "sse" ? SSE : NDJSON,
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "skein-api": API,
    });
    const unfollow = until === null ? source.follow(send) : (): void => {};
    this.#open.add(end);
    response.once("close", () => {
      clearInterval(beat);
      cancelStall?.();
      unfollow();
      this.#open.delete(end);
    });

    const head = source.head();
    if (until === null) {
      if (form === "sse") response.write(`retry: ${RETRY_MS}\n`);
      const { epoch: current } = this.#log;
      const isForeign = epoch !== null && epoch !== current;
      if (isForeign || cursor > head) {
        writeFrame({ frame: "reset", epoch: current, head, reason: isForeign ? "epoch" : "ahead" });
        cursor = 0;
      }
      writeFrame({ frame: "hello", epoch: current, firstSeq: source.firstSeq(), head, after: cursor });
    }
    send();
  }
}

const pageOf = (events: readonly StoredEvent[], write: (event: StoredEvent) => string): Buffer =>
  Buffer.from(events.map(write).join(""));
