// How many clients are let in: never so many that the log and the agents run out of descriptors. Who comes when all places are taken is
// turned away at once and may try again; those who are in notice nothing.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";

/** However many descriptors there are: each connection costs memory, too. */
const MOST_CONNECTIONS = 4096;
/** A client on the same machine has said what it wants by then; one that has not, holds a place for nothing. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/** Half of the descriptors are for clients, half for the log, agents and everything else. */
export function limitConnections(
  server: Server,
  { descriptors = descriptorLimit(), headersMs = HEADERS_MS }: { descriptors?: number; headersMs?: number } = {},
): void {
  server.maxConnections = Math.max(1, Math.min(MOST_CONNECTIONS, Math.floor(descriptors / 2)));
  server.headersTimeout = headersMs;
  server.requestTimeout = REQUEST_MS;
}

/** How many this process may have open: Node has raised its own limit as far as it may. */
function descriptorLimit(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readOrEmpty("/proc/self/limits"))?.[1] ?? askShell();
  return /^\d+$/.test(limit) ? Number(limit) : Number.POSITIVE_INFINITY;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function askShell(): string {
  try {
    return execFileSync("/bin/sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
