// Which file it is, whatever it holds: one that is written over in place stays the same, one that is put in its place is another.
import { type BigIntStats, fstatSync, statSync } from "node:fs";
import { replaceFileSync } from "../system/index.ts";

/** Not its device's number, which is another one after a restart of the machine. */
export interface FileIdentity {
  inode: string;
  /** When it was made, in nanoseconds; null where that can't be told. */
  madeAt: string | null;
}

export function identityOfFile(path: string): FileIdentity {
  const stats = statSync(path, { bigint: true });
  // Systems that don't know it say when it was changed.
  return stats.birthtimeNs === stats.ctimeNs ? { ...identityFrom(stats), madeAt: null } : identityFrom(stats);
}

/** Of a file that this process has just made, and not changed since: it may be made and changed in one moment. */
export const placeOfNewFile = (path: string): FileIdentity => identityFrom(statSync(path, { bigint: true }));

const identityFrom = ({ ino, birthtimeNs }: BigIntStats): FileIdentity => ({
  inode: `${ino}`,
  madeAt: birthtimeNs > 0n ? `${birthtimeNs}` : null,
});

export const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.inode === other.inode && (one.madeAt === null || other.madeAt === null || one.madeAt === other.madeAt);

/** Puts a small file in the place of another, which may say which file it is itself: so a former content that is written into it later shows. */
export const replaceFileKnowingItself = (path: string, contentIn: (itself: FileIdentity) => string): void =>
  replaceFileSync(path, (file) => contentIn(identityFrom(fstatSync(file, { bigint: true }))));
