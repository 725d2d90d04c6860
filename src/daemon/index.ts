// The daemon: one process that runs all agents and answers all clients.
export { type Daemon, type Parts, startDaemon } from "./daemon.ts";
export { runRecover } from "./home/recover.ts";
export { runDaemon } from "./run.ts";
export { endRuns } from "./runs/end-unrecorded.ts";
