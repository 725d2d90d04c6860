// The memory of processes. On Linux shared memory is divided between those that share it; elsewhere it is counted for each.
import { readFile } from "node:fs/promises";
import { ProgramFailed, runProgram } from "../programs/run-program.ts";

/** The sum in bytes. A process that has ended counts as 0. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  if (pids.length === 0) return 0;
  if (process.platform !== "linux") return memoryByPs(pids);
  let bytes = 0;
  // One at a time: the kernel walks all of a process's pages for it.
  for (const pid of pids) bytes += await memoryInProc(pid);
  return bytes;
}

async function memoryInProc(pid: number): Promise<number> {
  const kilobytes =
    (await numberIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m)) ??
    (await numberIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB$/m)) ??
    0;
  return kilobytes * 1024;
}

async function numberIn(path: string, pattern: RegExp): Promise<number | null> {
  try {
    const found = pattern.exec(await readFile(path, "latin1"))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}

async function memoryByPs(pids: readonly number[]): Promise<number> {
  const args = ["-o", "rss=", "-p", pids.join(",")];
  // ps exits with 1 if one of them has ended.
  const rows = await runProgram("/bin/ps", args).catch((error) => (error instanceof ProgramFailed ? error.stdout : ""));
  const kilobytes = rows.match(/\d+/g) ?? [];
  return kilobytes.reduce((sum, one) => sum + Number(one) * 1024, 0);
}
