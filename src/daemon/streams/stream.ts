// One stream to one follower. A follower is a cursor and one bounded page: what it did not take yet is read again from the log when it drains.
import { isStorageFault } from "../../log/index.ts";
import { type Frame, ndjsonFrame, sseFrame } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import type { InFlight } from "./in-flight.ts";
import type { Form, OpenOutput } from "./output.ts";
import { type Page, pageOf } from "./page-writer.ts";

export interface StreamRequest {
  after: number;
  epoch: string | null;
  form: Form;
  output: OpenOutput;
  /** Ends there instead of following; null = follow for ever. */
  until: number | null;
  /** Ends with the next news, or after so long; null = goes on. */
  waitMs?: number | null;
}

/** Where what a stream sends comes from: a log by seq, all logs by commit, or the list by commit. */
export interface Source {
  head(): number;
  /** A cursor that would need anything before this one is void. */
  firstSeq(): number;
  /** What comes next, as it goes out, and where the follower stands then. Neither a page nor another cursor: there is no more now. */
  next(cursor: number, maxBytes: number): { page: Page | null; cursor: number };
  /** `end` is for a source that can't go on. Returns how to stop. */
  follow(wake: () => void, end: () => void): () => void;
}

interface Dependencies {
  /** The log's own. */
  epoch: string;
  clock: Clock;
  inFlight: InFlight;
}

const HEARTBEAT = pageOf([": still here\n\n"]);
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2000;
/** Who stalls is told no more than this when it reads again: the newest. */
const MAX_TOLD = 16;
/** A filtered stream tells its follower where it stands at least every so many events of others. */
const SKIP_EVERY = 1000;

/** Why a stream ends: the daemon shuts down, or it goes on and the follower is to ask again. */
export type EndReason = "draining" | "reconnect";

export interface Stream {
  /** Sends the follower away for now: it comes back at its cursor. */
  end(reason: EndReason): void;
  tell(frame: Frame): void;
  onClose(listener: () => void): void;
}

export function startStream(
  { after, epoch, form, output: openOutput, until, waitMs = null }: StreamRequest,
  source: Source,
  deps: Dependencies,
): Stream {
  const textOf = (frame: Frame): string => (form === "sse" ? sseFrame(frame) : ndjsonFrame(frame));
  let cursor = after;
  let toldCursor = after;
  let isCaughtUp = false;
  /** There was no more, and nothing has come since. */
  let isIdle = false;
  let hasToldSomething = false;
  /** Frames for a follower that has not taken its page yet. */
  let untold: Frame[] = [];

  const end = (reason: EndReason): void => {
    if (output.isOver) return;
    // What was to be whole breaks off visibly.
    if (until !== null) {
      output.destroy();
      return;
    }
    output.end([...untold, { frame: "bye", reason, retryMs: RETRY_MS } as const].map(textOf).join(""));
  };
  /** Sends what there is, one page at a time: the next is not made before this one was taken. */
  const sendPages = (): void => {
    while (!output.isOver && output.mayWrite()) {
      if (untold.length > 0) {
        output.page(pageOf(untold.map(textOf)));
        untold = [];
        hasToldSomething = true;
        continue;
      }
      // A log that can't be read is read when there is something in it.
      if (isIdle) return;
      const isAtEnd = until !== null && cursor >= until;
      const next = isAtEnd ? { page: null, cursor } : source.next(cursor, deps.inFlight.pageBytes);
      if (next.page === null && next.cursor === cursor) {
        if (until !== null) output.end();
        else if (!isCaughtUp) output.page(pageOf([textOf({ frame: "caught_up", head: cursor })]));
        isCaughtUp = true;
        isIdle = true;
        if (waitMs !== null && hasToldSomething) end("reconnect");
        return;
      }
      cursor = next.cursor;
      if (next.page === null && cursor - toldCursor < SKIP_EVERY) continue;
      toldCursor = cursor;
      // A list may repeat what was told with the follower's own cursor.
      hasToldSomething ||= cursor > after;
      output.page(next.page ?? pageOf([textOf({ frame: "skip", to: cursor })]));
    }
  };
  const send = (): void => {
    try {
      sendPages();
    } catch (error) {
      // A log that is being opened again is there in a moment.
      if (isStorageFault(error)) end("reconnect");
      else output.destroy();
    }
  };
  const wake = (): void => {
    isIdle = false;
    send();
  };
  const dropOldest = (): void => {
    if (!output.mayWrite()) untold = untold.slice(-MAX_TOLD);
  };
  const output = openOutput({ ...deps, next: send });

  // Before anything is answered: when the log can't be read, that is the answer.
  const head = source.head();
  const firstSeq = source.firstSeq();
  const unfollow = until === null ? source.follow(wake, () => end("reconnect")) : null;
  output.begin(form, { isEndless: until === null });
  const sendHeartbeat = (): void => {
    if (!output.isOver && output.mayWrite()) output.page(HEARTBEAT);
  };
  const beat = form === "sse" ? setInterval(sendHeartbeat, HEARTBEAT_MS).unref() : null;
  const stopWaiting = waitMs === null ? null : deps.clock.after(waitMs, () => end("reconnect"));
  output.onClose(() => {
    stopWaiting?.();
    if (beat) clearInterval(beat);
    unfollow?.();
  });

  if (until === null) {
    let opening = form === "sse" ? `retry: ${RETRY_MS}\n` : "";
    const isForeign = epoch !== null && epoch !== deps.epoch;
    const isTooOld = cursor > 0 && cursor < firstSeq - 1;
    if (isForeign || cursor > head || isTooOld) {
      const reason = isForeign ? "epoch" : isTooOld ? "pruned" : "ahead";
      opening += textOf({ frame: "reset", epoch: deps.epoch, head, reason });
      cursor = 0;
      toldCursor = 0;
    }
    output.write(opening + textOf({ frame: "hello", epoch: deps.epoch, firstSeq, head, after: cursor }));
  }
  send();
  return {
    end,
    onClose: (listener) => output.onClose(listener),
    tell(frame) {
      if (until !== null || output.isOver) return;
      untold.push(frame);
      send();
      // In another turn: what is told at once goes out together to one that reads.
      if (untold.length === MAX_TOLD + 1) setImmediate(dropOldest);
    },
  };
}
