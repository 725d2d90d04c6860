// What the system knows of its processes: all that killing and identity need. The two platforms differ in this alone.
import type { Process } from "./process.ts";
import * as linux from "./process-table-linux.ts";
import * as macos from "./process-table-macos.ts";

export interface ProcessTable {
  readProcesses(): Promise<Process[]>;
  readProcess(pid: number): Promise<Process | null>;
  /** How many bytes it has written since it started, or null where the system does not tell. */
  readBytesWritten(pid: number): Promise<number | null>;
  /** What `terminal` of a process is when it has the terminal at this path; throws when there is none. */
  terminalAt(path: string): string;
}

export const processTable: ProcessTable = process.platform === "linux" ? linux : macos;
