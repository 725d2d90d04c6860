// The store's side of the writer's thread. A thread that dies silently counts as a failed write.
import { readThreadProgram } from "../../home/index.ts";
import type { Outcome } from "./job.ts";
import { type Reply, type Request, unpackFault } from "./thread-message.ts";
import type { OpenedWriter, OpenWriter } from "./writer.ts";

const startProgram = readThreadProgram(
  { dirname: import.meta.dirname, filename: import.meta.filename },
  { source: "writer-thread.ts", bundle: "log-writer.cjs" },
);

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (fault: Error) => void;
}

export const openThreadedWriter: OpenWriter = async (options): Promise<OpenedWriter> => {
  const worker = startProgram(options);
  const waiting: Waiting[] = [];
  let end: Error | null = null;

  const fail = (fault: Error): void => {
    end ??= fault;
    for (const { reject } of waiting.splice(0)) reject(fault);
  };
  worker.on("message", (reply: Reply) => {
    if (reply.kind === "failed") fail(unpackFault(reply.fault));
    else waiting.shift()?.resolve(reply);
  });
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the thread that writes the log ended")));

  const next = (): Promise<Reply> =>
    end ? Promise.reject(end) : new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  const ask = (request: Request): Promise<Reply> => {
    const answer = next();
    if (!end) worker.postMessage(request, partsOf(request));
    return answer;
  };
  const release = async (): Promise<void> => {
    await worker.terminate();
  };

  try {
    const ready = await next();
    if (ready.kind !== "ready") throw new Error("the thread that writes the log did not start");
    return {
      lastCommit: ready.lastCommit,
      report: ready.report,
      writer: {
        async write(jobs): Promise<Outcome[]> {
          const reply = await ask({ kind: "write", jobs });
          if (reply.kind !== "written") throw new Error("the thread that writes the log gave no outcome");
          return reply.outcomes;
        },
        close: async () => {
          await ask({ kind: "close" });
          await release();
        },
        abandon: async () => {
          if (!end) await ask({ kind: "abandon" }).catch(() => {});
          await release();
        },
      },
    };
  } catch (fault) {
    await release();
    throw fault;
  }
};

/** Parts of long texts are transferred to the thread instead of copied: the caller can't use them afterwards. */
const partsOf = (request: Request): ArrayBuffer[] =>
  request.kind !== "write"
    ? []
    : request.jobs.flatMap((job) => {
        if (job.kind !== "blob_part") return [];
        const { buffer, byteLength } = job.bytes;
        return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
      });
