// Who holds the other end of a Unix socket, as Linux tells it: `ss` knows both ends and the processes that hold them. Node does not.
import { execFile } from "node:child_process";
import { readlinkSync } from "node:fs";
import type { Socket } from "node:net";
import { promisify } from "node:util";

const TIMEOUT_MS = 10_000;
/** Not the user's own PATH: an agent may write there. */
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

/** A socket's name is anybody's to choose, and one with a line feed would look like two rows: such sockets are left out. */
const PLAIN_NAMES = ["not", "src", "*[\x01-\x1f]*"];

export interface Row {
  readonly local: string;
  readonly peer: string;
  readonly pids: readonly number[];
}

/** All connections of this network namespace; throws with a sentence when the system does not tell. */
export async function readRows(): Promise<Row[]> {
  const options = { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024, env: { PATH: SYSTEM_PATH } };
  const args = ["-x", "-p", "-n", "-O", "-H", ...PLAIN_NAMES];
  const { stdout } = await promisify(execFile)("ss", args, { ...options, encoding: "latin1" }).catch((error) => {
    throw new Error(error.code === "ENOENT" ? "ss (iproute2) is not installed" : `ss fails: ${oneLine(error.message)}`);
  });
  return parseRows(stdout);
}

const oneLine = (text: string): string => text.split("\n")[0] ?? "";

/** `u_str ESTAB 0 0 name 11 * 12 users:(("name",pid=1,fd=2),…)` */
const ROW = /^u_\w+\s+[\w-]+\s+\d+\s+\d+\s+[^\n]*\s(\d+)\s+\*\s+(\d+)(?:\s+users:\(([^\n]*)\))?\s*$/;

/** Throws unless each line is a whole row: the name of a process may hold a line feed, too, and must not make a row of its own. */
export function parseRows(output: string): Row[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, local, peer, users = ""] = ROW.exec(line) ?? [];
      if (local === undefined || peer === undefined) throw new Error("ss says what can't be read");
      return { local, peer, pids: [...users.matchAll(/pid=(\d+)/g)].map(([, pid]) => Number(pid)) };
    });
}

/** Those who hold the other end of the socket with this inode; none when it can't be told for sure. */
export function peersOf(rows: readonly Row[], inode: string): readonly number[] {
  const [own, ...doubles] = rows.filter(({ local }) => local === inode);
  const [other, ...others] = rows.filter(({ local }) => local === own?.peer);
  if (other?.peer !== inode || doubles.length > 0 || others.length > 0) return [];
  return other.pids;
}

/** The number by which the system knows the socket; null when it is closed. */
export function inodeOf(socket: Socket): string | null {
  const { _handle: handle } = socket as unknown as { _handle?: { fd?: number } };
  if (socket.destroyed || handle?.fd === undefined || handle.fd < 0) return null;
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${handle.fd}`))?.[1] ?? null;
  } catch {
    return null;
  }
}
