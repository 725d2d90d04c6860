// The daemon: one process that runs every agent and answers every client.
export { type Daemon, type Parts, startDaemon } from "./daemon.ts";
export { endRuns } from "./end-unrecorded.ts";
export { runRecover } from "./recover.ts";
export { runDaemon } from "./run.ts";
