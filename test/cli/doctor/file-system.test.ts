import { expect, test } from "vitest";
import { fileSystemFinding } from "../../../src/cli/doctor/file-system.ts";
import { homeWarnings } from "../../../src/cli/doctor/home.ts";
import { warnOfHome } from "../../../src/daemon/home/prepare-home.ts";
import { mountOf, pathsOf } from "../../../src/home/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const table = [
  "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
  "28 27 0:30 / /home rw,relatime shared:1 - nfs4 server:/home rw,vers=4.2",
  "29 28 0:31 / /home/ada/local\\040disk rw,relatime - xfs /dev/vdb rw",
  "30 27 0:32 / /mnt/c rw,noatime - 9p drvfs rw,aname=drvfs",
  "31 27 0:33 / /over rw - ext4 /dev/vdc rw",
  "32 31 0:34 / /over rw - tmpfs tmpfs rw",
  "33 27 0:35 / /cd ro,relatime - iso9660 /dev/sr0 ro",
  "34 27 0:36 / /remounted rw,relatime - ext4 /dev/vdd ro,errors=remount-ro",
  "",
].join("\n");

test.for<[path: string, point: string, type: string]>([
  ["/var/skein", "/", "ext4"],
  ["/home/ada/.skein", "/home", "nfs4"],
  ["/homeless", "/", "ext4"],
  ["/home/ada/local disk/skein", "/home/ada/local disk", "xfs"],
  ["/mnt/c/Users/ada", "/mnt/c", "9p"],
  ["/over/x", "/over", "tmpfs"],
])("%s is on %s (%s)", ([path, point, type]) => {
  expect(mountOf(table, path)).toEqual({ point, type, isReadOnly: false });
});

test("a file system that the system made read-only after an error is read-only", () => {
  expect(mountOf(table, "/cd/x")?.isReadOnly).toBe(true);
  expect(mountOf(table, "/remounted/x")?.isReadOnly).toBe(true);
  expect(mountOf("", "/x")).toBeNull();
});

const local = "set SKEIN_HOME to a directory on a disk of this machine";

test.for<[path: string, state: string, text: string, fix?: string]>([
  ["/var/skein", "ok", "ext4 (/)"],
  ["/home/ada/.skein", "warning", "~/.skein is on nfs4 (/home): locks can't be relied on over a network", local],
  [
    "/mnt/c/x",
    "warning",
    "~/.skein is on 9p (/mnt/c): it is shared by the host machine, and sockets and locks may not work there",
    local,
  ],
  ["/over/x", "note", "~/.skein is on tmpfs (/over): lost when the machine restarts"],
  ["/cd/x", "failed", "~/.skein is on iso9660 (/cd), which is mounted read-only", "sudo mount -o remount,rw /cd"],
])("%s: %s, %s", ([path, state, text, fix]) => {
  const finding = { title: "file system", state, text, ...(fix === undefined ? {} : { fix }) };
  expect(fileSystemFinding(mountOf(table, path)!, "~/.skein")).toEqual(finding);
});

test.for(["nfs", "cifs", "smb3", "fuse.sshfs", "vboxsf", "drvfs", "virtiofs", "fuse.vmhgfs-fuse"])(
  "a home on %s is warned of",
  (type) => {
    expect(fileSystemFinding({ point: "/x", type, isReadOnly: false }, "~/.skein").state).toBe("warning");
  },
);

test.for(["ext4", "xfs", "btrfs", "zfs", "apfs", "overlay", "fuse.gocryptfs", "fuseblk"])(
  "a home on %s is fine",
  (type) => {
    expect(fileSystemFinding({ point: "/x", type, isReadOnly: false }, "~/.skein").state).toBe("ok");
  },
);

test.for<[type: string, risk: string | null]>([
  ["ext4", null],
  ["tmpfs", null],
  ["nfs4", "locks can't be relied on over a network"],
  ["9p", "it is shared by the host machine, and sockets and locks may not work there"],
])("of a home on %s the daemon's log at its start, and its status, say: %s", ([type, risk]) => {
  const home = tempDir();
  const mounts = `${table}35 27 0:37 / ${home} rw - ${type} x rw\n`;
  const warnings = risk === null ? [] : [`${home} is on ${type} (${home}): ${risk}`];
  const paths = pathsOf({ SKEIN_HOME: home });
  const told: string[] = [];
  warnOfHome(paths, { info: (message) => void told.push(message) }, mounts);
  expect(told).toEqual(warnings);
  expect(homeWarnings(paths, mounts)).toEqual(warnings);
});
