// Which two Unix sockets are the ends of one connection on Linux: `ss` reports that, and Node does not.
import type { Socket } from "node:net";
import type { UnknownCause } from "../../core/index.ts";
import { SYSTEM_PATH, socketOf } from "../../system/index.ts";
import { type ProgramFailed, runProgram } from "../../system/processes.ts";
import type { Holders } from "./holders.ts";

const TIMEOUT_MS = 10_000;

/** Any program can choose its socket's name, and a name with a line feed would look like two rows: such sockets are left out. */
const PLAIN_NAMES = ["not", "src", "*[\x01-\x1f]*"];

export interface Row {
  readonly local: string;
  readonly peer: string;
}

/** The system can't tell who calls; `reason` is why. */
export class CallersUnknown extends Error {
  readonly reason: UnknownCause;

  constructor(message: string, reason: UnknownCause = "ss_failed") {
    super(message);
    this.reason = reason;
  }
}

/** The system could not be asked this time. It may be able to tell at other times. */
export class LookInterrupted extends CallersUnknown {}

/** Failures to start `ss` because a resource has run out. They pass: the daemon starts agents at other times. */
const EXHAUSTED = new Set(["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"]);

/** All connections of this network namespace; throws with a sentence if the system can't tell. */
export async function readRows(): Promise<Row[]> {
  const options = { timeoutMs: TIMEOUT_MS, maxBytes: 64 * 1024 * 1024, env: { PATH: SYSTEM_PATH } };
  // Without -p, which prints process names: one with a line feed would look like two rows.
  const args = ["-x", "-n", "-O", "-H", ...PLAIN_NAMES];
  const rows = await runProgram("ss", args, { ...options, encoding: "latin1" }).catch((error: ProgramFailed) => {
    throw failureOf(error);
  });
  return parseRows(rows);
}

export function failureOf({ message, code, signal }: Pick<ProgramFailed, "message" | "code" | "signal">): Error {
  if (code === "ENOENT") return new CallersUnknown("ss (iproute2) is not installed", "ss_missing");
  const why = `ss fails: ${oneLine(message)}`;
  const isInterrupted = EXHAUSTED.has(`${code}`) || signal !== null;
  return new (isInterrupted ? LookInterrupted : CallersUnknown)(why);
}

const oneLine = (text: string): string => text.split("\n")[0] ?? "";

/** `u_str ESTAB 0 0 name 11 * 12`: whatever the name contains, the last numbers of the row are the system's. */
const ROW = /^u_\w+\s+[\w-]+\s+\d+\s+\d+\s+[^\n]*\s(\d+)\s+\*\s+(\d+)\s*$/;

/** Throws unless every line is a whole row: a line that can't be read could be part of one. */
export function parseRows(output: string): Row[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, local, peer] = ROW.exec(line) ?? [];
      if (local === undefined || peer === undefined)
        throw new CallersUnknown("ss prints its list in a format that Skein can't read");
      return { local, peer };
    });
}

export interface Connections {
  readonly rows: readonly Row[];
  readonly holders: Holders;
}

/** The pids that hold the other end of the socket with this inode; empty if that is not certain. */
export function peersOf({ rows, holders }: Connections, inode: string): readonly number[] {
  const [own, ...doubles] = rows.filter(({ local }) => local === inode);
  const [other, ...others] = rows.filter(({ local }) => local === own?.peer);
  if (other?.peer !== inode || doubles.length > 0 || others.length > 0) return [];
  return [...(holders.get(other.local) ?? [])];
}

/** The socket's inode; null if it is closed. */
export function inodeOf(socket: Socket): string | null {
  const { _handle: handle } = socket as unknown as { _handle?: { fd?: number } };
  if (socket.destroyed || handle?.fd === undefined || handle.fd < 0) return null;
  return socketOf("self", handle.fd);
}
