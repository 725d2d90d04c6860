// The log on SQLite: one file, one connection that writes. Each aspect has its own statements; this puts them together.
import type { Log } from "../log.ts";
import { prepareChange } from "../prepare-change.ts";
import { openDatabase } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";
import { openReader } from "./read.ts";
import { openReceipts } from "./receipts.ts";
import { openRuns } from "./runs.ts";
import { prepare } from "./statement.ts";
import { storageFailed } from "./storage-failed.ts";
import { openSummaries } from "./summaries.ts";
import { openVerifier } from "./verify.ts";
import { openWorkspaces } from "./workspaces.ts";
import { openWriter } from "./write-change.ts";

/** Opens or makes the log in this file; its directory exists. The daemon's lock keeps a second writer away. */
export function openSqliteLog({ path }: { path: string }): Log {
  const db = openDatabase(path);
  const receipts = openReceipts(db);
  const runs = openRuns(db);
  const workspaces = openWorkspaces(db);
  const summaries = openSummaries(db);
  const commits = new GroupCommit({ db, path, writeChange: openWriter(db, { receipts, runs, workspaces }) });
  const reader = openReader(db, () => commits.lastCommit);
  const verify = openVerifier(db);
  const epoch = prepare<{ epoch: string }>(db, "SELECT epoch FROM meta").get()?.epoch ?? "";

  const reading = <Args extends unknown[], Answer>(method: (...args: Args) => Answer): ((...args: Args) => Answer) => {
    return (...args) => {
      try {
        return method(...args);
      } catch (cause) {
        throw storageFailed({ action: "read", path, cause });
      }
    };
  };

  return {
    epoch,
    append: async (change) => commits.append(prepareChange(change)),
    lastCommit: () => commits.lastCommit,
    read: reading(reader.read),
    readCommits: reading(reader.readCommits),
    summary: reading(summaries.summary),
    sessions: reading(summaries.sessions),
    sessionLines: reading(summaries.sessionLines),
    candidates: reading(summaries.candidates),
    names: reading(summaries.names),
    snapshot: reading(summaries.snapshot),
    busySessions: reading(summaries.busySessions),
    sessionOfNative: reading(summaries.sessionOfNative),
    receipt: reading(receipts.receipt),
    runs: reading(runs.runs),
    outbox: reading(runs.outbox),
    workspace: reading(workspaces.workspace),
    activeAnywhere: reading(workspaces.activeAnywhere),
    verify: reading(verify),
    close: async () => {
      if (!db.isOpen) return;
      commits.close();
      try {
        // Without waiting: a foreign reader may stay, and what is not checkpointed is safe in the WAL.
        if (!commits.isFenced) db.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
      } catch (cause) {
        throw storageFailed({ action: "write", path, cause });
      } finally {
        db.close();
      }
    },
  };
}
