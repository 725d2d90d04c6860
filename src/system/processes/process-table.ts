// Everything that depends on the platform's process table, for identifying and ending processes.
import type { Process } from "./process.ts";
import * as linux from "./process-table-linux.ts";
import * as macos from "./process-table-macos.ts";

export interface ProcessTable {
  readProcesses(): Promise<Process[]>;
  readProcess(pid: number): Promise<Process | null>;
  /** The bytes that it has written since it started; null if the system does not tell. */
  readBytesWritten(pid: number): Promise<number | null>;
  /** The `terminal` of a process on the terminal at this path; throws if there is none. */
  terminalAt(path: string): string;
}

export const processTable: ProcessTable = process.platform === "linux" ? linux : macos;
