// Reads an agent's output: a file that only grows, and that the agent can write whether or not anyone reads.
import { type FSWatcher, fstatSync, readSync, watch } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { openRegularHandle } from "../../home/index.ts";

/** A watch can miss a change (network file systems, a full queue); nothing may hang because of that. */
const POLL_MS = 1_000;
/** If the system has no watches left, there is only the poll. */
const POLL_ALONE_MS = 100;

export interface Spool {
  /** Bytes from the offset on; none if there are none yet; null if the file ends before the offset: it was truncated. */
  read(offset: number, maxBytes: number): Promise<Buffer | null>;
  size(): Promise<number>;
  /** Null while it is empty. */
  lastWriteMs(): Promise<number | null>;
  /** Calls back when the file may have grown since the call. Returns a function that stops this. */
  onOutput(listener: () => void): () => void;
  close(): void;
}

export async function openSpool(path: string): Promise<Spool> {
  const file = await openRegularHandle(path);
  const ends = new Set<() => void>();
  return {
    async read(offset, maxBytes) {
      const bytes = read(file, offset, maxBytes);
      return bytes.length === 0 && fstatSync(file.fd).size < offset ? null : bytes;
    },
    size: async () => (await file.stat()).size,
    async lastWriteMs() {
      const { size, mtimeMs } = await file.stat();
      return size === 0 ? null : mtimeMs;
    },
    onOutput(listener) {
      const end = follow({ path, file, listener });
      ends.add(end);
      return () => {
        ends.delete(end);
        end();
      };
    },
    close() {
      for (const end of ends) end();
      // The file was only read, so a failed close loses nothing.
      file.close().catch(() => {});
    },
  };
}

/** One buffer for all reads, because none waits: a new one for every read, mostly empty, kept the garbage collector busier than the agents. */
let scratch = Buffer.alloc(0);

function read(file: FileHandle, offset: number, maxBytes: number): Buffer {
  if (scratch.length < maxBytes) scratch = Buffer.allocUnsafeSlow(maxBytes);
  // Fresh output is in memory: a thread's round trip would cost several times the read.
  const bytesRead = readSync(file.fd, scratch, 0, maxBytes, offset);
  return Buffer.from(scratch.subarray(0, bytesRead));
}

/** The last bytes of a file as text, from the start of a character on. */
export async function readTail(path: string, maxBytes: number): Promise<string> {
  const file = await openRegularHandle(path);
  try {
    const { size } = await file.stat();
    const bytes = read(file, Math.max(0, size - maxBytes), maxBytes);
    const start = size > maxBytes ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
    return bytes.toString("utf8", Math.max(0, start));
  } finally {
    await file.close();
  }
}

interface Followed {
  path: string;
  file: Pick<FileHandle, "stat">;
  listener: () => void;
}

/** By the open file, not by its path: what becomes of directories above it changes nothing. Never fails: who reads meets what is wrong. */
export function follow({ path, file, listener }: Followed): () => void {
  let size = 0;
  let isOver = false;
  const poll = () => {
    const look = (now: number | null): void => {
      if (isOver || now === size) return;
      size = now ?? size;
      listener();
    };
    file.stat().then(
      (stat) => look(stat.size),
      () => look(null),
    );
  };
  const startPoll = (everyMs: number) => setInterval(poll, everyMs).unref();

  let timer: NodeJS.Timeout;
  let watcher: FSWatcher | undefined;
  const pollAlone = () => {
    watcher?.close();
    clearInterval(timer);
    timer = startPoll(POLL_ALONE_MS);
  };
  timer = startPoll(POLL_MS);
  try {
    watcher = watch(path, { persistent: false }, () => listener()).on("error", pollAlone);
  } catch {
    pollAlone();
  }
  return () => {
    isOver = true;
    watcher?.close();
    clearInterval(timer);
  };
}
