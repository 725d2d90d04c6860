// stdout. Every line is written before the next thing happens: none is lost or overtaken, and nothing piles up.
import { writeSync } from "node:fs";
import { isCode } from "../../../system/index.ts";

const STDOUT = 1;
const RETRY_MS = 2;

export function writeLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let start = 0; start < bytes.length; ) start += writeSome(bytes.subarray(start));
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
