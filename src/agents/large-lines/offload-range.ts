// One long line of a spool, from its bytes to the session's result. Synchronous, with a few chunks of memory for any length: it runs in a thread of
// its own, so that reading, decoding and hashing 100 MB block nobody.
import type { Placeholders } from "../../core/index.ts";
import { LineOffloader } from "./line-offloader.ts";
import { LongText, PART_BYTES, type TextOutput } from "./long-text.ts";

/** Without its line feed. */
export interface LineRange {
  start: number;
  end: number;
  /** The line has no end: the agent died while writing it. It is not read as JSON. */
  isCutOff: boolean;
}

export type OffloadedLine =
  /** The line for the driver, with placeholders for its long texts. */
  | { kind: "offloaded"; line: string }
  /** Nothing for a driver: the beginning with a placeholder, and the whole line as one text. */
  | { kind: "raw"; why: "no_json" | "too_long" | "cut_off"; raw: string };

/** Fills the buffer from this offset on; returns the number of bytes. */
export type ReadAt = (buffer: Buffer, at: number) => number;

export function offloadRange(
  { start, end, isCutOff }: LineRange,
  { readAt, placeholders, output }: { readAt: ReadAt; placeholders: Placeholders; output: TextOutput },
): OffloadedLine {
  const offloader = new LineOffloader({ placeholders, output });
  if (!isCutOff) {
    for (const chunk of chunksOf(start, end, readAt)) if (!offloader.push(chunk)) break;
    const offloaded = offloader.end();
    if (offloaded.kind === "offloaded") return offloaded;
    return { kind: "raw", why: offloaded.why, raw: keepRaw() };
  }
  return { kind: "raw", why: "cut_off", raw: keepRaw() };

  function keepRaw(): string {
    const whole = new LongText(output);
    for (const chunk of chunksOf(start, end, readAt)) whole.addBytes(chunk);
    return placeholders.write(whole.end());
  }
}

function* chunksOf(start: number, end: number, readAt: ReadAt): Generator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
  for (let at = start; at < end; ) {
    const wanted = buffer.subarray(0, Math.min(PART_BYTES, end - at));
    const read = readAt(wanted, at);
    if (read === 0) throw new Error(`the spool ends at ${at}, in the middle of a line that ended at ${end}`);
    at += read;
    yield wanted.subarray(0, read);
  }
}
