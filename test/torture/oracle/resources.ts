// I5: what a daemon holds when it rests.
import { readdirSync, readFileSync } from "node:fs";

export interface Resources {
  memoryKb: number;
  descriptors: number;
}

const SHARE = 0.1;
/** A collector that has not run yet, or a pool that grew once, is no leak. */
const MEMORY_SLACK_KB = 24 * 1024;
const DESCRIPTOR_SLACK = 2;

export function resourcesOf(pid: number): Resources {
  const memory = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return { memoryKb: Number(memory ?? 0), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** `moreMemoryKb`: what the scenario is known to leave with the system's allocator, which is not the daemon's to give back. */
export function resourceFaults(before: Resources, after: Resources, moreMemoryKb = 0): string[] {
  const faults: string[] = [];
  if (after.memoryKb > before.memoryKb * (1 + SHARE) + MEMORY_SLACK_KB + moreMemoryKb)
    faults.push(`memory went from ${before.memoryKb} to ${after.memoryKb} KB`);
  if (after.descriptors > before.descriptors * (1 + SHARE) + DESCRIPTOR_SLACK)
    faults.push(`open descriptors went from ${before.descriptors} to ${after.descriptors}`);
  return faults;
}
