// A line too long for the event loop: a separate thread reads it and puts its long texts into the log, and only the rest of
// it comes back. Until then nothing after it is read; the session accepts commands as always.
import { decodeLine, type Fact, type LineRange, type OffloadedLine } from "../../agents/index.ts";
import { byteSize, type Line, LineSplitter, SkeinError, stopError } from "../../core/index.ts";
import type { AttachedRun, AwaitedLine, SessionContext } from "../session-context.ts";

/** Parsing a line of this length takes about ten milliseconds. */
const LONG_LINE_BYTES = 1024 * 1024;
/** Of a longer line only the beginning is kept: nobody reads more, and it would fill the disk. */
const MAX_LINE_BYTES = 512 * 1024 * 1024;
const HEAD_CHARACTERS = 2000;

export type LongLine = Extract<Line, { kind: "oversized" }>;

export const splitterAt = (startOffset: number): LineSplitter =>
  new LineSplitter({ startOffset, maxBytes: LONG_LINE_BYTES });

/** Starts reading the line; input read after it is read again later. A line without an end means that the agent died in it. */
export function beginLongLine(
  context: SessionContext,
  attachedRun: AttachedRun,
  { line, hasEnd }: { line: LongLine; hasEnd: boolean },
): AwaitedLine {
  const end = hasEnd ? line.end - 1 : line.end;
  const range = { start: end - line.length, end, isCutOff: !hasEnd };
  attachedRun.splitter = splitterAt(line.end);
  attachedRun.readOffset = line.end;
  const isTooLong = line.length > MAX_LINE_BYTES;
  const taken = isTooLong
    ? Promise.resolve(beginningOf(line))
    : offloadLine(context, attachedRun.run.dir, { line, range });
  const awaited: AwaitedLine = { taken, isTaken: false, length: line.length, end: line.end };
  attachedRun.longLine = awaited;
  return awaited;
}

/** A log that fails now is retried later; but an unreadable line must not block the session forever. */
async function offloadLine(
  { deps }: SessionContext,
  dir: string,
  { line, range }: { line: LongLine; range: LineRange },
): Promise<OffloadedLine> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.keeper.offloadLine(dir, range, () => deps.log.openBlob());
    } catch (error) {
      if (error instanceof SkeinError) throw error;
      deps.report("a long line of an agent could not be read", error);
      if (attempt === 2) return beginningOf(line);
    }
  }
}

const beginningOf = ({ head }: LongLine): OffloadedLine => ({ kind: "raw", why: "too_long", raw: shortened(head) });

/** Whether it may be JSON that the driver should see. */
export async function isUnreadable({ taken }: AwaitedLine): Promise<boolean> {
  const line = await taken;
  return line.kind === "raw" && line.why === "too_long";
}

/** Why the agent was stopped over it. */
export const unreadError = ({ length }: AwaitedLine): Fact => ({
  type: "error",
  data: stopError(
    "line_too_long",
    `The agent wrote one line of ${byteSize(length)} that Skein could not read. It may contain a question, so the agent was stopped.`,
    "send a prompt to continue in a new run",
  ),
});

/** The message about a line that no driver can read. */
export function rawLine({ why, raw }: Extract<OffloadedLine, { kind: "raw" }>, length: number): Fact {
  if (why === "cut_off") return cutOffLine(raw);
  const text =
    why === "no_json"
      ? `the agent wrote one line of ${byteSize(length)} that Skein could not read`
      : `the agent wrote one line of ${byteSize(length)}, more than Skein accepts; its beginning is kept`;
  return { type: "notice", data: { kind: "line_too_long", text, raw } };
}

/** The agent exited without ending its line. */
export const cutOffLine = (raw: string): Fact => ({
  type: "notice",
  data: { kind: "partial_line", text: "the agent ended in the middle of a line", raw },
});

export const shortened = (bytes: Uint8Array): string => decodeLine(bytes).slice(0, HEAD_CHARACTERS);
