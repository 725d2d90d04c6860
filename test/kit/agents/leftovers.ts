// Directories with their creator's process id in their names, so that those of a killed process can be recognised and removed.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export function makeOwnDirectory(parent: string): string {
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `own-${process.pid}-`));
}

export function sweepLeftovers(parent: string): void {
  if (!existsSync(parent)) return;
  for (const entry of readdirSync(parent)) {
    const pid = /^own-(\d+)-/.exec(entry)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
