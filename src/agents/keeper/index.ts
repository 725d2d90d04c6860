// Holds agent processes so that they outlive the daemon.
export { forgetKill, isKillNoted, noteKill } from "./kill-note.ts";
export { openRun, type Run } from "./open-run.ts";
export { prepareRun, removeRun } from "./prepare-run.ts";
export type { RunExit } from "./run-exit.ts";
export { filesDirOf, holdsRun, spoolOf } from "./run-files.ts";
export { DEFAULT_OUTPUT, type OutputLimits, type RunSpec } from "./run-spec.ts";
