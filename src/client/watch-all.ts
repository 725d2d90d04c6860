// Tells when something may have changed in any session. It carries no news itself: whoever hears it looks again, so a connection
// that breaks loses nothing.
import { type CommitLine, type Frame, NDJSON } from "../protocol/index.ts";
import { backOffMs } from "./back-off.ts";
import { bringBack, MAX_FAILURES } from "./follow.ts";
import { linesOf } from "./lines.ts";
import { type Connection, isPassing, requestOnce } from "./request.ts";

interface Watching {
  /** Where the stream over all sessions ends now. */
  readonly head: () => Promise<number>;
  readonly path: (after: number) => string;
  /** Types of events that matter; null = all. */
  readonly types: ReadonlySet<unknown> | null;
  readonly signal: AbortSignal;
  /** Told when a connection ended (null) or broke or could not be made, before the next is tried. */
  readonly onBreak?: ((error: unknown) => void) | undefined;
}

/** A session that ends takes its questions with it. */
export const aboutQuestions: ReadonlySet<unknown> = new Set(["permission", "session_end"]);

/** Ends when the signal says so; throws when the daemon stays away. */
export async function* watchAll(
  connection: Connection,
  { head, path, types, signal, onBreak }: Watching,
): AsyncGenerator<void, void> {
  const matters = (value: CommitLine | Frame): boolean => {
    if ("frame" in value) return value.frame === "reset";
    return types === null || types.has((value.event as { type?: unknown }).type);
  };
  let failures = 0;
  let isStopping = false;
  while (!signal.aborted) {
    try {
      const request = { method: "GET", path: path(await head()), headers: { accept: NDJSON }, signal };
      const { body } = await requestOnce(connection.transport, request);
      failures = 0;
      // Whatever happened meanwhile is seen by looking now; what happens from here on comes through the stream.
      yield;
      for await (const lines of linesOf(body)) {
        const values = lines.map((line) => JSON.parse(line) as CommitLine | Frame);
        isStopping = values.some((one) => "frame" in one && one.frame === "bye" && one.reason === "draining");
        if (signal.aborted) return;
        if (values.some(matters)) yield;
      }
      onBreak?.(null);
    } catch (error) {
      if (signal.aborted) return;
      if (failures >= MAX_FAILURES || !isPassing(error)) throw error;
      onBreak?.(error);
      await bringBack(connection, { error, failures, isStopping });
    }
    await connection.wait(backOffMs(failures++), signal).catch(() => undefined);
  }
}
