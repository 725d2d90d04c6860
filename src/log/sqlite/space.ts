// Checks whether the disk accepts writes, with a separate file, so that nothing important is at risk.
import { open, statfs, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { byteSize, SkeinError } from "../../core/index.ts";

const PROBE = Buffer.alloc(64 * 1024);

/** The fault if less than this is free: agents write their output to the same disk, and would reach its end first. */
export async function lackOfSpace(path: string, minFreeBytes: number): Promise<SkeinError | null> {
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  if (free >= minFreeBytes) return null;
  return new SkeinError(
    "storage_failed",
    `the disk is full on ${dirname(path)}: ${byteSize(free)} are left, and Skein keeps ${byteSize(minFreeBytes)} free so that no agent's output is lost. ` +
      "Nothing that was acknowledged is lost. Free some space, and everything continues automatically.",
  );
}

/** Throws unless a file beside the database can be made, written and synced. */
export async function probeDisk(path: string, minFreeBytes: number): Promise<void> {
  const probe = `${path}-probe`;
  const lack = await lackOfSpace(path, minFreeBytes);
  if (lack) throw lack;
  const file = await open(probe, "w", 0o600);
  try {
    await file.writeFile(PROBE);
    await file.sync();
  } finally {
    await file.close();
    await unlink(probe).catch(() => {});
  }
}
