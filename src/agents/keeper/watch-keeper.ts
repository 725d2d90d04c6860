// Tells whether a run's keeper lives, and when it dies, without polling: the keeper holds a FIFO open for writing, and the
// system reports the end of that file when the last writer is gone.
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { Socket } from "node:net";
import { isCode } from "../../system/index.ts";
import { hasTraces, type RunFiles } from "./run-files.ts";

/** Without this flag opening would wait for a writer, in a thread of Node's pool. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
const RETRY_MS = 20;

/** Whether there is a keeper at this moment. As a reader, it also lets a keeper go on that waits for one. */
export function hasKeeper(files: RunFiles): boolean {
  const fd = openSync(files.alive, FLAGS);
  try {
    return readSync(fd, Buffer.alloc(1)) > 0;
  } catch (error) {
    if (isCode(error, "EAGAIN")) return true;
    throw error;
  } finally {
    closeSync(fd);
  }
}

export interface KeeperWatch {
  /** The run has had a keeper, and it is gone. Never settles after `close`. */
  readonly gone: Promise<void>;
  close(): void;
}

/** From the moment of the call no keeper can come and go unseen. One that was gone before is for `hasKeeper` to tell. */
export function watchKeeper(files: RunFiles): KeeperWatch {
  let socket = openFifo(files);
  const wasThere = existsSync(files.keeper);
  // Without any of it no keeper has been there yet: kqueue reports the end of a FIFO that never had a writer. The agent may have deleted the note.
  const hasStarted = (): boolean => wasThere || existsSync(files.keeper) || hasTraces(files);
  let retry: NodeJS.Timeout | undefined;
  const gone = new Promise<void>((resolve) => {
    const watchAgain = () => {
      try {
        socket = openFifo(files);
        // It may have come and gone meanwhile.
        if (hasStarted() && !hasKeeper(files)) resolve();
        else watch();
      } catch {
        // The directory is gone, and with it whatever could still start.
        resolve();
      }
    };
    const check = () => {
      if (hasStarted()) resolve();
      else retry = setTimeout(watchAgain, RETRY_MS);
    };
    const watch = () => socket.once("end", check).once("error", check);
    watch();
  });
  return {
    gone,
    close() {
      clearTimeout(retry);
      socket.destroy();
    },
  };
}

function openFifo(files: RunFiles): Socket {
  const socket = new Socket({ fd: openSync(files.alive, FLAGS), readable: true, writable: false });
  return socket.resume();
}
