// Whether this command was started by an agent, as far as it can tell by itself: by its own environment, and by that of what started it.
import { readFileSync } from "node:fs";
import { isListening, unixTransport } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { plainClient } from "./stop-daemon.ts";

export function isInsideAgent(env: Io["env"]): boolean {
  if (env.SKEIN_RUN !== undefined || env.SKEIN_WITHIN !== undefined) return true;
  return environmentsAbove().some((text) => /(?:^|\0)SKEIN_(?:RUN|WITHIN)=/.test(text));
}

/** The life of an agent that this command is part of, and the home that runs it, where that can be seen. */
export interface EnclosingRun {
  readonly run: string;
  readonly home: string | null;
}

/** The innermost first. */
export function enclosingRuns(env: Io["env"]): EnclosingRun[] {
  const own = env.SKEIN_RUN === undefined ? [] : [{ run: env.SKEIN_RUN, home: env.SKEIN_HOME ?? null }];
  const above = environmentsAbove().flatMap((text) => {
    const run = valueIn(text, "SKEIN_RUN");
    return run === null ? [] : [{ run, home: valueIn(text, "SKEIN_HOME") }];
  });
  return [...own, ...above];
}

const valueIn = (text: string, name: string): string | null =>
  new RegExp(`(?:^|\\0)${name}=([^\\0]*)`).exec(text)?.[1] ?? null;

/** Of all that led to this command; none where the system does not tell. */
function environmentsAbove(): string[] {
  const found: string[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) found.push(readOrEmpty(`/proc/${pid}/environ`));
  return found;
}

/** For what people do without the daemon. It knows better who calls, where it runs. */
export async function refuseAgents({ io, paths }: Pick<Context, "io" | "paths">, what: string): Promise<void> {
  const isAgent = isInsideAgent(io.env) || (await isAgentToDaemon(paths));
  if (!isAgent) return;
  throw new Failure(`an agent can't ${what}; a person must`, {
    exit: "denied",
    code: "self_approval",
    fix: "do it yourself, in a terminal of your own that no agent has started",
  });
}

async function isAgentToDaemon(paths: Context["paths"]): Promise<boolean> {
  if (!(await isListening(unixTransport(paths.socket)).catch(() => false))) return false;
  const caller = await plainClient(paths)
    .caller()
    .catch(() => null);
  return caller?.kind === "agent" || caller?.kind === "hidden";
}

/** 0 where the system does not tell. */
function parentOf(pid: number): number {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
