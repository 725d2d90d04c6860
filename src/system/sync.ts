// Makes files and names durable. Database files that a connection of this process has open are never opened here.
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

/** A name, new or gone, is only on the disk when its directory is. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Of a file or a directory, without holding up anybody. "a" makes a file that is not there. */
export async function syncPath(path: string, flags: "r" | "a" = "r"): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
