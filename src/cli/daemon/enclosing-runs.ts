// The runs that a command is part of, as far as the system shows. It must be fast, because every command checks it.
import type { Io } from "../io.ts";

/** The run that this command is part of, and its home, if visible. */
export interface EnclosingRun {
  readonly run: string;
  readonly home: string | null;
}

/** The innermost first. */
export function enclosingRuns({ env, environmentsAbove }: Pick<Io, "env" | "environmentsAbove">): EnclosingRun[] {
  const own = env.SKEIN_RUN === undefined ? [] : [{ run: env.SKEIN_RUN, home: env.SKEIN_HOME ?? null }];
  const above = environmentsAbove().flatMap((text) => {
    const run = valueIn(text, "SKEIN_RUN");
    return run === null ? [] : [{ run, home: valueIn(text, "SKEIN_HOME") }];
  });
  return [...own, ...above];
}

const valueIn = (text: string, name: string): string | null =>
  new RegExp(`(?:^|\\0)${name}=([^\\0]*)`).exec(text)?.[1] ?? null;
