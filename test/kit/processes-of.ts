// The processes of a home, as the system knows them.
import { readdirSync, readFileSync } from "node:fs";
import type { SkeinHome } from "./skein-home.ts";

/** Whatever was started in this home: its path is in the environment that everything inherits. */
export function processesOf({ root }: SkeinHome): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(root);
    } catch {
      return false;
    }
  });
}
