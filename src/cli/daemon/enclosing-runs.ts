// Which lives of agents a command is part of, as far as the system tells. Light: every command without a named home asks.
import { readFileSync } from "node:fs";
import type { Io } from "../io.ts";

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
export function environmentsAbove(): string[] {
  const found: string[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) found.push(readOrEmpty(`/proc/${pid}/environ`));
  return found;
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
