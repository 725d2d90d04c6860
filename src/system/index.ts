// What Skein uses of the operating system, without knowledge of sessions, agents or homes. Functions that start programs have their own entry
// point (processes.ts), because quick commands do without them.
export { callAfter } from "./call-after.ts";
export { absent, codeOf, failedPathOf, isCode, messageOf, unlessAbsent } from "./errors.ts";
export { namesIn, orNull, realPathOf, writeWhole } from "./files.ts";
export { environmentsAbove } from "./processes/environments-above.ts";
export { isAlive } from "./processes/is-alive.ts";
export { ownTerminal } from "./processes/own-terminal.ts";
export {
  closedProcessesOf,
  commandLineOf,
  descriptorLimitOf,
  descriptorsOf,
  executableOf,
  pidsInProc,
  readLocks,
  readMountTable,
  readTcpTable,
  socketOf,
  stateOf,
  type TcpEnds,
  type TcpTable,
  targetOf,
  tcpEnd,
  tcpTableIn,
} from "./processes/proc.ts";
export { HOME_VARIABLE, type Process, RUN_VARIABLE } from "./processes/process.ts";
export { readMarkers } from "./processes/process-table-linux.ts";
export { findProgram, programsOn, SYSTEM_PATH, safePath } from "./programs/find-program.ts";
export { finishedNameOf, replaceFile, replaceFileSync } from "./replace-file.ts";
export { syncDirectory, syncFile, syncPath } from "./sync.ts";
export { TaskQueue } from "./task-queue.ts";
