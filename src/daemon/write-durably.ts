// Writes a small file so that a power cut leaves the old one or the new one, whole; when it resolves, the new one.
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { asideOf } from "../home/index.ts";

export async function writeDurably(path: string, text: string): Promise<void> {
  const aside = asideOf(path);
  try {
    await syncing(aside, "wx", (file) => file.writeFile(text));
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  // A rename is only on the disk when its directory is.
  await syncing(dirname(path), "r", async () => {});
}

type OpenFile = Awaited<ReturnType<typeof open>>;

async function syncing(path: string, flags: "wx" | "r", write: (file: OpenFile) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
