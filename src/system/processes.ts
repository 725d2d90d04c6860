// Runs programs; finds, identifies and ends processes. Separate from the index, because loading it costs a quick command more than its own
// work.
export { bootId } from "./boot-id.ts";
export { type KilledTree, killTree, processesOf, readProcesses, signalTrees, treeOf } from "./processes/kill-tree.ts";
export { memoryOf } from "./processes/memory.ts";
export { isOwnProcess, signalIfThere } from "./processes/own-process.ts";
export { processTable } from "./processes/process-table.ts";
export { type ChildEnd, endOf, keepTail } from "./programs/child-end.ts";
export { ProgramFailed, runProgram, runProgramNow } from "./programs/run-program.ts";
