// The environments of all that led to this command, from /proc. Light: every command asks.
import { readFileSync } from "node:fs";

/** Of all that led to this command; none where the system does not tell. */
export function environmentsAbove(): string[] {
  const found: string[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) found.push(readOrEmpty(`/proc/${pid}/environ`));
  return found;
}

/** 0 where the system does not tell. */
function parentOf(pid: number): number {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
