// A real disk that is small enough to be filled: in memory, and mounted by root.
import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempDir } from "./temp-dir.ts";

/** Its directory; gone when the test ends. */
export function mountMemory(megabytes: number): string {
  const dir = join(tempDir(), "disk");
  mkdirSync(dir);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", dir]));
  return dir;
}

/** Takes every free byte; the answer gives them back. */
export function fill(path: string): () => void {
  const file = openSync(path, "w");
  const block = Buffer.alloc(64 * 1024);
  try {
    while (statfsSync(path).bavail > 0) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  return () => {
    ftruncateSync(file, 0);
    closeSync(file);
    rmSync(path);
  };
}
