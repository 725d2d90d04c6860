// Whether an agent started this command, as far as its own environment and its ancestors' show.
import { isListening, unixTransport } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { plainClient } from "./stop-daemon.ts";

export function isInsideAgent({ env, environmentsAbove }: Pick<Io, "env" | "environmentsAbove">): boolean {
  if (env.SKEIN_RUN !== undefined || env.SKEIN_WITHIN !== undefined) return true;
  return environmentsAbove().some((text) => /(?:^|\0)SKEIN_(?:RUN|WITHIN)=/.test(text));
}

/** For commands that do not use the daemon. Where the daemon runs, it knows callers better. */
export async function refuseAgents({ io, paths }: Pick<Context, "io" | "paths">, what: string): Promise<void> {
  const isAgent = isInsideAgent(io) || (await isAgentToDaemon(paths));
  if (!isAgent) return;
  throw new Failure(`an agent can't ${what}; a person must`, {
    exit: "denied",
    code: "self_approval",
    fix: "do it yourself, in a terminal that no agent has started",
  });
}

async function isAgentToDaemon(paths: Context["paths"]): Promise<boolean> {
  if (!(await isListening(unixTransport(paths.socket)).catch(() => false))) return false;
  const caller = await plainClient(paths)
    .caller()
    .catch(() => null);
  return caller?.kind === "agent" || caller?.kind === "hidden";
}
