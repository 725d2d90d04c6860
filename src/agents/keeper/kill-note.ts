// A note beside a run: a person has ended it while the log could not record that. The file is empty, because a full disk often has room for a name
// only. The agent could write it, too, so nothing relies on its content.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { syncPath } from "../../system/index.ts";
import { runFiles } from "./run-files.ts";

/** Durable when it resolves. */
export async function noteKill(dir: string): Promise<void> {
  await syncPath(runFiles(dir).killed, "a");
  await syncPath(dir);
}

/** If the run's files can't be reached, nobody can attach to it either. */
export const isKillNoted = async (dir: string): Promise<boolean> => existsSync(runFiles(dir).killed);

export const forgetKill = (dir: string): Promise<void> => rm(runFiles(dir).killed, { force: true });
