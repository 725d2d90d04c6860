// Starts a user's command. Its program is searched only in absolute directories: a file of the workspace with the same name never runs.
import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { SkeinError } from "../../core/index.ts";
import { findProgram, RUN_VARIABLE } from "../../system/index.ts";
import { endOf, keepTail, killTree } from "../../system/processes.ts";
import type { CommandEnd, RunningCommand, StartCommand } from "./command-pool.ts";

const STDERR_CHARACTERS = 4096;
/** Processes that it left running may hold its stderr open forever. */
const LAST_WORDS_MS = 200;

/** The prefix of the markers of this home's commands. Processes that they left running also count as their user's, but only in this home. */
export const hookMarkerOf = (home: string): string =>
  `hook-${createHash("sha256").update(home).digest("hex").slice(0, 16)}-`;

const running = new Set<number>();

/** The pids of commands that this daemon started and that still run. */
export const runningHooks: ReadonlySet<number> = running;

export const startCommand: StartCommand = async ({ line, input, cwd, env }): Promise<RunningCommand> => {
  const [name, ...args] = line;
  const found = await findProgram(name, env);
  if (found.kind === "missing") {
    throw new SkeinError("program_missing", `There is no program "${name}"; tried: ${found.tried.join(", ")}.`);
  }
  // Everything that it starts inherits the marker, so that all of it can be found and ended.
  const marker = `${hookMarkerOf(env.SKEIN_HOME ?? "")}${randomUUID()}`;
  const child = spawn(found.path, args, {
    cwd,
    env: { ...env, [RUN_VARIABLE]: marker },
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    child.once("exit", () => running.delete(pid));
  }
  // The command need not read its stdin.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const stderr = keepTail(child.stderr, STDERR_CHARACTERS);
  const ended = endOf(child, LAST_WORDS_MS).then((end): CommandEnd => ({ ...end, stderr: stderr() }));
  return { ended, kill: () => killTree({ marker }).then(() => {}) };
};
