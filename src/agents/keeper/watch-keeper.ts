// Whether a run's keeper lives, and when it dies, without polling: the keeper holds a FIFO open for writing, and the system reports end-of-file
// when the last writer is gone.
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { Socket } from "node:net";
import { isCode } from "../../system/index.ts";
import { hasTraces, type RunFiles } from "./run-files.ts";

/** Without this flag open() would wait for a writer, in a thread of Node's pool. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
const RETRY_MS = 20;

/** Whether a keeper exists at this moment. As a reader, it also lets a waiting keeper continue. */
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
  /** The run had a keeper, and it is gone. Never settles after `close`. */
  readonly gone: Promise<void>;
  close(): void;
}

/** From this call on no keeper can come and go unseen. `hasKeeper` tells about an earlier one. */
export function watchKeeper(files: RunFiles): KeeperWatch {
  let socket = openFifo(files);
  const wasThere = existsSync(files.keeper);
  // Without any of these no keeper has existed yet: kqueue reports end-of-file for a FIFO that never had a writer. The agent may have deleted the
  // note.
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
