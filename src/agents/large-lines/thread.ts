// The thread that reads long lines: it reads one after the other from the spool itself, so that their bytes never pass through the daemon's event
// loop, and sends their long texts in parts, no faster than the log stores them.
import { closeSync, readSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { openRegularFile } from "../../home/index.ts";
import { messageOf } from "../../system/index.ts";
import type { TextOutput } from "./long-text.ts";
import { offloadRange } from "./offload-range.ts";
import { placeholdersWith } from "./placeholders.ts";
import type { LineRequest, Report, ThreadData } from "./thread-message.ts";

const port = parentPort;
if (!port) throw new Error("this is a thread of the daemon, not a program");
const { nonce, credit } = workerData as ThreadData;
const placeholders = placeholdersWith(nonce);

const output: TextOutput = {
  part(bytes) {
    while (Atomics.load(credit, 0) <= 0) Atomics.wait(credit, 0, 0);
    Atomics.sub(credit, 0, 1);
    port.postMessage({ kind: "part", bytes } satisfies Report, [bytes.buffer]);
  },
  end: () => port.postMessage({ kind: "end" } satisfies Report),
  drop: () => port.postMessage({ kind: "drop" } satisfies Report),
};

port.on("message", ({ path, ...range }: LineRequest) => {
  let report: Report;
  try {
    const spool = openRegularFile(path);
    try {
      const readAt = (buffer: Buffer, at: number): number => readSync(spool, buffer, 0, buffer.length, at);
      report = { kind: "done", line: offloadRange(range, { readAt, placeholders, output }) };
    } finally {
      closeSync(spool);
    }
  } catch (error) {
    report = { kind: "failed", message: messageOf(error) };
  }
  port.postMessage(report);
});
