// Makes files and names durable. For files that no connection of this process has open.
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A rename is only on the disk when its directory is. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
