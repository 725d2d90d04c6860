// The process table from `ps`, for systems without /proc. macOS hides the environment of its own binaries (/bin/sleep), so
// there the marker finds fewer processes, and parents and groups find the rest.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Process, RUN_VARIABLE } from "./process.ts";

const COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=,command=";
// `lstart` is five words: "Sat Nov 15 16:32:01 2025".
const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s(.*)$/;
const RUN = new RegExp(`(?:^|\\s)${RUN_VARIABLE}=(\\S+)`);

export function readProcesses(): Promise<Process[]> {
  return list(["-ax"]);
}

export async function readProcess(pid: number): Promise<Process | null> {
  const [process] = await list(["-p", String(pid)]);
  return process ?? null;
}

export async function readBytesWritten(): Promise<null> {
  return null;
}

async function list(selection: string[]): Promise<Process[]> {
  const args = [...selection, "-ww", "-E", "-o", COLUMNS];
  const { stdout } = await promisify(execFile)("/bin/ps", args, { maxBuffer: 2 ** 28 }).catch((error) => {
    // ps exits with 1 when it selected nothing.
    if (error.code === 1) return { stdout: "" };
    throw error;
  });
  return stdout.split("\n").flatMap((row) => {
    const [, pid, parent, group, state, startedAt, command] = ROW.exec(row) ?? [];
    if (startedAt === undefined || command === undefined || state?.startsWith("Z")) return [];
    const run = RUN.exec(command)?.[1] ?? null;
    return [{ pid: Number(pid), parent: Number(parent), session: Number(group), startedAt, run }];
  });
}
