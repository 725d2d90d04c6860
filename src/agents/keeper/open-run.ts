// A run as the daemon sees it: everything goes through the run's directory, so that any daemon can attach to it at any time.
import { existsSync } from "node:fs";
import { TaskQueue } from "../../system/index.ts";
import { type KilledTree, killTree } from "../../system/processes.ts";
import { hasBackgroundWork } from "./background-work.ts";
import { watchHeldBack } from "./held-back.ts";
import { endInput, type InputEntry, inputSize, writeInput } from "./input.ts";
import { type RunExit, readExit } from "./run-exit.ts";
import { forbidStart, type RunFiles, runFiles } from "./run-files.ts";
import { isOfThisBoot } from "./run-spec.ts";
import { openSpool, type Spool } from "./spool.ts";
import { startKeeper } from "./start-keeper.ts";
import { findStart } from "./start-traces.ts";
import { stderrDropped, stderrTail } from "./stderr.ts";
import { stopRun } from "./stop-run.ts";
import { hasKeeper, type KeeperWatch, watchKeeper } from "./watch-keeper.ts";

export interface Run {
  readonly dir: string;
  /** Makes `in` hold these bytes at this offset: appends only what is missing (after a crash, a part may exist). */
  write(entry: InputEntry): Promise<void>;
  inputSize(): Promise<number>;
  /** From the spool `out`; empty = nothing more now; null = the file was truncated, and output may be lost. */
  read(offset: number, maxBytes: number): Promise<Buffer | null>;
  /** When the agent last printed anything, by the file system's clock; null if it has not yet. */
  lastPrintedMs(): Promise<number | null>;
  /** The spool may have grown, or the run has ended. Register first, then read until empty. */
  onOutput(listener: () => void): () => void;
  /** The agent's process has ended; its children may live on (`sweep`) and write. Never rejects; pending after `detach`. */
  readonly exited: Promise<RunExit>;
  /** The end of the agent's stderr. */
  stderrTail(maxBytes: number): Promise<string>;
  /** The minimum number of bytes dropped from a very long stderr. */
  stderrDropped(): Promise<number>;
  /** Calls back every second while the agent is paused because of unread output that was read since. It must be continued then. */
  onHeldBack(listener: (isFirst: boolean) => void): () => void;
  /** Closes the agent's stdin, after everything that was written. */
  closeInput(): Promise<void>;
  /** SIGTERM, up to `graceMs` for the agent to end, then SIGKILL for its tree. Resolves with the pids of processes that survive. */
  stop(options: { graceMs: number }): Promise<readonly number[]>;
  /** Kills every process of the run, to clean up. */
  sweep(): Promise<KilledTree>;
  /** Whether another process of the run works on: a command in the background. */
  hasBackgroundWork(): Promise<boolean>;
  /** Detaches; the agent continues. */
  detach(): void;
}

interface OpenRun {
  run: string;
  dir: string;
  start: boolean;
  /** It was prepared just now, so it can't have been started. */
  isNew?: boolean;
  /** The mark of the home that the run must belong to. Null = any. */
  home?: string | null;
}

/**
 * Attaches to a run. With `start`, also starts it if that has not happened; safe to repeat, also from two daemons at once. A run that seems to have
 * been started although its keeper's note is gone is not started again: it is lost, unless its keeper lives. Without `start`, or after a reboot
 * since its preparation, a run that has not started is prevented from ever starting, and its exit is `unstarted`.
 */
export async function openRun({ run, dir, start, isNew = false, home = null }: OpenRun): Promise<Run> {
  const files = runFiles(dir);
  const spool = await openSpool(files.out);
  let watch: KeeperWatch | undefined;
  let isHeld = true;
  const detach = () => {
    isHeld = false;
    watch?.close();
    spool.close();
  };
  try {
    const mayStart = start && (await isOfThisBoot(files));
    // Before the watch, because a keeper that waits for a reader would continue.
    if (!mayStart) await forbidStart(files);
    // Before the start, so that no keeper can come and go unseen.
    watch = watchKeeper(files);
    // After killing the keeper its file need not be awaited; the agent may have replaced it.
    const stopped = Promise.withResolvers<void>();
    const gone = Promise.race([watch.gone, stopped.promise]);
    const { exited } = await attach({ run, home, files, start: mayStart, isNew, gone });
    exited.then(watch.close, watch.close);
    const onStopped = () => isHeld && stopped.resolve();
    return hold({ run, home, files, spool, exited, detach, onStopped });
  } catch (error) {
    detach();
    throw error;
  }
}

interface Attach {
  run: string;
  home: string | null;
  files: RunFiles;
  start: boolean;
  isNew: boolean;
  /** The keeper existed, and is gone. */
  gone: Promise<void>;
}

async function attach({ run, home, files, start, isNew, gone }: Attach): Promise<{ exited: Promise<RunExit> }> {
  const isNoted = !start || existsSync(files.keeper);
  const found = isNoted ? "kept" : isNew ? "none" : await findStart({ run, home, files });
  if (found === "in_doubt") {
    await forbidStart(files);
    return { exited: Promise.resolve({ kind: "lost", isInDoubt: true }) };
  }
  if (found === "none") {
    const keeper = await startKeeper({ run, files });
    const failed = new Promise<void>((resolve) => {
      const forbid = async () => {
        if (await forbidStart(files).catch(() => true)) resolve();
      };
      // It ends early if another keeper has the run, or if the shell itself failed: then no keeper has it, and none may.
      keeper.once("exit", forbid);
    });
    const exited = Promise.race([gone, failed]).then(() => readExit(files));
    // If another keeper had the run, it may only now wait for a reader.
    const killKeeper = (): boolean => keeper.kill("SIGKILL");
    exited.then(killKeeper, killKeeper);
    return { exited };
  }
  /** Traces of a start exist, so it was started, whatever its files say. */
  const readEnd = async (): Promise<RunExit> => {
    const exit = await readExit(files);
    return exit.kind === "unstarted" && !isNoted ? { kind: "lost", isInDoubt: true } : exit;
  };
  if (hasKeeper(files)) return { exited: gone.then(readEnd) };
  // Known from the beginning, so that the opener need not treat it as a living one.
  const exit = await readEnd();
  return { exited: Promise.resolve(exit) };
}

interface Held {
  run: string;
  home: string | null;
  files: RunFiles;
  spool: Spool;
  exited: Promise<RunExit>;
  detach(): void;
  /** Nothing of it lives that could be ended. */
  onStopped(): void;
}

function hold({ run, home, files, spool, exited, detach, onStopped }: Held): Run {
  const writes = new TaskQueue();
  const heldBack = watchHeldBack(files, spool.size);
  return {
    dir: files.dir,
    exited,
    detach,
    write: (entry) => writes.run(() => writeInput(files, entry)),
    inputSize: () => inputSize(files),
    async read(offset, maxBytes) {
      const bytes = await spool.read(offset, maxBytes);
      if (bytes) heldBack.readUpTo(offset + bytes.length);
      return bytes;
    },
    lastPrintedMs: spool.lastWriteMs,
    onOutput(listener) {
      let isOver = false;
      const end = spool.onOutput(listener);
      const tell = (): void => {
        if (!isOver) listener();
      };
      exited.then(tell, tell);
      return () => {
        isOver = true;
        end();
      };
    },
    stderrTail: (maxBytes) => stderrTail(files, maxBytes),
    stderrDropped: () => stderrDropped(files),
    onHeldBack: heldBack.listen,
    async closeInput() {
      await writes;
      await endInput({ run, home, files, exited });
    },
    async stop({ graceMs }) {
      const left = await stopRun({ run, home, files, exited, graceMs });
      onStopped();
      return left;
    },
    sweep: () => killTree({ marker: run, home }),
    hasBackgroundWork: () => hasBackgroundWork({ run, home, files }),
  };
}
