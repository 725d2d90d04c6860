// The code of a thread that starts later. An upgrade may remove or replace its file while the daemon runs, so it is read when the module that
// starts it is loaded, and kept in memory.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/** `source` is next to the calling file; `bundle` is next to the bundle after a build. A bundle that starts this way can't import other files. */
export function readThreadProgram(
  asking: { dirname: string; filename: string },
  { source, bundle }: { source: string; bundle: string },
): (workerData: unknown) => Worker {
  if (asking.filename.endsWith(".ts")) return (workerData) => new Worker(join(asking.dirname, source), { workerData });
  const text = readFileSync(join(asking.dirname, bundle), "utf8");
  return (workerData) => new Worker(text, { eval: true, workerData });
}
