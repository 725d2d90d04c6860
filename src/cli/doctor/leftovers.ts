// Processes and directories of agents that no session knows: the remains of a daemon that died.
import { statSync } from "node:fs";
import { join } from "node:path";
import { isUuid } from "../../core/index.ts";
import { namesIn } from "../../system/index.ts";
import { livingRuns } from "../daemon/living-runs.ts";
import type { Check, Finding } from "./check.ts";

/** A run that is being prepared has a directory before the log has it. */
const SETTLED_MS = 60_000;

export interface LeftoverFacts {
  /** Runs with a directory that is not too new. */
  readonly runs: readonly string[];
  /** Runs with a living process. */
  readonly living: readonly string[];
  /** Runs that sessions know; null without a daemon. */
  readonly known: readonly string[] | null;
}

export const leftovers: Check = {
  id: "leftovers",
  async run({ io, paths, client }) {
    const known = client ? (await client.processes()).items.map(({ run }) => run) : null;
    const isSettled = (run: string): boolean => {
      const madeMs = statSync(join(paths.runs, run), { throwIfNoEntry: false })?.mtimeMs;
      return madeMs !== undefined && io.now() - madeMs > SETTLED_MS;
    };
    const runs = namesIn(paths.runs).filter((run) => isUuid(run) && (known === null || isSettled(run)));
    return [leftoverFinding({ runs, living: livingRuns(paths), known })];
  },
};

export function leftoverFinding({ runs, living, known }: LeftoverFacts): Finding {
  const title = "leftovers";
  const agents = (number: number): string => `${number} ${number === 1 ? "agent" : "agents"}`;
  const isAlive = (run: string): boolean => living.includes(run);
  if (known === null) {
    const alive = living.length;
    if (alive === 0) return { state: "ok", title, text: "no agent runs without a daemon" };
    return {
      state: "warning",
      title,
      text: `${agents(alive)} running without a daemon: the next one takes over`,
      fix: "or end them: skein daemon stop --agents",
    };
  }
  const unknown = runs.filter((run) => !known.includes(run));
  const orphans = unknown.filter(isAlive).length;
  if (unknown.length === 0) return { state: "ok", title, text: "none" };
  const fix = "skein daemon stop: the next daemon cleans this up, and busy agents keep running";
  if (orphans > 0) return { state: "warning", title, text: `${agents(orphans)} running without a session`, fix };
  return {
    state: "note",
    title,
    text: `${unknown.length} ${unknown.length === 1 ? "directory" : "directories"} of agents that have ended`,
    fix,
  };
}
