// Free space on the log's disk. Below `min_free_mb` the daemon accepts nothing more.
import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { byteSize } from "../../core/text/byte-size.ts";
import type { Check } from "./check.ts";
import { readLimits } from "./limits.ts";

const MEGABYTE = 1024 * 1024;
const COMFORT_MB = 1024;

export const disk: Check = {
  id: "disk",
  async run({ paths, server }) {
    const { bavail, bsize, files, ffree } = await statfsAbove(paths.home);
    const free = bavail * bsize;
    const needed = server?.config.minFreeMegabytes ?? (await readLimits(paths.config)).minFreeMb;
    const title = "disk";
    const fix = "free some space, or move Skein's home with SKEIN_HOME";
    // Some file systems allocate inodes on demand, and report 0 of 0.
    if (files > 0 && ffree === 0) return [{ state: "failed", title, text: "no room for another file", fix }];
    if (free < needed * MEGABYTE)
      return [
        {
          state: "failed",
          title,
          text: `${byteSize(free)} free, and Skein stops below ${byteSize(needed * MEGABYTE)}`,
          fix,
        },
      ];
    if (free < COMFORT_MB * MEGABYTE) return [{ state: "warning", title, text: `only ${byteSize(free)} free`, fix }];
    return [{ state: "ok", title, text: `${byteSize(free)} free` }];
  },
};

/** Of the directory, or of its nearest existing parent. */
async function statfsAbove(path: string): Promise<StatsFs> {
  try {
    return await statfs(path);
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    return statfsAbove(parent);
  }
}
