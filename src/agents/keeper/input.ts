// The daemon's messages to an agent: appended to a file that `tail` pumps into the agent's stdin. The file's length shows how much of a message was
// written, so a message cut short by a crash is completed and none is sent twice.
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { SkeinError } from "../../core/index.ts";
import { absent } from "../../system/index.ts";
import { isOwnProcess, processTable, signalIfThere } from "../../system/processes.ts";
import { agentReady } from "./agent-ready.ts";
import { type RunFiles, readNumber } from "./run-files.ts";

const READY_MS = 30_000;
const PAUSE_MS = 5;
/** An agent that has not read for this long is not going to read the rest. */
const STALLED_MS = 1_000;
/** If the system does not tell how far the pump is. */
const UNKNOWN_DRAIN_MS = 200;

export interface InputEntry {
  offset: number;
  bytes: Buffer;
}

export async function inputSize(files: RunFiles): Promise<number> {
  return (await stat(files.in)).size;
}

/** Makes the file hold these bytes at this offset: appends missing bytes and never changes existing ones. */
export async function writeInput(files: RunFiles, { offset, bytes }: InputEntry): Promise<void> {
  // Not in append mode: if two writers write the same bytes, they go to the same position.
  const file = await open(files.in, "r+");
  try {
    const { size } = await file.stat();
    if (size < offset) {
      throw new SkeinError(
        "input_gap",
        `Input at ${offset} can't follow ${size} bytes: the bytes between them are missing.`,
      );
    }
    const present = Math.min(size - offset, bytes.length);
    await assertSame(file, { offset, bytes: bytes.subarray(0, present) });
    for (let written = present; written < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written);
      written += bytesWritten;
    }
  } finally {
    await file.close();
  }
}

async function assertSame(file: FileHandle, { offset, bytes }: InputEntry): Promise<void> {
  if (bytes.length === 0) return;
  const present = Buffer.alloc(bytes.length);
  await file.read(present, 0, present.length, offset);
  if (!present.equals(bytes)) {
    throw new SkeinError("input_conflict", `Different bytes were already sent to the agent at ${offset}.`);
  }
}

interface EndInput {
  run: string;
  home: string | null;
  files: RunFiles;
  exited: Promise<unknown>;
}

/** Closes the agent's stdin, after everything that was written has reached it. */
export async function endInput({ run, home, files, exited }: EndInput): Promise<void> {
  const size = (await stat(files.in).catch(absent))?.size;
  if (size === undefined) return;
  if (!(await agentReady({ files, exited, withinMs: READY_MS }))) {
    throw new SkeinError("agent_not_ready", `The agent in ${files.dir} has not started; its input can't be ended.`);
  }
  const holder = await readNumber(files.holder);
  if (holder === null || !(await isOwnProcess({ pid: holder, run, home }))) return;
  await drained(holder, size);
  if (await isOwnProcess({ pid: holder, run, home })) signalIfThere(holder, "SIGTERM");
}

async function drained(holder: number, size: number): Promise<void> {
  let before = -1;
  let stalledMs = 0;
  while (stalledMs < STALLED_MS) {
    const written = await processTable.readBytesWritten(holder);
    if (written === null) return delay(UNKNOWN_DRAIN_MS);
    if (written >= size) return;
    stalledMs = written === before ? stalledMs + PAUSE_MS : 0;
    before = written;
    await delay(PAUSE_MS);
  }
}
