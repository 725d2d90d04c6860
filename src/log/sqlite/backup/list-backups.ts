// Lists the backups with their contents. Each is verified again, because it may have been damaged since it was made.
import { messageOf } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { type Generation, generationsIn } from "./generations.ts";
import { type Verified, verifyDatabase } from "./verify-database.ts";

export type ListedBackup = Generation &
  ({ isGood: true; sessions: number; events: number; version: number } | { isGood: false; trouble: string });

/** Newest first. */
export const listBackups = ({ backups }: Pick<RecoveryPaths, "backups">): ListedBackup[] =>
  generationsIn(backups).map(listed);

function listed(generation: Generation): ListedBackup {
  let verified: Verified;
  try {
    verified = verifyDatabase(generation.path);
  } catch (fault) {
    return { ...generation, isGood: false, trouble: messageOf(fault) };
  }
  const { sessions, events, version } = verified;
  return { ...generation, isGood: true, sessions, events, version };
}
