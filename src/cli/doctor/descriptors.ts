// The daemon's limit of open files: half of them are for clients, the rest for the log and the agents.
import { descriptorLimitOf, descriptorsOf } from "../../system/index.ts";
import type { Check, Finding } from "./check.ts";
import { readLimits } from "./limits.ts";

/** The log, its threads, and Node itself. */
const DAEMON_ITSELF = 64;
/** Two for each living agent, and as many again while it starts or is written to. */
const PER_AGENT = 4;
/** For a daemon with an unlimited number of agents. */
const MANY_AGENTS = 128;
/** In percent: above this a warning is given. */
const FULL = 90;

export interface DescriptorFacts {
  readonly limit: number;
  readonly open: number;
  /** 0 = no limit. */
  readonly liveProcesses: number;
}

export const descriptors: Check = {
  id: "descriptors",
  async run({ paths, server }) {
    const limit = descriptorLimitOf(server?.daemon.pid ?? "self");
    if (limit === null) return [];
    const { liveProcesses } = await readLimits(paths.config);
    const open = server ? descriptorsOf(server.daemon.pid).length : 0;
    return [descriptorsFinding({ limit, open, liveProcesses })];
  },
};

export function descriptorsFinding({ limit, open, liveProcesses }: DescriptorFacts): Finding {
  const title = "open files";
  const needed = 2 * (DAEMON_ITSELF + PER_AGENT * (liveProcesses || MANY_AGENTS));
  const raised = (to: number): string =>
    `raise the limit in the shell that starts the daemon, then stop it: ulimit -n ${to}; skein daemon stop`;
  if (open * 100 > limit * FULL)
    return {
      state: "failed",
      title,
      text: `the daemon has ${open} of ${limit} open: new clients are rejected`,
      fix: raised(2 * limit),
    };
  if (limit >= needed)
    return { state: "ok", title, text: limit === Number.POSITIVE_INFINITY ? "no limit" : `up to ${limit}` };
  const agents = liveProcesses > 0 ? `limits.live_processes = ${liveProcesses}` : "any number of agents";
  return { state: "warning", title, text: `only ${limit}, and ${agents} may need ${needed}`, fix: raised(needed) };
}
