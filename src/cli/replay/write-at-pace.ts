// `skein replay --speed` without a screen: the transcript is written as it came, event by event.
import type { Client, ListedSession } from "../../client/index.ts";
import { gapMs, type Pace } from "../../core/playback/index.ts";
import { callAfter } from "../../system/index.ts";
import { inlineIfSaid } from "../history/inline-texts.ts";
import { type Io, writeAll } from "../io.ts";
import { Printer, type PrinterOptions } from "../render/printer.ts";

export interface AtPace {
  readonly io: Pick<Io, "stdout">;
  readonly after: number;
  readonly pace: Pace;
  readonly printing: Omit<PrinterOptions, "write">;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

export async function writeAtPace(client: Client, session: ListedSession, options: AtPace): Promise<void> {
  const { io, after, pace, printing, signal } = options;
  let text = "";
  const write = (piece: string): void => {
    text += piece;
  };
  const printer = new Printer({ ...printing, write });
  let last: string | null = null;
  for await (const { event } of client.log(session.id, { after })) {
    const gap = last === null ? 0 : gapMs(last, event.at, pace.skipsIdle) / pace.speed;
    last = event.at;
    if (gap > 0) await pause(gap, signal);
    if (signal.aborted || !io.stdout.writable) return;
    printer.feed(await inlineIfSaid(client, event));
    await writeAll(io.stdout, text);
    text = "";
  }
  if (!printer.page.isAtLineStart) await writeAll(io.stdout, "\n");
}

/** Resolves after this time, or at once if it is ended. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = callAfter(ms, done);
    signal.addEventListener("abort", done, { once: true });
  });
}
