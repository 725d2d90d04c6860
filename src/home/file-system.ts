// Checks the file system of Skein's home on Linux: the log needs reliable locks, shared memory and sockets.
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { readMountTable } from "../system/index.ts";

export interface Mount {
  readonly point: string;
  readonly type: string;
  readonly isReadOnly: boolean;
}

/** Network file systems: other machines write there too, and their locks are seen late or not at all. */
const network =
  /^(nfs\d?|cifs|smb\w*|ncpfs|afs|ceph|lustre|beegfs|gpfs|ocfs2|fuse\.(sshfs|glusterfs|ceph\S*|s3fs|rclone))$/;
/** Directories of the host machine, as shared by WSL, VirtualBox and others. */
const lent = /^(9p|drvfs|vboxsf|prl_fs|virtiofs|vmhgfs|fuse\.(vmhgfs\S*|drvfs|osxfs|grpcfuse))$/;

/** The mount of a directory, or of its nearest existing parent; null if unknown. */
export const mountUnder = (directory: string, table: string | null): Mount | null =>
  table === null ? null : mountOf(table, realPathAbove(directory));

/** What may fail for a home there; null if no risk is known. */
export function mountRisk({ type }: Mount): string | null {
  if (network.test(type)) return "locks can't be relied on over a network";
  return lent.test(type) ? "it is shared by the host machine, and sockets and locks may not work there" : null;
}

/** The same as a sentence about the home. */
export function homeRisk(home: string, table = readMountTable()): string | null {
  const mount = mountUnder(home, table);
  const risk = mount && mountRisk(mount);
  return risk === null ? null : `${home} is on ${mount?.type} (${mount?.point}): ${risk}`;
}

/**
 * Parses lines such as `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`. The last of several mounts on the
 * same point applies.
 */
export function mountOf(table: string, path: string): Mount | null {
  let found: Mount | null = null;
  for (const line of table.split("\n")) {
    const [left = "", right] = line.split(" - ");
    const [, , , , escaped, options = ""] = left.split(" ");
    if (escaped === undefined || right === undefined) continue;
    const point = escaped.replaceAll(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
    if (!isBelow(path, point) || (found && point.length < found.point.length)) continue;
    const [type = "", , superOptions = ""] = right.split(" ");
    const isReadOnly = [options, superOptions].some((list) => list.split(",").includes("ro"));
    found = { point, type, isReadOnly };
  }
  return found;
}

const isBelow = (path: string, point: string): boolean =>
  point === "/" || path === point || path.startsWith(`${point}/`);

/** The real path of the directory or of its nearest existing parent. */
function realPathAbove(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : realPathAbove(dirname(path));
  }
}
