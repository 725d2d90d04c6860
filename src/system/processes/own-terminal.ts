// The terminal that this process has, by the names of its first open files.
import { readlinkSync } from "node:fs";
import { orNull } from "../files.ts";

const standard = [0, 1, 2].map((descriptor) => `/proc/self/fd/${descriptor}`);

/** The first of these links that leads to a terminal. Null when none does, or the system does not tell. */
export function ownTerminal(links: readonly string[] = standard): string | null {
  for (const link of links) {
    const [, name] = /^\/dev\/(pts\/\d+|tty\w+)$/.exec(orNull(() => readlinkSync(link)) ?? "") ?? [];
    if (name !== undefined) return name;
  }
  return null;
}
