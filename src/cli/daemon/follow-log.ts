// The daemon's log as it grows. A file that starts anew, because the old one was full, is followed from its beginning.
import { unwatchFile, watchFile } from "node:fs";
import { readLogFrom, sizeOf } from "./daemon-log.ts";

const LOOK_MS = 250;

interface Reader {
  print(line: string): void;
  onInterrupt(react: () => void): () => void;
}

/** Resolves when the person has seen enough. */
export async function followLog(path: string, { print, onInterrupt }: Reader): Promise<void> {
  let seen = sizeOf(path);
  const look = (): void => {
    const size = sizeOf(path);
    if (size < seen) seen = 0;
    if (size === seen) return;
    const lines = readLogFrom(path, seen);
    seen = size;
    for (const line of lines) print(line);
  };
  watchFile(path, { interval: LOOK_MS, persistent: true }, look);
  await new Promise<void>((resolve) => {
    const stop = onInterrupt(() => {
      stop();
      resolve();
    });
  });
  unwatchFile(path, look);
}
