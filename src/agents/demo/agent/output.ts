// stdout. Every line is written before the next thing happens: what the agent did before it dies is there.
import { closeSync, openSync } from "node:fs";
import { writeWhole } from "../../../system/index.ts";
import type { AgentLine } from "../protocol.ts";

export interface Output {
  line(line: AgentLine): void;
  /** As they are: the caller minds the newlines. */
  bytes(bytes: Uint8Array): void;
  /** The reader sees the end; whatever is written later goes nowhere. */
  close(): void;
}

const STDOUT = 1;

export function openOutput(): Output {
  let isClosed = false;
  const bytes = (bytes: Uint8Array) => {
    if (!isClosed) writeWhole(STDOUT, bytes);
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
