// The process table from `ps`, for systems without /proc. macOS hides the environment of its own binaries (/bin/sleep), so fewer processes are
// found by their marker; parents and sessions find the others.
import { basename } from "node:path";
import { ProgramFailed, runProgram } from "../programs/run-program.ts";
import { HOME_VARIABLE, type Process, RUN_VARIABLE, WITHIN_VARIABLE } from "./process.ts";

const COLUMNS = "pid=,ppid=,pgid=,tty=,stat=,lstart=,command=";
// `lstart` is five words: "Sat Nov 15 16:32:01 2025".
const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s(.*)$/;
const RUN = new RegExp(`(?:^|\\s)${RUN_VARIABLE}=(\\S+)`);
const HOME = new RegExp(`(?:^|\\s)${HOME_VARIABLE}=(\\S+)`);
const WITHIN = new RegExp(`(?:^|\\s)${WITHIN_VARIABLE}=`);

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
  const rows = await runProgram("/bin/ps", args).catch((error) => {
    // ps exits with 1 if it selects nothing.
    if (error instanceof ProgramFailed && error.code === 1) return "";
    throw error;
  });
  return rows.split("\n").flatMap((row) => {
    const [, pid, parent, group, tty = "", state, startedAt, command] = ROW.exec(row) ?? [];
    if (startedAt === undefined || command === undefined || state?.startsWith("Z")) return [];
    const run = RUN.exec(command)?.[1] ?? null;
    const home = HOME.exec(command)?.[1] ?? null;
    const terminal = /^\?+$|^-$/.test(tty) ? null : tty;
    const numbers = { pid: Number(pid), parent: Number(parent), session: Number(group) };
    return [{ ...numbers, startedAt, run, home, within: WITHIN.test(command), terminal }];
  });
}

/** `/dev/ttys003` is `ttys003` in the process table. */
export const terminalAt = (path: string): string => basename(path);
