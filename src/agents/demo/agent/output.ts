// stdout. Every line is written before the next thing happens: what the agent did before it dies is there.
import { closeSync, openSync, writeSync } from "node:fs";
import { isCode } from "../../../system/index.ts";
import type { AgentLine } from "../protocol.ts";

export interface Output {
  line(line: AgentLine): void;
  /** As they are: the caller minds the newlines. */
  bytes(bytes: Uint8Array): void;
  /** The reader sees the end; whatever is written later goes nowhere. */
  close(): void;
}

const STDOUT = 1;
const RETRY_MS = 2;

export function openOutput(): Output {
  let isClosed = false;
  const bytes = (bytes: Uint8Array) => {
    for (let start = 0; start < bytes.length && !isClosed; ) start += writeSome(bytes.subarray(start));
  };
  return {
    line: (line) => bytes(Buffer.from(`${JSON.stringify(line)}\n`)),
    bytes,
    close() {
      isClosed = true;
      closeSync(STDOUT);
      // Takes the number, so that no file opened later becomes stdout.
      openSync("/dev/null", "w");
    },
  };
}

function writeSome(bytes: Uint8Array): number {
  try {
    return writeSync(STDOUT, bytes);
  } catch (error) {
    if (!isCode(error, "EAGAIN")) throw error;
    // The reader is slow, and someone made the pipe non-blocking: wait without spinning.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    return 0;
  }
}
