// The end of a child process: its exit, and its remaining output, which processes that it has started may keep open forever.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Resolves when the process has ended and its pipes are closed. The pipes are cut this long after its exit; null = never. Rejects if it could
 * not be started.
 */
export async function endOf(child: ChildProcess, lastWordsMs: number | null): Promise<ChildEnd> {
  const closed = once(child, "close").catch(() => undefined);
  const [code, signal] = await once(child, "exit");
  if (lastWordsMs === null) await closed;
  else {
    const waiting = new AbortController();
    await Promise.race([closed, delay(lastWordsMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
  return { code, signal };
}

/** Reads a stream as text and keeps its end. Returns a function that gets the text kept so far. */
export function keepTail(stream: Readable, maxCharacters: number): () => string {
  let tail = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-maxCharacters);
  });
  return () => tail;
}
