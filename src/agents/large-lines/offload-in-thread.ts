// The daemon's side of the thread that reads long lines. One line at a time for all sessions: such lines are rare, and memory stays bounded.
import type { Worker } from "node:worker_threads";
import { readThreadProgram } from "../../home/index.ts";
import { TaskQueue } from "../../system/index.ts";
import type { OffloadedLine } from "./offload-range.ts";
import { nonce } from "./placeholders.ts";
import type { LineRequest, Report, ThreadData } from "./thread-message.ts";

/** A long text that is being stored. */
export interface TextWriter {
  write(part: Uint8Array): Promise<void>;
  finish(): Promise<unknown>;
  abandon(): void;
}

export type LineOffload = (line: LineRequest, openText: () => TextWriter) => Promise<OffloadedLine>;

const startProgram = readThreadProgram(
  { dirname: import.meta.dirname, filename: import.meta.filename },
  { source: "thread.ts", bundle: "large-lines.cjs" },
);

/** The maximum of parts in transit: two megabytes. */
export const PARTS_AHEAD = 8;
/** The thread stays for a while, because such lines come in groups. */
const IDLE_MS = 10_000;

interface Thread {
  worker: Worker;
  credit: Int32Array<SharedArrayBuffer>;
}

export function createLineOffload(): LineOffload {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  const lines = new TaskQueue();

  function stopThread(): void {
    // Ending it failed, so it has ended already.
    thread?.worker.terminate().catch(() => {});
    thread = null;
  }

  async function offload(line: LineRequest, openText: () => TextWriter): Promise<OffloadedLine> {
    clearTimeout(idle);
    thread ??= startThread((ended) => {
      if (thread?.worker === ended) thread = null;
    });
    try {
      return await runRequest(thread, line, openText);
    } catch (error) {
      // It may be in any state.
      stopThread();
      throw error;
    } finally {
      idle = setTimeout(stopThread, IDLE_MS).unref();
    }
  }

  return (line, openText) => lines.run(() => offload(line, openText));
}

/** It may end on its own while nobody waits for it. */
function startThread(onEnd: (worker: Worker) => void): Thread {
  const credit = new Int32Array(new SharedArrayBuffer(4));
  Atomics.store(credit, 0, PARTS_AHEAD);
  const worker = startProgram({ nonce, credit } satisfies ThreadData);
  // A waiting caller keeps the process alive; the thread alone does not.
  worker.unref();
  worker.on("error", () => {}).once("exit", () => onEnd(worker));
  return { worker, credit };
}

/** Rejects if the thread fails or ends, and if the log does not accept a part. */
function runRequest({ worker, credit }: Thread, line: LineRequest, openText: () => TextWriter): Promise<OffloadedLine> {
  return new Promise<OffloadedLine>((resolve, reject) => {
    let text: TextWriter | null = null;
    const writes: Promise<unknown>[] = [];
    const settle = (how: () => void): void => {
      worker.off("message", take).off("error", fail).off("exit", fail);
      how();
    };
    const fail = (cause: unknown): void => {
      text?.abandon();
      text = null;
      settle(() => reject(cause instanceof Error ? cause : new Error("the thread that reads long lines ended")));
    };
    const follow = (write: Promise<unknown>): void => {
      writes.push(write);
      write.catch(fail);
    };
    const giveCredit = (): void => {
      Atomics.add(credit, 0, 1);
      Atomics.notify(credit, 0);
    };
    const take = (report: Report): void => {
      switch (report.kind) {
        case "part":
          // Not awaited one by one: parts in transit share a transaction.
          text ??= openText();
          follow(text.write(report.bytes).then(giveCredit));
          break;
        case "end": {
          const ended = text ?? openText();
          text = null;
          follow(ended.finish());
          break;
        }
        case "drop":
          text?.abandon();
          text = null;
          break;
        case "done":
          Promise.all(writes).then(() => settle(() => resolve(report.line)), fail);
          break;
        case "failed":
          fail(new Error(`a long line could not be read: ${report.message}`));
          break;
        default:
          report satisfies never;
      }
    };
    worker.on("message", take).on("error", fail).on("exit", fail);
    worker.postMessage(line);
  });
}
