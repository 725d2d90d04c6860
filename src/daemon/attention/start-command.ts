// A user's command as a process. Its program is found on absolute places only: a file of the workspace never runs because it has the name.
import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { SkeinError } from "../../core/index.ts";
import { findProgram, RUN_VARIABLE } from "../../system/index.ts";
import { endOf, keepTail, killTree } from "../../system/processes.ts";
import type { CommandEnd, RunningCommand, StartCommand } from "./command-pool.ts";

const STDERR_CHARACTERS = 4096;
/** What it left running may hold its stderr open for ever. */
const LAST_WORDS_MS = 200;

/** What every marker of a home's commands begins with: also what they left behind may speak for their person, in that home alone. */
export const hookMarkerOf = (home: string): string =>
  `hook-${createHash("sha256").update(home).digest("hex").slice(0, 16)}-`;

const running = new Set<number>();

/** The pids of the commands that this daemon has started and that still run. */
export const runningHooks: ReadonlySet<number> = running;

export const startCommand: StartCommand = async ({ line, input, cwd, env }): Promise<RunningCommand> => {
  const [name, ...args] = line;
  const found = await findProgram(name, env);
  if (found.kind === "missing") {
    throw new SkeinError("program_missing", `There is no program "${name}"; tried: ${found.tried.join(", ")}.`);
  }
  // All that it starts carries the marker, so that it can be found again and ended.
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
  // It need not read what it is told.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const stderr = keepTail(child.stderr, STDERR_CHARACTERS);
  const ended = endOf(child, LAST_WORDS_MS).then((end): CommandEnd => ({ ...end, stderr: stderr() }));
  return { ended, kill: () => killTree({ marker }).then(() => {}) };
};
