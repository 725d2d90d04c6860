// How far the log got, written beside the database after each commit. A database that knows less than its witness has lost commits: its WAL
// was deleted or cut, or replaced by an old copy. Never ahead of the disk: it is written after the commit was synced, and not synced itself.
import { createHash } from "node:crypto";
import { closeSync, constants, ftruncateSync, openSync, writeSync } from "node:fs";
import { FileRefused, readRegularFile } from "../../home/index.ts";
import { isCode } from "../../system/index.ts";

export interface Witness {
  record(lastCommit: number): void;
  close(): void;
}

export interface Testimony {
  epoch: string;
  lastCommit: number;
}

const witnessOf = (path: string): string => `${path}.witness`;

/**
 * `epoch` is the database's: what was witnessed of another one says nothing about this. There is no file before there is something to record: a log
 * that nobody has witnessed stays one until something is written to it.
 */
export function openWitness(path: string, epoch: string): Witness {
  let file: number | null = null;
  let isCut = false;
  return {
    record(lastCommit) {
      try {
        file ??= openSync(witnessOf(path), constants.O_RDWR | constants.O_CREAT, 0o600);
        const bytes = writeSync(file, lineFor({ epoch, lastCommit }), 0, "utf8");
        if (!isCut) ftruncateSync(file, bytes);
        isCut = true;
      } catch {
        // The commit is on disk whether or not this is.
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** Null when there is none, or only half of one. */
export function readWitness(path: string): Testimony | null {
  let line: string;
  try {
    line = readRegularFile(witnessOf(path), { maxBytes: 1024 }).toString("utf8");
  } catch (fault) {
    if (isCode(fault, "ENOENT") || fault instanceof FileRefused) return null;
    throw fault;
  }
  const [epoch = "", commit = ""] = line.split(" ");
  const said = { epoch, lastCommit: Number(commit) };
  return Number.isSafeInteger(said.lastCommit) && line === lineFor(said) ? said : null;
}

/** Of the same length for every commit, so that a line replaces the one before it in one write. */
function lineFor({ epoch, lastCommit }: Testimony): string {
  const said = `${epoch} ${String(lastCommit).padStart(16, "0")}`;
  return `${said} ${createHash("sha256").update(said).digest("hex").slice(0, 16)}\n`;
}
