// The daemon: one process that runs every agent and answers every client.
export { type Daemon, type Parts, startDaemon } from "./daemon.ts";
export { runRecover } from "./home/recover.ts";
export { runDaemon } from "./run.ts";
export { endRuns } from "./runs/end-unrecorded.ts";
