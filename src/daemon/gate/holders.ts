// Which processes hold a socket, from /proc: by numbers alone, since the names of processes are anybody's to choose.
import { readdirSync, readlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

/** Reads are synchronous, which is several times cheaper here, in slices that leave the event loop room. */
const SLICE = 1024;

/** The inodes of sockets, each with those that hold it; processes of other users are closed to us. */
export type Holders = ReadonlyMap<string, ReadonlySet<number>>;

export async function readHolders(): Promise<Holders> {
  const holders = new Map<string, Set<number>>();
  let reads = 0;
  for (const pid of entriesOf("/proc").map(Number).filter(Number.isInteger)) {
    for (const fd of entriesOf(`/proc/${pid}/fd`)) {
      if (++reads % SLICE === 0) await setImmediate();
      const inode = socketAt(`/proc/${pid}/fd/${fd}`);
      if (inode !== null) holders.set(inode, (holders.get(inode) ?? new Set()).add(pid));
    }
  }
  return holders;
}

/** The number by which the system knows the socket behind a descriptor; null when there is none. */
export function socketAt(path: string): string | null {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Processes end while we look at them. */
function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
