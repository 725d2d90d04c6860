// Reads Linux's /proc: no other file knows its formats. Reads are synchronous, which is several times cheaper for such small files.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isIPv4, isIPv6 } from "node:net";
import { isCode } from "../errors.ts";
import { namesIn, orNull } from "../files.ts";

/** Processes end while they are read, and those of other users can't be read. */
const NOTHING_TO_READ = ["ENOENT", "ESRCH", "EACCES", "EPERM"];

/** Empty if the process is gone or not readable. Throws if that is unknown, as without free descriptors: then it must not count as gone. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (isCode(error, ...NOTHING_TO_READ)) return "";
    throw error;
  }
}

/** All pids. */
export const pidsInProc = (): number[] => readdirSync("/proc").map(Number).filter(Number.isInteger);

export interface ProcStat {
  /** One letter: R, S, D (waits for a disk), T (stopped), Z (zombie) … */
  readonly state: string;
  readonly parent: number;
  readonly session: number;
  /** The device's number; "0" = none. */
  readonly terminal: string;
  readonly threads: number;
  readonly startedAt: string;
}

/** Null if the process is gone or can't be read; throws if that is unknown. */
export function readStat(pid: number): ProcStat | null {
  const stat = readProc(`/proc/${pid}/stat`);
  // "pid (name) state …": the name may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, , session, terminal] = fields;
  const [threads, startedAt] = [fields[17], fields[19]];
  if (terminal === undefined || startedAt === undefined) return null;
  return { state, parent: Number(parent), session: Number(session), terminal, threads: Number(threads), startedAt };
}

/** `NAME=value`, each terminated by NUL; empty if it can't be read. Throws if that is unknown. */
export const readEnvironment = (pid: number): string => readProc(`/proc/${pid}/environ`);

/** Null if the variable is not set. */
export const variableIn = (environment: string, name: string): string | null =>
  environment
    .split("\0")
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

// The following functions never fail.

/** One letter, as in `ProcStat`; null if unknown. */
export const stateOf = (pid: number): string | null => orNull(() => readStat(pid))?.state ?? null;

/** 0 if unknown. */
export const parentOf = (pid: number): number => orNull(() => readStat(pid))?.parent ?? 0;

/** Program and arguments; empty if unknown. */
export const commandLineOf = (pid: number): string[] =>
  (orNull(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "").replace(/\0$/, "").split("\0").filter(Boolean);

/** The program's file; ends with " (deleted)" if it was deleted. */
export const executableOf = (pid: number): string | null => orNull(() => readlinkSync(`/proc/${pid}/exe`));

/** The limit of open files; null if unknown. */
export function descriptorLimitOf(pid: number | "self"): number | null {
  const limits = orNull(() => readProc(`/proc/${pid}/limits`)) ?? "";
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (limit === undefined) return null;
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit);
}

/** Its open descriptors; empty if unknown. */
export const descriptorsOf = (pid: number | "self"): string[] => namesIn(`/proc/${pid}/fd`);

/** What a descriptor refers to: a path, or "socket:[…]"; null if unknown. */
export const targetOf = (pid: number | "self", descriptor: string | number): string | null =>
  orNull(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`));

/** The inode of a descriptor's socket; null if it is none. */
export const socketOf = (pid: number | "self", descriptor: string | number): string | null =>
  /^socket:\[(\d+)\]$/.exec(targetOf(pid, descriptor) ?? "")?.[1] ?? null;

export interface TcpConnection {
  /** "0": no process has it open any more. */
  readonly inode: string;
  /** The user who opened it. */
  readonly uid: number;
}

/** One end of a connection and the other, in the format of `tcpEnd`. */
export interface TcpEnds {
  readonly local: string;
  readonly peer: string;
}

/** The TCP connections of this network namespace. */
export interface TcpTable {
  /** Null if there is none between these ends. */
  find(ends: TcpEnds): TcpConnection | null;
}

/**
 * Null if the system does not list them. Anybody can make the list long, and reading it slow: so it is read piece by piece beside everything else,
 * and only the row that somebody asks for is taken apart.
 */
export async function readTcpTable(): Promise<TcpTable | null> {
  const [four, six] = await Promise.all(["/proc/net/tcp", "/proc/net/tcp6"].map(textOrNull));
  return four == null ? null : tcpTableIn([four, six ?? ""]);
}

const textOrNull = (path: string): Promise<string | null> => readFile(path, "latin1").catch(() => null);

export const tcpTableIn = (texts: readonly string[]): TcpTable => ({
  find({ local, peer }) {
    for (const prefix of ["", MAPPED])
      for (const text of texts) {
        const at = text.indexOf(`: ${prefix}${local} ${prefix}${peer} `);
        if (at === -1) continue;
        const [, , , , , , , uid, , inode = "0"] = text.slice(at, text.indexOf("\n", at)).split(/\s+/);
        return { inode, uid: Number(uid) };
      }
    return null;
  },
});

const MAPPED = "0000000000000000FFFF0000";

/** Address and port in the kernel's format, IPv4 also as IPv6. Null if it is not an address. */
export function tcpEnd(address: string, port: number): string | null {
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  const bytes = isIPv4(plainAddress) ? plainAddress.split(".").map(Number) : bytesOfIPv6(plainAddress);
  return bytes && `${inWords(bytes)}:${hex(port, 4)}`;
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");

/** In words of four bytes, each in reverse order. */
const inWords = (bytes: readonly number[]): string =>
  bytes.map((_, at) => hex(bytes[at - (at % 4) + 3 - (at % 4)] ?? 0, 2)).join("");

function bytesOfIPv6(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  // The URL parser's form has no IPv4 part.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): string[] => text.split(":").filter((group) => group !== "");
  const [first, last] = [groups(head), groups(tail ?? "")];
  const between = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...between, ...last].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

/** The processes of a user whose open files can't be read, such as sshd's. Empty if unknown. */
export const closedProcessesOf = (uid: number): number[] =>
  (orNull(pidsInProc) ?? []).filter((pid) => isClosed(pid) && userOf(pid) === uid);

function isClosed(pid: number): boolean {
  try {
    readdirSync(`/proc/${pid}/fd`);
    return false;
  } catch (error) {
    return isCode(error, "EACCES", "EPERM");
  }
}

const userOf = (pid: number): number | null =>
  Number(/^Uid:\s+(\d+)/m.exec(orNull(() => readProc(`/proc/${pid}/status`)) ?? "")?.[1] ?? Number.NaN);

/** The system's tables of file locks and of mounts; null if there are none. */
export const readLocks = (): string | null => orNull(() => readFileSync("/proc/locks", "utf8"));
export const readMountTable = (): string | null => orNull(() => readFileSync("/proc/self/mountinfo", "utf8"));
