// A note beside a run: a person has ended it while the log could not take the word for it. Empty, as a full disk often has room for a name; and the
// agent could write one, too, so that it says nothing that anybody would have to believe.
import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { runFiles } from "./run-files.ts";

/** Durable when it resolves. */
export async function noteKill(dir: string): Promise<void> {
  await syncing(runFiles(dir).killed, "a");
  await syncing(dir, "r");
}

/** Where the run's files can't be reached, nobody can take it up either. */
export const isKillNoted = async (dir: string): Promise<boolean> => existsSync(runFiles(dir).killed);

export const forgetKill = (dir: string): Promise<void> => rm(runFiles(dir).killed, { force: true });

async function syncing(path: string, flags: "a" | "r"): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
