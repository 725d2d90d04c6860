// The log: whether it can be written, and whether events were ever lost.
import { realpathSync, statSync } from "node:fs";
import { byteSize } from "../../core/text/byte-size.ts";
import { keptFiles } from "../render/kept-files.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Check, Finding } from "./check.ts";

/** SQLite truncates it to 16 MB if nobody reads. */
const LONG_BYTES = 64 * 1024 * 1024;

/** Why the write-ahead log is so large; null if it is not. */
export function longWriteAheadLog(path: string): string | null {
  const bytes = bytesOf(path);
  if (bytes <= LONG_BYTES) return null;
  return `skein.db-wal has grown to ${byteSize(bytes)}: another program reads skein.db, and until it stops SQLite can't shrink the file`;
}

function bytesOf(path: string): number {
  try {
    return statSync(`${realpathSync(path)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // There is no log yet.
    return 0;
  }
}

export const database: Check = {
  id: "database",
  async run({ server, paths }) {
    const title = "log";
    if (!server)
      return [
        {
          state: "note",
          title,
          text: "not checked without a daemon",
          fix: "check it: skein daemon recover --dry-run",
        },
      ];
    const { storage, recovery } = server;
    const findings: Finding[] = [];
    if (storage.kind === "writable") findings.push({ state: "ok", title, text: "everything is saved" });
    else if (storage.kind === "slow") findings.push({ state: "warning", title, text: safeLine(storage.text) });
    else
      findings.push({
        state: "failed",
        title,
        text: safeLine(storage.text),
        fix: "see what happened: skein daemon logs",
      });
    const long = longWriteAheadLog(paths.database);
    if (long !== null)
      findings.push({
        ...{ state: "warning", title, text: long },
        fix: `end that program; to find it: fuser ${paths.database}`,
      });
    if (recovery)
      findings.push({
        state: recovery.lost > 0 ? "warning" : "note",
        title: "recovery",
        text: safeLine(recovery.text),
        fix: `${keptFiles(recovery)}; delete it when you no longer need it`,
      });
    return findings;
  },
};
