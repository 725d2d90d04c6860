// Who ever owned a home, read from what its daemons wrote down when they began to answer.
import { existsSync, readFileSync } from "node:fs";
import type { Paths } from "../../src/home/index.ts";

export function startedPids({ daemonLog }: Paths): number[] {
  if (!existsSync(daemonLog)) return [];
  return readFileSync(daemonLog, "utf8")
    .split("\n")
    .filter((line) => line.includes('"message":"started"'))
    .map((line) => (JSON.parse(line) as { pid: number }).pid);
}
