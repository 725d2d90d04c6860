// Starts a run's keeper so that it outlives this process: own session, no terminal, no inherited descriptors.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { SkeinError } from "../../core/index.ts";
import { isCode, messageOf, RUN_VARIABLE } from "../../system/index.ts";
import type { RunFiles } from "./run-files.ts";
import { loadCommand } from "./run-spec.ts";
import { KEEPER_SCRIPT } from "./script.ts";

interface StartKeeper {
  run: string;
  files: RunFiles;
  /** A POSIX shell. */
  shell?: readonly [string, ...string[]];
}

const TOO_LONG =
  "The agent's process could not be started: its environment or its command line is longer than the system allows (E2BIG).";

/** Safe to repeat: a keeper that finds another one ends without a trace. */
export async function startKeeper({ run, files, shell = ["/bin/sh"] }: StartKeeper): Promise<ChildProcess> {
  const { argv, cwd, env, output } = await loadCommand(files);
  const limits = [output.unreadBytes, output.stderrBytes, output.lookSeconds].map(String);
  const [program, ...options] = shell;
  try {
    const keeper = spawn(program, [...options, "-c", KEEPER_SCRIPT, "sh", files.dir, cwd, ...limits, ...argv], {
      // Not the agent's directory, which may be missing, and which the keeper should not keep in use.
      cwd: "/",
      env: { ...env, [RUN_VARIABLE]: run },
      detached: true,
      stdio: "ignore",
    });
    await once(keeper, "spawn");
    keeper.unref();
    return keeper;
  } catch (cause) {
    if (isCode(cause, "E2BIG")) throw new SkeinError("keeper_not_started", TOO_LONG, { cause });
    throw new SkeinError("keeper_not_started", `The agent's process could not be started: ${messageOf(cause)}.`, {
      cause,
    });
  }
}
