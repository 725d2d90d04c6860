// The program of a thread that is started when it is needed. An upgrade may take its file away, or put another version's in its place, while the daemon works:
// so its text is read with the module that starts it, and kept.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/** `source` is beside the file that asks, `bundle` beside the bundle when built. A bundle that is started this way may load nothing beside it. */
export function readThreadProgram(
  asking: { dirname: string; filename: string },
  { source, bundle }: { source: string; bundle: string },
): (workerData: unknown) => Worker {
  if (asking.filename.endsWith(".ts")) return (workerData) => new Worker(join(asking.dirname, source), { workerData });
  const text = readFileSync(join(asking.dirname, bundle), "utf8");
  return (workerData) => new Worker(text, { eval: true, workerData });
}
