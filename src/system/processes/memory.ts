// How much memory processes take. Linux tells the fair share of what several have in common; elsewhere that is counted for each.
import { readFile } from "node:fs/promises";
import { ProgramFailed, runProgram } from "../programs/run-program.ts";

/** All of them together, in bytes. One that is gone by now takes none. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  if (pids.length === 0) return 0;
  if (process.platform !== "linux") return memoryByPs(pids);
  let bytes = 0;
  // One after another: the kernel walks through all of a process's pages for it.
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
  // ps exits with 1 when one of them is gone.
  const rows = await runProgram("/bin/ps", args).catch((error) => (error instanceof ProgramFailed ? error.stdout : ""));
  const kilobytes = rows.match(/\d+/g) ?? [];
  return kilobytes.reduce((sum, one) => sum + Number(one) * 1024, 0);
}
