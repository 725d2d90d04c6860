// Which processes hold a socket, from /proc: by numbers alone, since the names of processes are anybody's to choose.
import { setImmediate } from "node:timers/promises";
import { descriptorsOf, orNull, pidsInProc, socketOf } from "../../system/index.ts";

/** Reads are synchronous, which is several times cheaper here, in slices that leave the event loop room. */
const SLICE = 1024;

/** The inodes of sockets, each with those that hold it; processes of other users are closed to us. */
export type Holders = ReadonlyMap<string, ReadonlySet<number>>;

export async function readHolders(): Promise<Holders> {
  const holders = new Map<string, Set<number>>();
  let reads = 0;
  for (const pid of orNull(pidsInProc) ?? []) {
    for (const fd of descriptorsOf(pid)) {
      if (++reads % SLICE === 0) await setImmediate();
      const inode = socketOf(pid, fd);
      if (inode !== null) holders.set(inode, (holders.get(inode) ?? new Set()).add(pid));
    }
  }
  return holders;
}
