// One stream to one follower. A follower is a cursor and one bounded page: what it did not take yet is read again from the log when it drains.
import type { ServerResponse } from "node:http";
import { isStorageFault, type StoredEvent } from "../log/index.ts";
import { API, type Frame, NDJSON, ndjsonFrame, SSE, sseFrame } from "../protocol/index.ts";
import type { Clock } from "../session/index.ts";
import type { InFlight } from "./in-flight.ts";

export type Form = "sse" | "ndjson";

export interface StreamRequest {
  after: number;
  epoch: string | null;
  form: Form;
  response: ServerResponse;
  /** Ends there instead of following; null = follow for ever. */
  until: number | null;
}

/** Where a stream's events come from: a log by seq, or all logs by commit. */
export interface Source {
  head(): number;
  firstSeq(): number;
  next(cursor: number, maxBytes: number): { events: readonly StoredEvent[]; cursor: number };
  /** These events as they go out. */
  page(form: Form, events: readonly StoredEvent[]): Page;
  follow(wake: () => void): () => void;
}

/** Text in the encoding that costs least: what is plain ASCII goes out without being looked at again. */
export interface Page {
  text: string;
  encoding: "latin1" | "utf8";
}

export const pageOf = (lines: readonly string[]): Page => {
  const text = lines.join("");
  return { text, encoding: Buffer.byteLength(text) === text.length ? "latin1" : "utf8" };
};

interface Around {
  /** The log's own. */
  epoch: string;
  clock: Clock;
  inFlight: InFlight;
}

const HEARTBEAT = pageOf([": still here\n\n"]);
const HEARTBEAT_MS = 15_000;
const STALLED_MS = 60_000;
const RETRY_MS = 2000;
/** A filtered stream tells its follower where it stands at least every so many events of others. */
const SKIP_EVERY = 1000;

export interface Stream {
  /** Sends the follower away for now: it comes back at its cursor. */
  end(): void;
  tell(frame: Frame): void;
}

export function startStream(
  { after, epoch, form, response, until }: StreamRequest,
  source: Source,
  around: Around,
): Stream {
  const textOf = (frame: Frame): string => (form === "sse" ? sseFrame(frame) : ndjsonFrame(frame));
  const writeFrame = (frame: Frame): boolean => response.write(textOf(frame));
  let cursor = after;
  let toldCursor = after;
  let isCaughtUp = false;
  let isWaiting = false;
  /** Set while a page lies in the daemon's memory because the follower does not take it. */
  let letGo: (() => void) | null = null;

  const end = (reason: "draining" | "slow"): void => {
    // What was to be whole breaks off visibly.
    if (reason === "slow" || until !== null) return void response.destroy();
    if (!letGo) writeFrame({ frame: "bye", reason, retryMs: RETRY_MS });
    response.end();
  };
  /** Sends what there is, one page at a time: the next is not made before this one was taken. */
  const sendPages = (): void => {
    while (!isWaiting && !response.writableEnded && !response.destroyed) {
      const next = source.next(cursor, around.inFlight.pageBytes);
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
      write(isSkipDue ? pageOf([textOf({ frame: "skip", to: cursor })]) : source.page(form, next.events));
    }
  };
  const send = (): void => {
    try {
      sendPages();
    } catch (error) {
      // A log that is being opened again is there in a moment.
      if (isStorageFault(error)) end("draining");
      else response.destroy();
    }
  };
  const write = ({ text, encoding }: Page): void => {
    isWaiting = true;
    response.write(text, encoding, taken);
    if (response.writableLength === 0) return;
    const cut = (): void => end("slow");
    const release = around.inFlight.hold(text.length, cut);
    const cancelCut = around.clock.after(STALLED_MS, cut);
    letGo = () => {
      release();
      cancelCut();
      letGo = null;
    };
  };
  const taken = (): void => {
    isWaiting = false;
    letGo?.();
    // In another turn: a follower that takes everything at once would keep the event loop to itself.
    setImmediate(send);
  };

  // Read before anything is answered: when the log can't be read, that is the answer.
  const head = source.head();
  const firstSeq = source.firstSeq();
  // To follow has no end that could be missed, so its end is the connection's: chunks would make each write four.
  if (until === null) response.useChunkedEncodingByDefault = false;
  response.writeHead(200, {
    "content-type": form === "sse" ? SSE : NDJSON,
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "skein-api": API,
  });
  const beat = form === "sse" ? setInterval(() => isWaiting || write(HEARTBEAT), HEARTBEAT_MS).unref() : null;
  const unfollow = until === null ? source.follow(send) : null;
  response.once("close", () => {
    if (beat) clearInterval(beat);
    letGo?.();
    unfollow?.();
  });

  if (until === null) {
    if (form === "sse") response.write(`retry: ${RETRY_MS}\n`);
    const isForeign = epoch !== null && epoch !== around.epoch;
    if (isForeign || cursor > head) {
      writeFrame({ frame: "reset", epoch: around.epoch, head, reason: isForeign ? "epoch" : "ahead" });
      cursor = 0;
    }
    writeFrame({ frame: "hello", epoch: around.epoch, firstSeq, head, after: cursor });
  }
  send();
  return {
    end: () => end("draining"),
    tell(frame) {
      if (until === null && !isWaiting && !response.writableEnded) writeFrame(frame);
    },
  };
}
