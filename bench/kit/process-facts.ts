// What the system reports of a process: memory, CPU time, child processes. From /proc, so only on Linux.
import { existsSync, readdirSync, readFileSync } from "node:fs";

export const hasProc = (): boolean => existsSync("/proc/self/schedstat");

export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** Of all its threads so far; exact, while clock ticks would round to 10 ms. */
export function cpuMilliseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + Number(schedule(pid, thread).split(" ")[0]) / 1e6, 0);
}

/** Its descendants. */
export function descendants(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );
  return children.reduce((sum, child) => sum + 1 + descendants(child), 0);
}

const schedule = (pid: number, thread: string): string => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
