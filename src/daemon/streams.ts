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
  write(form: Form, event: StoredEvent): string;
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
      write: (form, { seq, line }) => (form === "sse" ? sseEvent(seq, line) : ndjsonEvent(line)),
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
      write: (form, { commit, line }) => (form === "sse" ? sseEvent(commit, line) : ndjsonCommit(commit, line)),
      follow: (wake) => fanOut.followAll(wake),
    });
  }

  /** Tells every follower to come back later, and ends the streams. */
  close(): void {
    for (const end of this.#open) end("draining");
  }

  #start({ after, epoch, form, response }: Request, until: number | null, source: Source): void {
    const writeFrame = (frame: Frame): boolean => response.write(form === "sse" ? sseFrame(frame) : ndjsonFrame(frame));
    let cursor = after;
    let toldCursor = after;
    let isCaughtUp = false;
    let isWaiting = false;
    let cancelStall = (): void => {};
    const beat =
      form === "sse"
        ? setInterval(() => isWaiting || response.write(": still here\n\n"), HEARTBEAT_MS).unref()
        : undefined;

    const end = (reason: "draining" | "slow"): void => {
      if (!isWaiting) writeFrame({ frame: "bye", reason, retryMs: RETRY_MS });
      if (reason === "slow") response.destroy();
      else response.end();
    };
    /** Sends what there is; stops at a full buffer and goes on when it has drained. */
    const send = (): void => {
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
        const chunk = next.events.map((event) => source.write(form, event)).join("");
        if (!(isSkipDue ? writeFrame({ frame: "skip", to: cursor }) : response.write(chunk))) pause();
      }
    };
    const pause = (): void => {
      isWaiting = true;
      cancelStall = this.#clock.after(STALLED_MS, () => end("slow"));
      response.once("drain", () => {
        isWaiting = false;
        cancelStall();
        send();
      });
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
      cancelStall();
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
