// Loaded into the daemon before its own code: at each SIGUSR2 the newest thread that it has started dies, and its number goes into a file.
// Used as: NODE_OPTIONS="--import <this file>" SKEIN_TORTURE_THREADS=<file>
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import workerThreads, { Worker } from "node:worker_threads";

const living: Worker[] = [];

workerThreads.Worker = class extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    living.push(this);
    this.once("exit", () => living.splice(living.indexOf(this), 1));
  }
};
syncBuiltinESMExports();

process.on("SIGUSR2", () => {
  const newest = living.at(-1);
  if (!newest) return;
  appendFileSync(process.env.SKEIN_TORTURE_THREADS ?? "", `${newest.threadId}\n`);
  void newest.terminate();
});
