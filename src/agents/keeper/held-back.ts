// The daemon's side of holding an agent back: it says how far it has read, and hears of an agent that waits for that.
import { existsSync } from "node:fs";
import { background } from "../../core/index.ts";
import { replaceFileSync } from "../../system/index.ts";
import type { RunFiles } from "./run-files.ts";

const LOOK_MS = 1_000;
/** Not with every read: it may be so much behind. */
const NOTE_EVERY_BYTES = 16 * 1024 * 1024;

export interface HeldBack {
  /** Everything up to here was read. */
  readUpTo(offset: number): void;
  /** Calls back while the agent is held back and all that it said was read. Returns the way to end it. */
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
  /** Whether the keeper, too, can see that nothing is unread. */
  const isAllRead = async (): Promise<boolean> => {
    if ((await outputSize()) > read) return false;
    if (noted < read) await note();
    return noted === read;
  };
  return {
    readUpTo(offset) {
      read = Math.max(read, offset);
      // Where it can't be written now, it is tried again with the next look at an agent that waits.
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
