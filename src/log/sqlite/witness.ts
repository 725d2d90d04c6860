// The witness: a file beside the database with the number of the last commit. A database with fewer commits has lost some: its WAL was
// deleted, truncated, or replaced by an old copy. The file is written after the commit was synced, so it is never ahead of the database.
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
 * `epoch` is the database's: a witness of another epoch says nothing about this database. The file is created by the first `record`, so a log
 * without a witness stays without one until something is written to it.
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

/** Null if there is no witness, or an incomplete one. */
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

/** All lines have the same length, so that one write replaces the previous line. */
function lineFor({ epoch, lastCommit }: Testimony): string {
  const said = `${epoch} ${String(lastCommit).padStart(16, "0")}`;
  return `${said} ${createHash("sha256").update(said).digest("hex").slice(0, 16)}\n`;
}
