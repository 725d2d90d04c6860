// The writer's thread: opens the engine, answers each group in the order in which it came, and ends after the first failure.
import { parentPort, workerData } from "node:worker_threads";
import type { Engine } from "./engine.ts";
import type { Job } from "./job.ts";
import { packFault, type Reply, type Request } from "./thread-message.ts";
import { startEngine, type WriterOptions } from "./writer.ts";

const port = parentPort;
if (!port) throw new Error("this is the writer's thread, not a program");
const reply = (message: Reply): void => port.postMessage(message);

/** Nothing is done after a failure: the store opens another writer. */
function attempt(task: () => void, engine?: Engine): void {
  try {
    task();
  } catch (fault) {
    reply({ kind: "failed", fault: packFault(fault) });
    try {
      engine?.abandon();
    } catch {
      // The failure was told; ending the thread closes what is left.
    }
    port?.close();
  }
}

attempt(() => {
  const { engine, report } = startEngine(workerData as WriterOptions);
  const write = (jobs: readonly Job[]): void =>
    attempt(() => reply({ kind: "written", outcomes: engine.write(jobs) }), engine);
  port.on("message", (request: Request) => {
    if (request.kind === "write") return write(request.jobs);
    attempt(() => {
      if (request.kind === "close") engine.close();
      else engine.abandon();
      reply({ kind: "closed" });
      port.close();
    });
  });
  reply({ kind: "ready", lastCommit: engine.lastCommit, report });
});
