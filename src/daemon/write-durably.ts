// Writes a small file so that a power cut leaves the old one or the new one, whole; when it resolves, the new one.
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

export async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  await syncing(temporary, "w", (file) => file.writeFile(text));
  await rename(temporary, path);
  // A rename is only on the disk when its directory is.
  await syncing(dirname(path), "r", async () => {});
}

type OpenFile = Awaited<ReturnType<typeof open>>;

async function syncing(path: string, flags: "w" | "r", write: (file: OpenFile) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
