// Makes files and names durable. Never opens database files to which a connection of this process is open.
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A created or deleted name is durable only when its directory is synced. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Asynchronously, for a file or a directory. "a" creates a missing file. */
export async function syncPath(path: string, flags: "r" | "a" = "r"): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
