// What Skein asks of the system that it runs on, each thing in one place. It knows nothing of sessions, agents or homes.
export { bootId } from "./boot-id.ts";
export { absent, codeOf, failedPathOf, isCode, messageOf, unlessAbsent } from "./errors.ts";
export { namesIn, orNull, realPathOf, writeWhole } from "./files.ts";
export { environmentsAbove } from "./processes/environments-above.ts";
export { isAlive } from "./processes/is-alive.ts";
export { type KilledTree, killTree, processesOf, readProcesses, signalTrees, treeOf } from "./processes/kill-tree.ts";
export { memoryOf } from "./processes/memory.ts";
export { isOwnProcess, signalIfThere } from "./processes/own-process.ts";
export { ownTerminal } from "./processes/own-terminal.ts";
export {
  commandLineOf,
  descriptorLimitOf,
  descriptorsOf,
  executableOf,
  pidsInProc,
  readLocks,
  readMountTable,
  socketOf,
  stateOf,
  targetOf,
} from "./processes/proc.ts";
export { HOME_VARIABLE, type Process, RUN_VARIABLE } from "./processes/process.ts";
export { processTable } from "./processes/process-table.ts";
export { readMarkers } from "./processes/process-table-linux.ts";
export { type ChildEnd, endOf, keepTail } from "./programs/child-end.ts";
export { findProgram, programsOn, SYSTEM_PATH, safePath } from "./programs/find-program.ts";
export { ProgramFailed, runProgram, runProgramNow } from "./programs/run-program.ts";
export { finishedNameOf, replaceFile, replaceFileSync } from "./replace-file.ts";
export { syncDirectory, syncFile, syncPath } from "./sync.ts";
export { TaskQueue } from "./task-queue.ts";
