// The only path to the stdin of a running agent (a process for one prompt gets its stdin at the start): shortened texts are sent whole, or the line is not sent.
import { linesToBytes, placeholders } from "../../agents/index.ts";
import { byteSize, type RestoreFailure, restoreLine } from "../../core/index.ts";
import type { Log } from "../../log/index.ts";
import { textOf } from "../long-text.ts";

/** One commit holds all of the input that is sent at once. */
const MAX_BYTES = 32 * 1024 * 1024;

const reasons: Readonly<Record<RestoreFailure, string>> = {
  missing: "the log has lost a part of what the agent asked for",
  too_long: `what the agent asked for is larger than ${byteSize(MAX_BYTES)}`,
  changed: "only the beginning of a part of what the agent asked for is known",
};

/** The bytes of these lines, or why they can't be sent. */
export function outgoing(log: Log, writes: readonly string[]): { bytes: Buffer } | { why: string } {
  const lines: string[] = [];
  for (const write of writes) {
    const restored = restoreLine(write, { placeholders, textOf: (hash) => textOf(log, hash), maxBytes: MAX_BYTES });
    if ("why" in restored) return { why: reasons[restored.why] };
    lines.push(restored.line);
  }
  return { bytes: linesToBytes(lines) };
}
