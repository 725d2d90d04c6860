// Which processes hold a socket, from /proc: by numbers only, because processes can choose their own names.
import { setImmediate } from "node:timers/promises";
import { descriptorsOf, orNull, pidsInProc, socketOf } from "../../system/index.ts";

/** Reads are synchronous, which is several times cheaper here, in slices that yield to the event loop. */
const SLICE = 1024;

/** The inodes of sockets, each with the pids that hold it. Processes of other users can't be read. */
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
