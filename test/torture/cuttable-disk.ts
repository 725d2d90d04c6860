// A disk whose power can be cut. Three file systems inside each other, each on a loop device over a file of the one around it:
//   outer     can be frozen, so that a cut falls in the midst of anything, also of a sync
//   platter   what has reached the disk: the file that a cut copies
//   cache     its pages are the disk's volatile cache: what was written and never flushed is not on the platter
//   inner     where programs write; a sync here is a flush there
// A cut copies the platter as it is at that instant, and mounts the copy: journals replay, as after a restart of the machine.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const MB = 2 ** 20;
const sizes = { inner: 48, platter: 64, outer: 88 };
const MEMORY = "/dev/shm";

export interface CuttableDisk {
  /** Where programs write. */
  readonly dir: string;
  /** Cuts the power for a copy of the disk, and looks at what is on it after the restart; the disk itself goes on. */
  cut<T>(look: (dir: string) => Promise<T>): Promise<T>;
}

export function makeCuttableDisk(): CuttableDisk {
  const root = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), "skein-disk-"));
  const mounted: string[] = [];
  onTestFinished(() => {
    for (const dir of mounted.toReversed()) run("umount", "--lazy", dir);
    rmSync(root, { recursive: true });
  });
  const mount = (image: string, name: string): string => {
    const dir = join(root, name);
    mkdirSync(dir, { recursive: true });
    run("mount", "-o", "loop,noatime", image, dir);
    mounted.push(dir);
    return dir;
  };
  const unmount = (dir: string): void => {
    run("umount", dir);
    mounted.splice(mounted.indexOf(dir), 1);
  };

  const outer = mount(format(join(root, "outer.img"), sizes.outer), "outer");
  const platter = format(join(outer, "platter.img"), sizes.platter);
  const cache = mount(platter, "cache");
  const inner = mount(format(join(cache, "inner.img"), sizes.inner), "inner");
  run("sync", "--file-system", cache);

  return {
    dir: inner,
    async cut(look) {
      const copy = join(root, "cut.img");
      run("fsfreeze", "--freeze", outer);
      try {
        run("cp", platter, copy);
      } finally {
        run("fsfreeze", "--unfreeze", outer);
      }
      const cutCache = mount(copy, "cut-cache");
      const cutInner = mount(join(cutCache, "inner.img"), "cut-inner");
      try {
        return await look(cutInner);
      } finally {
        unmount(cutInner);
        unmount(cutCache);
      }
    },
  };
}

/** Every byte is written once: later writes change nothing but the bytes themselves. */
function format(image: string, megabytes: number): string {
  run("dd", "if=/dev/zero", `of=${image}`, "bs=1M", `count=${megabytes}`, "status=none");
  run("mkfs.ext4", "-q", "-F", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0", image);
  return image;
}

function hasRoom(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize > 4 * sizes.outer * MB;
  } catch {
    return false;
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"] });
}
