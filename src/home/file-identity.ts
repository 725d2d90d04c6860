// Identifies a file regardless of its content: overwriting it in place keeps the identity, replacing it changes it.
import { type BigIntStats, fstatSync, statSync } from "node:fs";
import { replaceFileSync } from "../system/index.ts";

/** Does not include the device's number, which may change when the machine restarts. */
export interface FileIdentity {
  inode: string;
  /** The creation time in nanoseconds; null if unknown. */
  madeAt: string | null;
}

export function identityOfFile(path: string): FileIdentity {
  const stats = statSync(path, { bigint: true });
  // Systems without a creation time report the time of the last change.
  return stats.birthtimeNs === stats.ctimeNs ? { ...identityFrom(stats), madeAt: null } : identityFrom(stats);
}

/** For a file that this process has just created: its creation time is known even if it equals the time of its last change. */
export const placeOfNewFile = (path: string): FileIdentity => identityFrom(statSync(path, { bigint: true }));

const identityFrom = ({ ino, birthtimeNs }: BigIntStats): FileIdentity => ({
  inode: `${ino}`,
  madeAt: birthtimeNs > 0n ? `${birthtimeNs}` : null,
});

export const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.inode === other.inode && (one.madeAt === null || other.madeAt === null || one.madeAt === other.madeAt);

/**
 * Replaces a small file by one whose content may include its own identity: if old content is written into another file later, the identity
 * does not match.
 */
export const replaceFileKnowingItself = (path: string, contentIn: (itself: FileIdentity) => string): void =>
  replaceFileSync(path, (file) => contentIn(identityFrom(fstatSync(file, { bigint: true }))));
