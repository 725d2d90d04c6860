// The terminal of this process, by its first open files.
import { readlinkSync } from "node:fs";
import { orNull } from "../files.ts";

const standard = [0, 1, 2].map((descriptor) => `/proc/self/fd/${descriptor}`);

/** The first of these links that leads to a terminal. Null if none does, or if the system does not show them. */
export function ownTerminal(links: readonly string[] = standard): string | null {
  for (const link of links) {
    const [, name] = /^\/dev\/(pts\/\d+|tty\w+)$/.exec(orNull(() => readlinkSync(link)) ?? "") ?? [];
    if (name !== undefined) return name;
  }
  return null;
}
