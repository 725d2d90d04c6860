// Following a stream: asks for everything after the cursor, hands it on, and asks again when the connection ends.
import { type Frame, NDJSON } from "../protocol/index.ts";
import { backOffMs } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import type { Taken } from "./consume-lines.ts";
import { type Cursor, onNewConnection } from "./cursor.ts";
import { linesOf } from "./lines.ts";
import { ProblemError } from "./problem-error.ts";
import { type Connection, isPassing, requestOnce, stopped } from "./request.ts";

/** What a stream gives: frames, and what it is about. */
type Streamed = { readonly kind: "frame"; readonly frame: Frame } | { readonly kind: "event" | "change" };

export interface Stream<Item extends Streamed> {
  /** What follows the cursor. */
  readonly path: (cursor: Cursor) => string;
  readonly take: (cursor: Cursor, lines: readonly string[]) => Taken<Item>;
  /** Told of each item right before it is handed on. */
  readonly see?: (item: Item) => void;
}

export interface FollowOptions {
  readonly after: number;
  readonly epoch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told when a connection ended (null) or broke or could not be made, before the next is tried. */
  readonly onBreak?: (error: unknown) => void;
}

/** Attempts in a row without a word from the daemon: about half a minute. */
const MAX_FAILURES = 34;
/** After a daemon said that it shuts down, another one may take over; about five seconds. */
const MAX_FAILURES_AFTER_BYE = 9;

/** Ends when the signal says so; otherwise it goes on, and throws when the daemon stays away. The consumer's pace is the stream's. */
export async function* follow<Item extends Streamed>(
  connection: Connection,
  { path, take, see }: Stream<Item>,
  { after, epoch, signal, onBreak }: FollowOptions,
): AsyncGenerator<Item, void> {
  let cursor: Cursor = { epoch: epoch ?? null, after, isGreeted: false };
  let failures = 0;
  while (!signal?.aborted) {
    try {
      cursor = onNewConnection(cursor);
      const headers = { accept: NDJSON };
      const { body } = await requestOnce(connection.transport, { method: "GET", path: path(cursor), headers, signal });
      for await (const lines of linesOf(body)) {
        const taken = take(cursor, lines);
        cursor = taken.cursor;
        for (const item of taken.items) {
          if (signal?.aborted) return;
          if (isProgress(item)) failures = 0;
          if (item.kind === "frame")
            connection.isStopping = item.frame.frame === "bye" && item.frame.reason === "draining";
          see?.(item);
          yield item;
        }
        if (taken.isOver) break;
      }
      if (failures >= MAX_FAILURES) throw new ConnectionError("lost", "The daemon keeps closing the stream.");
      onBreak?.(null);
    } catch (error) {
      if (signal?.aborted) return;
      if (failures >= MAX_FAILURES || !canComeBack(error)) throw error;
      onBreak?.(error);
      await bringBack(connection, { error, failures });
    }
    await connection.wait(backOffMs(failures++), signal).catch(() => undefined);
  }
}

/** For a reader a log that can't be read just now passes, too: nothing is lost by asking again. */
const canComeBack = (error: unknown): boolean =>
  isPassing(error) || (error instanceof ProblemError && error.code === "fenced");

const isProgress = (item: Streamed): boolean => item.kind !== "frame" || item.frame.frame === "caught_up";

interface Failure {
  readonly error: unknown;
  readonly failures: number;
}

/** A daemon that went away is started again; one that was told to stop is not, or nobody could ever stop it. */
async function bringBack(connection: Connection, { error, failures }: Failure): Promise<void> {
  const isAbsent = error instanceof ConnectionError && error.kind === "absent";
  if (!connection.isStopping && isAbsent) await connection.revive?.();
  if (connection.isStopping && failures >= MAX_FAILURES_AFTER_BYE) throw stopped(error);
}
