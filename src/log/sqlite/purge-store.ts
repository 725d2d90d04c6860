// A purge on the daemon's main thread: each slice is a separate job, and others get their turn in between.

import { TaskQueue } from "../../system/index.ts";
import type { Log, Purged } from "../log.ts";
import type { Job, Written } from "./job.ts";
import { SESSIONS_AT_ONCE } from "./purge.ts";
import { lackOfSpace } from "./space.ts";
import type { Store } from "./store.ts";

export function openPurgeStore(store: Store, disk: { path: string; minFreeBytes: number }): Pick<Log, "purge"> {
  const submit = (job: Job): Promise<Written> => store.submit(job);
  const sweeps = new TaskQueue();

  async function mark(sessions: readonly string[]): Promise<void> {
    for (let from = 0; from < sessions.length; from += SESSIONS_AT_ONCE)
      await submit({ kind: "purge_mark", sessions: sessions.slice(from, from + SESSIONS_AT_ONCE) });
  }

  async function sweep(): Promise<Purged> {
    const purged = { sessions: 0, events: 0, kept: 0 };
    for (let isMore = true; isMore; ) {
      const { purge } = await submit({ kind: "purge_step" });
      if (!purge) throw new Error("the writer did not say what it removed");
      purged.sessions += purge.sessions;
      purged.events += purge.events;
      purged.kept = purge.kept;
      isMore = purge.isMore;
    }
    if (purged.events > 0) await giveBack();
    return purged;
  }

  async function giveBack(): Promise<void> {
    let step = (await submit({ kind: "give_back" })).space;
    while (step?.isMore) step = (await submit({ kind: "give_back" })).space;
    if (!step || step.rebuildBytes === null) return;
    // Twice the space: once in the write-ahead log, once in the new file.
    const needed = disk.minFreeBytes + 2 * step.rebuildBytes;
    if (!(await lackOfSpace(disk.path, needed))) await submit({ kind: "rebuild_file" });
  }

  return {
    purge(sessions) {
      const marked = mark(sessions);
      // A later purge waits for the earlier sweep, but makes its sessions invisible at once.
      marked.catch(() => {});
      return sweeps.run(() => marked.then(sweep));
    },
  };
}
