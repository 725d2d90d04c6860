// Who is at the other end of the Unix socket: an agent, or anything that it started, must not answer for people. Linux tells through
// `ss`, which knows both ends of a socket and their processes; elsewhere nobody tells (docs/security.md).
import { execFile } from "node:child_process";
import { readlinkSync } from "node:fs";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import type { Context } from "hono";
import { readProcesses, runHolding } from "../agents/index.ts";
import { Refusal } from "./answer.ts";

const run = promisify(execFile);

/** The session whose agent's tree the caller belongs to; null when to none, or when the platform does not tell. */
export type CallerSession = (c: Context) => Promise<string | null>;

export async function callerSession(
  socket: Socket,
  runs: readonly { readonly run: string; readonly session: string }[],
): Promise<string | null> {
  if (runs.length === 0 || process.platform !== "linux") return null;
  const inode = inodeOf(socket);
  const seen = await look();
  if (seen === "blind") return null;
  // A person's client waits for the answer. One that has gone away, or hides, could be anybody's.
  const pids = seen === "late" || inode === null || socket.destroyed ? [] : peerPids(seen.sockets, inode);
  if (pids === null) return null;
  const isThere = (pid: number): boolean => seen !== "late" && seen.processes.some((one) => one.pid === pid);
  if (seen === "late" || pids.length === 0 || !pids.every(isThere))
    throw new Refusal(
      "self_approval",
      "It can't be told who asks for this: the caller is gone, or belongs to another user or container.",
    );
  const held = runHolding({ pids, runs: runs.map((one) => one.run), processes: seen.processes });
  return runs.find((one) => one.run === held)?.session ?? null;
}

const PATIENCE_MS = 10_000;
/** Not the user's own PATH: an agent may write there. */
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

/** Blind: there is nothing that tells. Late: there is, but it did not tell in time. */
const look = shared(async () => {
  try {
    const options = { timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024, env: { PATH: SYSTEM_PATH } };
    const { stdout: sockets } = await run("ss", ["-x", "-p", "-n", "-O", "-H"], options);
    return { sockets, processes: await readProcesses() };
  } catch (error) {
    const { code, killed } = error as { code?: unknown; killed?: boolean };
    // It is not there, or says itself that it can't. Whatever else happens to it, an agent may have brought about.
    return code === "ENOENT" || (typeof code === "number" && !killed) ? "blind" : "late";
  }
});

/** Those who come while a look is under way share the next one: each gets what was seen after it came. */
function shared<T>(start: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= current.then(() => {
      next = null;
      const looking = start();
      current = looking;
      return looking;
    });
    return next;
  };
}

/** For what only a person may do. */
export async function refuseAgents(
  { callerSession: sessionOf }: { readonly callerSession: CallerSession },
  c: Context,
  what: string,
): Promise<void> {
  if ((await sessionOf(c)) !== null) throw new Refusal("self_approval", `An agent can't ${what}; a person must.`);
}

function inodeOf(socket: Socket): string | null {
  const { _handle: handle } = socket as unknown as { _handle?: { fd?: number } };
  if (handle?.fd === undefined || handle.fd < 0) return null;
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${handle.fd}`))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** `… local-path 11 * 12 users:(("name",pid=1,fd=2),…)`: what stands before the local inode is a name that anybody may choose. */
const ROW = /\s(\d+)\s+\*\s+(\d+)(?:\s+users:\((.*)\))?\s*$/;

/**
 * In the lines of `ss`: those who hold the other end of the socket with this inode; none when it can't be told for sure.
 * Null when this end is not there either: such an `ss` sees nothing of what it should.
 */
export function peerPids(lines: string, inode: string): number[] | null {
  const rows = lines.split("\n").flatMap((line) => {
    const [, local, peer, users = ""] = ROW.exec(line) ?? [];
    return local === undefined ? [] : [{ local, peer, users }];
  });
  const [own, ...doubles] = rows.filter(({ local }) => local === inode);
  if (!own) return null;
  const [other, ...others] = rows.filter(({ local }) => local === own.peer);
  // A name made to look like a row makes a second one.
  if (!other || doubles.length > 0 || others.length > 0) return [];
  return [...other.users.matchAll(/pid=(\d+)/g)].map(([, pid]) => Number(pid));
}
