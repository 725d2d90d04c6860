// The file system under Skein's home: a log needs locks, shared memory and sockets that hold what they promise.
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { safeLine } from "../render/safe-text.ts";
import { tildePath } from "../render/tilde-path.ts";
import type { Check, Finding } from "./check.ts";
import { readOrNull } from "./linux-process.ts";

export interface Mount {
  readonly point: string;
  readonly type: string;
  readonly isReadOnly: boolean;
}

/** Others write there too, on other machines, and their locks are not seen here, or late. */
const network =
  /^(nfs\d?|cifs|smb\w*|ncpfs|afs|ceph|lustre|beegfs|gpfs|ocfs2|fuse\.(sshfs|glusterfs|ceph\S*|s3fs|rclone))$/;
/** Directories of the host machine, as WSL, VirtualBox and others lend them. */
const lent = /^(9p|drvfs|vboxsf|prl_fs|virtiofs|vmhgfs|fuse\.(vmhgfs\S*|drvfs|osxfs|grpcfuse))$/;
const inMemory = /^(tmpfs|ramfs)$/;

export const fileSystem: Check = {
  id: "filesystem",
  async run({ io, paths }) {
    const table = readOrNull("/proc/self/mountinfo");
    const mount = table === null ? null : mountOf(table, realPathAbove(paths.home));
    return mount ? [fileSystemFinding(mount, tildePath(paths.home, io.env.HOME))] : [];
  },
};

export function fileSystemFinding({ point, type, isReadOnly }: Mount, home: string): Finding {
  const said = (finding: Omit<Finding, "title">): Finding => ({ title: "file system", ...finding });
  const where = safeLine(`${type} (${point})`);
  const fix = "set SKEIN_HOME to a directory on a disk of this machine";
  if (isReadOnly)
    return said({
      state: "failed",
      text: `${home} is on ${where}, which is mounted read-only`,
      fix: `sudo mount -o remount,rw ${safeLine(point)}`,
    });
  if (network.test(type))
    return said({ state: "warning", text: `${home} is on ${where}: locks can't be relied on over a network`, fix });
  if (lent.test(type))
    return said({
      state: "warning",
      text: `${home} is on ${where}, lent by the host machine: sockets and locks may not work there`,
      fix,
    });
  if (inMemory.test(type))
    return said({ state: "note", text: `${home} is on ${where}: gone when the machine restarts` });
  return said({ state: "ok", text: where });
}

/** `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`; of mounts on the same point the last one counts. */
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

/** Of the directory, or of the first one above it that is there. */
function realPathAbove(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : realPathAbove(dirname(path));
  }
}
