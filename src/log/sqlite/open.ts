// The log on SQLite: one file, one writing and one reading connection. This file assembles the parts behind the port.
import { dirname, join } from "node:path";
import type { Log } from "../log.ts";
import { prepareChange } from "../prepare-change.ts";
import { openBlobStore } from "./blob-store.ts";
import type { Connection } from "./connection.ts";
import type { FileIdentity } from "./guard.ts";
import { MetDamage } from "./met-damage.ts";
import { openPurgeStore } from "./purge-store.ts";
import type { RecoveryPaths } from "./recovery-paths.ts";
import { prepareDatabase } from "./repair/index.ts";
import { isDamage } from "./storage-failed.ts";
import { Store } from "./store.ts";
import { openThreadedWriter } from "./threaded-writer.ts";
import { openInlineWriter } from "./writer.ts";

export interface SqliteLogOptions {
  path: string;
  /** Where backups and damaged files are kept. Default: beside the database. */
  backups?: string;
  damaged?: string;
  /** The daemon's lock: after losing it nothing more is written. */
  lock?: FileIdentity | null;
  /** Writes in a separate thread, so that the disk never blocks the event loop. */
  isThreaded?: boolean;
  minFreeBytes?: number;
  now?: () => string;
}

/** Some damage shows only when the database is opened; it counts if it shows twice. */
function openOrRepair(open: (damage: MetDamage) => Store): Store {
  const damage = new MetDamage();
  while (!damage.counts || damage.isOnlySaid) {
    try {
      return open(damage);
    } catch (fault) {
      if (!isDamage(fault)) throw fault;
      damage.meet(fault);
    }
  }
  return open(damage);
}

/** Opens or creates the log in this file, and repairs it first if needed; its directory exists. The daemon's lock prevents a second writer. */
export function openSqliteLog({
  path,
  backups = join(dirname(path), "backups"),
  damaged = join(dirname(path), "damaged"),
  lock = null,
  isThreaded = false,
  minFreeBytes = 0,
  now = () => new Date().toISOString(),
}: SqliteLogOptions): Log {
  const places: RecoveryPaths = { path, backups, damaged, environments: join(dirname(path), "environments") };
  const openWriter = isThreaded ? openThreadedWriter : openInlineWriter;
  const open = ({ counts, isOnlySaid }: MetDamage): Store => {
    const report = prepareDatabase(places, { now: now(), isDamaged: counts, isOnlySaid });
    return new Store({ places, lock, openWriter, minFreeBytes, now }, report);
  };
  const store = openOrRepair(open);
  const reading =
    <Args extends unknown[], Answer>(ask: (connection: Connection) => (...args: Args) => Answer) =>
    (...args: Args): Answer =>
      store.read((connection) => ask(connection)(...args));

  return {
    get epoch() {
      return store.read((connection) => connection.epoch);
    },
    append: async (change) => store.append(prepareChange(change)),
    lastCommit: () => store.lastCommit,
    condition: () => store.condition,
    repair: (damage) => store.repair(damage),
    listen: (listener) => store.listen(listener),
    read: reading(({ events }) => events.read),
    skim: reading(({ events }) => events.skim),
    heads: reading(({ events }) => events.heads),
    readCommits: reading(({ events }) => events.readCommits),
    summary: reading(({ summaries }) => summaries.summary),
    sessions: reading(({ summaries }) => summaries.sessions),
    sessionIds: reading(({ summaries }) => summaries.sessionIds),
    sessionLines: reading(({ summaries }) => summaries.sessionLines),
    fitting: reading(({ summaries }) => summaries.fitting),
    candidates: reading(({ summaries }) => summaries.candidates),
    names: reading(({ summaries }) => summaries.names),
    snapshot: reading(({ summaries }) => summaries.snapshot),
    busySessions: reading(({ summaries }) => summaries.busySessions),
    sessionOfNative: reading(({ summaries }) => summaries.sessionOfNative),
    ...openBlobStore(store),
    ...openPurgeStore(store, { path, minFreeBytes }),
    receipt: reading(({ receipts }) => receipts.receipt),
    runs: reading(({ runs }) => runs.runs),
    outbox: reading(({ runs }) => runs.outbox),
    workspace: reading(({ workspaces }) => workspaces.workspace),
    activeAnywhere: reading(({ workspaces }) => workspaces.activeAnywhere),
    verify: reading(({ verify }) => verify),
    close: () => store.close(),
  };
}
