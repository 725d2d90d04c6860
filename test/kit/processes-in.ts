// The processes of a directory, as the system knows them: those that work there, or have its path in their environment or command line.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { until } from "./until.ts";

export interface FoundProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Whatever was started in this directory: what it starts in turn inherits the path. Nothing where there is no /proc. */
export function processesIn(directory: string): FoundProcess[] {
  return pids().flatMap((pid) => {
    try {
      const read = (name: string): string => readFileSync(`/proc/${pid}/${name}`, "utf8");
      const command = read("cmdline");
      const around = [command, read("environ"), readlinkSync(`/proc/${pid}/cwd`)];
      if (pid === process.pid || !around.some((text) => text.includes(directory))) return [];
      // The name in parentheses may hold anything; what comes behind it may not.
      const parent = Number(read("stat").split(") ").at(-1)?.split(" ")[1]);
      return [{ pid, parent, command: command.replaceAll("\0", " ").trim() }];
    } catch {
      // It has just ended, or is another user's.
      return [];
    }
  });
}

/** Ends them by force, with all that they start meanwhile; resolves when none is there. */
export async function killProcessesIn(
  directory: string,
  isMeant: (one: FoundProcess) => boolean = () => true,
): Promise<void> {
  const left = (): number[] =>
    processesIn(directory)
      .filter(isMeant)
      .map(({ pid }) => pid);
  await killProcesses(`the processes in ${directory}`, left);
}

/** Ends by force whatever is found, until nothing is. */
export async function killProcesses(what: string, find: () => readonly number[]): Promise<void> {
  await until(`${what} to end`, () => {
    const left = find();
    for (const pid of left) kill(pid);
    return left.length === 0;
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was quicker.
  }
}

function pids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
