// The files of Linux's /proc: no other file knows their forms. Reads are synchronous, which is several times cheaper for such small files.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";
import { isCode } from "../errors.ts";
import { namesIn, orNull } from "../files.ts";

/** Processes end while we look at them, and those of other users are closed to us. */
const NOTHING_TO_READ = ["ENOENT", "ESRCH", "EACCES", "EPERM"];

/** Empty when there is nothing to read. Throws where that can't be told, as without a free descriptor: then nobody is gone. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (isCode(error, ...NOTHING_TO_READ)) return "";
    throw error;
  }
}

/** Of all processes. */
export const pidsInProc = (): number[] => readdirSync("/proc").map(Number).filter(Number.isInteger);

export interface ProcStat {
  /** One letter: R, S, D (waits for a disk), T (paused), Z (ended) … */
  readonly state: string;
  readonly parent: number;
  readonly session: number;
  /** Its device's number; "0" = none. */
  readonly terminal: string;
  readonly threads: number;
  readonly startedAt: string;
}

/** Null when the process is gone or can't be read; throws where that can't be told. */
export function readStat(pid: number): ProcStat | null {
  const stat = readProc(`/proc/${pid}/stat`);
  // "pid (name) state …": the name may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, , session, terminal] = fields;
  const [threads, startedAt] = [fields[17], fields[19]];
  if (terminal === undefined || startedAt === undefined) return null;
  return { state, parent: Number(parent), session: Number(session), terminal, threads: Number(threads), startedAt };
}

/** `NAME=value`, each ended by a zero; empty when it can't be read. Throws where that can't be told. */
export const readEnvironment = (pid: number): string => readProc(`/proc/${pid}/environ`);

/** Null when the environment does not have it. */
export const variableIn = (environment: string, name: string): string | null =>
  environment
    .split("\0")
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

// What follows is for looks that must never fail: what can't be told is left out.

/** One letter, as in `ProcStat`; null when it can't be told. */
export const stateOf = (pid: number): string | null => orNull(() => readStat(pid))?.state ?? null;

/** 0 when it can't be told. */
export const parentOf = (pid: number): number => orNull(() => readStat(pid))?.parent ?? 0;

/** Program and arguments; empty when they can't be told. */
export const commandLineOf = (pid: number): string[] =>
  (orNull(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "").replace(/\0$/, "").split("\0").filter(Boolean);

/** The file that it was started from; ends with " (deleted)" when that is gone. */
export const executableOf = (pid: number): string | null => orNull(() => readlinkSync(`/proc/${pid}/exe`));

/** How many files it may have open at once; null when it can't be told. */
export function descriptorLimitOf(pid: number | "self"): number | null {
  const limits = orNull(() => readProc(`/proc/${pid}/limits`)) ?? "";
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (limit === undefined) return null;
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit);
}

/** The numbers of its open files; empty when they can't be told. */
export const descriptorsOf = (pid: number | "self"): string[] => namesIn(`/proc/${pid}/fd`);

/** What an open file leads to: a path, or "socket:[…]"; null when it can't be told. */
export const targetOf = (pid: number | "self", descriptor: string | number): string | null =>
  orNull(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`));

/** The number by which the system knows the socket behind an open file; null when there is none. */
export const socketOf = (pid: number | "self", descriptor: string | number): string | null =>
  /^socket:\[(\d+)\]$/.exec(targetOf(pid, descriptor) ?? "")?.[1] ?? null;

export interface TcpConnection {
  /** Address and port as `tcpEnd` writes them. */
  readonly local: string;
  readonly peer: string;
  /** "0": no process has it any more. */
  readonly inode: string;
  /** The user that opened it. */
  readonly uid: number;
}

/** All connections over TCP of this network namespace; null where the system does not list them. */
export function tcpConnections(): TcpConnection[] | null {
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((path) => orNull(() => readFileSync(path, "latin1")));
  if (tables[0] === null) return null;
  const rows = tables.flatMap((table) => (table ?? "").trim().split("\n").slice(1));
  return rows.map((row) => {
    const [, local = "", peer = "", , , , , uid, , inode = "0"] = row.trim().split(/\s+/);
    return { local: plain(local), peer: plain(peer), inode, uid: Number(uid) };
  });
}

const MAPPED = "0000000000000000FFFF0000";
const plain = (end: string): string => (end.startsWith(MAPPED) ? end.slice(MAPPED.length) : end);

/** Address and port as the system's list writes them, IPv4 also in the form of IPv6. Null for what is no address. */
export function tcpEnd(address: string, port: number): string | null {
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  const bytes = isIPv4(plainAddress) ? plainAddress.split(".").map(Number) : bytesOfIPv6(plainAddress);
  return bytes && `${inWords(bytes)}:${hex(port, 4)}`;
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");

/** Four bytes at a time, the last one first. */
const inWords = (bytes: readonly number[]): string =>
  bytes.map((_, at) => hex(bytes[at - (at % 4) + 3 - (at % 4)] ?? 0, 2)).join("");

function bytesOfIPv6(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  // The usual form has no IPv4 part any more.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): string[] => text.split(":").filter((group) => group !== "");
  const [first, last] = [groups(head), groups(tail ?? "")];
  const between = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...between, ...last].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

/**
 * The processes of a user that let nobody look at their open files, such as sshd's. Empty where that can't be told.
 */
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

/** The locks that processes hold on files, and the file systems, as tables; null where there are none. */
export const readLocks = (): string | null => orNull(() => readFileSync("/proc/locks", "utf8"));
export const readMountTable = (): string | null => orNull(() => readFileSync("/proc/self/mountinfo", "utf8"));
