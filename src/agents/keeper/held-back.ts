// The daemon's part of pausing an agent: it records how far it has read, and notices an agent that waits for that.
import { existsSync } from "node:fs";
import { background } from "../../core/index.ts";
import { replaceFileSync } from "../../system/index.ts";
import type { RunFiles } from "./run-files.ts";

const LOOK_MS = 1_000;
/** Not with every read: the record may lag this far behind. */
const NOTE_EVERY_BYTES = 16 * 1024 * 1024;

export interface HeldBack {
  /** Everything up to here was read. */
  readUpTo(offset: number): void;
  /** Calls back while the agent is paused and all its output was read. Returns a function that stops this. */
  listen(listener: (isFirst: boolean) => void): () => void;
}

export function watchHeldBack(files: RunFiles, outputSize: () => Promise<number>): HeldBack {
  let read = 0;
  let noted = 0;
  let isNoting = false;
  const note = async (): Promise<void> => {
    if (isNoting) return;
    isNoting = true;
    const offset = read;
    try {
      replaceFileSync(files.read, `${offset}\n`, { isDurable: false });
      noted = offset;
    } finally {
      isNoting = false;
    }
  };
  /** Whether the recorded position shows that nothing is unread. */
  const isAllRead = async (): Promise<boolean> => {
    if ((await outputSize()) > read) return false;
    if (noted < read) await note();
    return noted === read;
  };
  return {
    readUpTo(offset) {
      read = Math.max(read, offset);
      // If it can't be written now, the next check tries again.
      if (read - noted >= NOTE_EVERY_BYTES) background(note(), () => {});
    },
    listen(listener) {
      let isFirst = true;
      let isOver = false;
      const look = async (): Promise<void> => {
        if (!existsSync(files.paused)) {
          isFirst = true;
          return;
        }
        if (!(await isAllRead().catch(() => false)) || isOver) return;
        listener(isFirst);
        isFirst = false;
      };
      const timer = setInterval(look, LOOK_MS).unref();
      return () => {
        isOver = true;
        clearInterval(timer);
      };
    },
  };
}
