// Follows a stream: requests everything after the cursor, delivers it, and reconnects when the connection ends.
import { type Frame, NDJSON } from "../protocol/index.ts";
import { backOffMs } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import type { Taken } from "./consume-lines.ts";
import { type Cursor, onNewConnection } from "./cursor.ts";
import { linesOf } from "./lines.ts";
import { ProblemError } from "./problem-error.ts";
import { type Connection, isPassing, noteFailure, requestOnce, stopped } from "./request.ts";

/** The items of a stream: frames and content. */
type Streamed = { readonly kind: "frame"; readonly frame: Frame } | { readonly kind: "event" | "change" };

export interface Stream<Item extends Streamed> {
  /** What follows the cursor. */
  readonly path: (cursor: Cursor) => string;
  readonly take: (cursor: Cursor, lines: readonly string[]) => Taken<Item>;
  /** Called with each item right before its delivery. */
  readonly see?: (item: Item) => void;
}

export interface FollowOptions {
  readonly after: number;
  readonly epoch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when a connection ended (null), broke, or could not be made, before the next attempt. */
  readonly onBreak?: (error: unknown) => void;
}

/** Attempts in a row without any answer: about half a minute. */
const MAX_FAILURES = 34;
/** After a daemon has announced its shutdown, another one may take over; about five seconds. */
const MAX_FAILURES_AFTER_BYE = 9;

/** Ends when the signal is aborted; throws when the daemon stays unreachable. The consumer's pace is the stream's. */
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
      connection.hasFollowed = true;
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
      noteFailure(connection, error);
      if (failures >= MAX_FAILURES || !canComeBack(error)) throw error;
      onBreak?.(error);
      await bringBack(connection, { error, failures });
    }
    await connection.wait(backOffMs(failures++), signal).catch(() => undefined);
  }
}

/** For a reader an unreadable log is temporary, too: retrying loses nothing. */
const canComeBack = (error: unknown): boolean =>
  isPassing(error) || (error instanceof ProblemError && error.code === "fenced");

const isProgress = (item: Streamed): boolean => item.kind !== "frame" || item.frame.frame === "caught_up";

interface Failure {
  readonly error: unknown;
  readonly failures: number;
}

/** A daemon that died is started again; one that was stopped is not, or nobody could ever stop it. */
async function bringBack(connection: Connection, { error, failures }: Failure): Promise<void> {
  const isAbsent = error instanceof ConnectionError && error.kind === "absent";
  if (!connection.isStopping && isAbsent) await connection.revive?.();
  if (connection.isStopping && failures >= MAX_FAILURES_AFTER_BYE) throw stopped(error);
}
