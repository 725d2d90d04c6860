// Follows the daemon's log. When the file is full, it reads the rest of it, then the new file from its beginning.
import { fullLog, readLogFrom, sizeOf } from "./daemon-log.ts";

const LOOK_MS = 250;

interface Reader {
  print(line: string): void;
  onInterrupt(react: () => void): () => void;
}

/** From an offset on. Resolves when the person stops it. */
export async function followLog(path: string, from: number, { print, onInterrupt }: Reader): Promise<void> {
  let seen = from;
  const look = (): void => {
    const size = sizeOf(path);
    if (size === seen) return;
    const rest = size < seen ? readLogFrom(fullLog(path), seen) : [];
    const lines = readLogFrom(path, size < seen ? 0 : seen, size);
    seen = size;
    for (const line of [...rest, ...lines]) print(line);
  };
  const looking = setInterval(look, LOOK_MS);
  await new Promise<void>((resolve) => {
    const stop = onInterrupt(() => {
      stop();
      resolve();
    });
  });
  clearInterval(looking);
}
