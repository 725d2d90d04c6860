// Following a log: asks for everything after the cursor, hands it on, and asks again when the connection ends.
import type { Event } from "../core/index.ts";
import { type Frame, NDJSON } from "../protocol/index.ts";
import { backOffMs } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import { type Cursor, placeEvent, placeFrame } from "./cursor.ts";
import { linesOf } from "./lines.ts";
import { type Connection, isPassing, requestOnce } from "./request.ts";

export type Followed =
  /** `line` is the event exactly as the log gives it. */
  | { readonly kind: "event"; readonly event: Event; readonly line: string }
  /** After `reset` everything comes again from seq 1: drop what was built from earlier events. */
  | { readonly kind: "frame"; readonly frame: Frame };

export interface FollowOptions {
  readonly after: number;
  readonly epoch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Attempts in a row without a word from the daemon: about half a minute. */
const MAX_FAILURES = 34;
/** After a daemon said that it shuts down, another one may take over; about five seconds. */
const MAX_FAILURES_AFTER_BYE = 9;

/** Ends when the signal says so; otherwise it goes on, and throws when the daemon stays away. The consumer's pace is the stream's. */
export async function* follow(
  connection: Connection,
  path: (cursor: Cursor) => string,
  { after, epoch, signal }: FollowOptions,
): AsyncGenerator<Followed, void> {
  let cursor: Cursor = { epoch: epoch ?? null, after };
  let failures = 0;
  let isStopping = false;
  while (!signal?.aborted) {
    try {
      const headers = { accept: NDJSON };
      const { body } = await requestOnce(connection.transport, { method: "GET", path: path(cursor), headers, signal });
      for await (const line of linesOf(body)) {
        if (signal?.aborted) return;
        const value = JSON.parse(line) as Frame | Event;
        const verdict = "frame" in value ? placeFrame(cursor, value) : placeEvent(cursor, value);
        if (verdict.kind === "drop") continue;
        if (verdict.kind === "gap") break;
        cursor = verdict.cursor;
        if (!("frame" in value)) {
          failures = 0;
          yield { kind: "event", event: value, line };
          continue;
        }
        if (value.frame === "caught_up") failures = 0;
        isStopping = value.frame === "bye" && value.reason === "draining";
        if (verdict.kind === "reset" && value.frame === "hello") yield { kind: "frame", frame: resetFor(value) };
        yield { kind: "frame", frame: value };
        if (value.frame === "bye") break;
      }
      if (failures >= MAX_FAILURES) throw new ConnectionError("lost", "The daemon keeps closing the stream.");
    } catch (error) {
      if (signal?.aborted) return;
      if (failures >= MAX_FAILURES || !isPassing(error)) throw error;
      await bringBack(connection, { error, failures, isStopping });
    }
    await connection.wait(backOffMs(failures++), signal).catch(() => undefined);
  }
}

const resetFor = ({ epoch, head }: { epoch: string; head: number }): Frame => ({
  frame: "reset",
  epoch,
  head,
  reason: "epoch",
});

interface Failure {
  readonly error: unknown;
  readonly failures: number;
  readonly isStopping: boolean;
}

/** A daemon that went away is started again; one that was told to stop is not, or nobody could ever stop it. */
async function bringBack(connection: Connection, { error, failures, isStopping }: Failure): Promise<void> {
  const isAbsent = error instanceof ConnectionError && error.kind === "absent";
  if (!isStopping && isAbsent) await connection.revive?.();
  if (isStopping && failures >= MAX_FAILURES_AFTER_BYE) {
    throw new ConnectionError("stopped", "The daemon was stopped.", { cause: error });
  }
}
