// Entries of a directory that a program may find instead of a regular file.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export const makeFifo = (path: string): void => void execFileSync("mkfifo", [path]);

export async function makeSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  onTestFinished(() => void server.close());
}

/** Sparse: it takes no space on disk. */
export function makeHuge(path: string, bytes = 8 * 1024 ** 3): void {
  writeFileSync(path, "", { mode: 0o600 });
  truncateSync(path, bytes);
}

/** By name, each made at the path that it is given. None of them is a small regular file. */
export const oddEntries: Readonly<Record<string, (path: string) => void | Promise<void>>> = {
  "a FIFO": makeFifo,
  "a link to a FIFO": (path) => {
    makeFifo(`${path}.fifo`);
    symlinkSync(`${path}.fifo`, path);
  },
  "a socket": makeSocket,
  "a link to a socket": async (path) => {
    await makeSocket(`${path}.s`);
    symlinkSync(`${path}.s`, path);
  },
  "a directory": (path) => void mkdirSync(path),
  "a link to a directory": (path) => symlinkSync(dirname(path), path),
  "a link to /dev/zero": (path) => symlinkSync("/dev/zero", path),
  ...(existsSync("/dev/full") ? { "a link to /dev/full": (path: string) => symlinkSync("/dev/full", path) } : {}),
  "a link to /dev/random": (path) => symlinkSync("/dev/random", path),
  "a link to /dev/tty": (path) => symlinkSync("/dev/tty", path),
  "a link to a link to /dev/zero": (path) => {
    symlinkSync("/dev/zero", `${path}.link`);
    symlinkSync(`${path}.link`, path);
  },
  "a huge file": (path) => makeHuge(path),
  "a link to a huge file": (path) => {
    makeHuge(`${path}.huge`);
    symlinkSync(`${path}.huge`, path);
  },
  "a link to itself": (path) => symlinkSync(path, path),
  "a link through a file": (path) => {
    writeFileSync(`${path}.file`, "");
    symlinkSync(join(`${path}.file`, "below"), path);
  },
};
