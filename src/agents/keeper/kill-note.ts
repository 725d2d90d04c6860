// A note beside a run: a person has ended it while the log could not take the word for it. Empty, as a full disk often has room for a name; and the
// agent could write one, too, so that it says nothing that anybody would have to believe.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { syncPath } from "../../system/index.ts";
import { runFiles } from "./run-files.ts";

/** Durable when it resolves. */
export async function noteKill(dir: string): Promise<void> {
  await syncPath(runFiles(dir).killed, "a");
  await syncPath(dir);
}

/** Where the run's files can't be reached, nobody can take it up either. */
export const isKillNoted = async (dir: string): Promise<boolean> => existsSync(runFiles(dir).killed);

export const forgetKill = (dir: string): Promise<void> => rm(runFiles(dir).killed, { force: true });
