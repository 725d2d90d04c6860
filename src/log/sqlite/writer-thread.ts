// The writer's thread: opens the engine, answers each group in order, and ends after the first failure.
import { parentPort, workerData } from "node:worker_threads";
import type { Engine } from "./engine.ts";
import { packFault, type Reply, type Request } from "./thread-message.ts";
import { startEngine, type WriterOptions } from "./writer.ts";

const port = parentPort;
if (!port) throw new Error("this is the writer's thread, not a program");
const reply = (message: Reply): void => port.postMessage(message);

/** Later messages are ignored after a failure: the store opens another writer. */
function fail(fault: unknown, engine?: Engine): void {
  reply({ kind: "failed", fault: packFault(fault) });
  try {
    engine?.abandon();
  } catch {
    // The store was told of the failure; the end of the thread closes everything.
  }
  port?.close();
}

function serve(engine: Engine, request: Request): void {
  if (request.kind === "write") {
    reply({ kind: "written", outcomes: engine.write(request.jobs) });
    return;
  }
  if (request.kind === "close") engine.close();
  else engine.abandon();
  reply({ kind: "closed" });
  port?.close();
}

startEngine(workerData as WriterOptions).then(({ engine, report }) => {
  port.on("message", (request: Request) => {
    try {
      serve(engine, request);
    } catch (fault) {
      fail(fault, engine);
    }
  });
  reply({ kind: "ready", lastCommit: engine.lastCommit, report });
}, fail);
