// Makes sure that a daemon answers: finds it, waits for one that is starting, or starts it, silently.
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isListening, unixTransport } from "../../client/index.ts";
import { daemonArguments, makeDirectory, type Paths } from "../../home/index.ts";
import { HOME_VARIABLE, isAlive, messageOf } from "../../system/index.ts";
import { ProgramFailed, runProgram } from "../../system/processes.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { requireTrustedHome } from "../require-home.ts";
import { safeLine } from "../text/safe-text.ts";
import { refuseAnotherHome } from "./another-home.ts";
import { linesSince, sizeOf } from "./daemon-log.ts";
import { isInsideAgent } from "./inside-agent.ts";
import { takeStartLock } from "./start-lock.ts";

const PATIENCE_MS = 15_000;
const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;

export interface Home {
  readonly io: Pick<Io, "env" | "environmentsAbove" | "program" | "now">;
  readonly paths: Paths;
}

/** Resolves to whether the daemon was started here; throws a Failure if none could be started. */
export async function ensureDaemon({ io, paths }: Home): Promise<{ started: boolean }> {
  const isUp = (): Promise<boolean> => isListening(unixTransport(paths.socket));
  const until = io.now() + PATIENCE_MS;
  if (await isUp()) return { started: false };
  refuseAnotherHome({ io, paths });
  prepareHome(paths);
  for (let pollMs = FIRST_POLL_MS; io.now() < until; pollMs = Math.min(MAX_POLL_MS, pollMs * 2)) {
    if (await isUp()) return { started: false };
    const release = orUnreachable(paths, () => takeStartLock(paths.starting, { pid: process.pid, nowMs: io.now() }));
    if (!release) {
      await sleep(pollMs);
      continue;
    }
    try {
      if (await isUp()) return { started: false };
      await startDaemon({ io, paths, isUp, until });
      return { started: true };
    } finally {
      release();
    }
  }
  throw unreachable("it did not answer in time", paths);
}

interface Start extends Home {
  readonly isUp: () => Promise<boolean>;
  readonly until: number;
}

/** A daemon that exits successfully at once found another one, which may be exiting: then it tries again. */
async function startDaemon({ io, paths, isUp, until }: Start): Promise<void> {
  while (io.now() < until) {
    const logStart = sizeOf(paths.daemonLog);
    const pid = await spawnDaemon(io, paths);
    let pollMs = FIRST_POLL_MS;
    while (isAlive(pid) && io.now() < until) {
      await sleep(pollMs);
      if (await isUp()) return;
      pollMs = Math.min(MAX_POLL_MS, pollMs * 1.5);
    }
    await sleep(MAX_POLL_MS);
    if (await isUp()) return;
    const error = errorIn(linesSince(paths.daemonLog, logStart));
    if (error !== null) throw unreachable(error, paths);
  }
  throw unreachable("it did not answer in time", paths);
}

/** Starts the command in the background and exits, so that the new process has no parent here. */
const LAUNCHER = '"$@" >&3 2>&3 3>&- & echo $!';

/** Resolves to its pid. Started inside an agent, the daemon is not part of that agent's run, because its parent is not. */
async function spawnDaemon(io: Home["io"], paths: Paths): Promise<number> {
  const log = orUnreachable(paths, () => openSync(paths.daemonLog, "a", 0o600));
  try {
    const launcher = spawn("/bin/sh", ["-c", LAUNCHER, "sh", process.execPath, ...daemonArguments(io.program)], {
      ...spawnOptions(io, paths),
      stdio: ["ignore", "pipe", "ignore", log],
    });
    const failed = new Promise<never>((_, reject) => launcher.once("error", reject));
    return Number(await Promise.race([text(launcher.stdout as Readable), failed]));
  } catch (error) {
    throw unreachable(messageOf(error), paths);
  } finally {
    closeSync(log);
  }
}

/**
 * Starts a daemon that only ends the running agents, then exits. Resolves to why it failed, or null. Its output is read here, not in its log,
 * because the disk may be full.
 */
export async function runEndingDaemon({ io, paths }: Home): Promise<string | null> {
  const words = [...daemonArguments(io.program), "--end-agents"];
  try {
    await runProgram(process.execPath, words, spawnOptions(io, paths));
    return null;
  } catch (error) {
    if (!(error instanceof ProgramFailed) || error.reason === "not_started") throw unreachable(messageOf(error), paths);
    return errorIn(error.stderr.split("\n").filter(Boolean)) ?? `it ended with ${error.code ?? "a signal"}`;
  }
}

/** It does not carry the marker of the run that started it, but a note that no person did. */
export function spawnOptions(io: Home["io"], paths: Paths): { cwd: string; detached: true; env: Home["io"]["env"] } {
  const { SKEIN_RUN: _, [HOME_VARIABLE]: __, ...env } = io.env;
  const within = isInsideAgent(io) ? { SKEIN_WITHIN: "1" } : {};
  return { cwd: paths.home, detached: true, env: { ...env, SKEIN_HOME: paths.home, ...within } };
}

function prepareHome(paths: Paths): void {
  requireTrustedHome(paths);
  try {
    makeDirectory(paths.home);
  } catch (error) {
    throw new Failure("the daemon could not be started", {
      exit: "unreachable",
      code: "daemon_unreachable",
      why: safeLine(`${paths.home} can't be created: ${messageOf(error)}`),
      fix: "create the directory, or set another SKEIN_HOME",
    });
  }
  // Another command may have been faster.
  requireTrustedHome(paths);
}

/** A full, read-only or inaccessible home is reported as such. */
function orUnreachable<T>(paths: Paths, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Failure("the daemon could not be started", {
      exit: "unreachable",
      code: "daemon_unreachable",
      why: safeLine(`${paths.home} can't be written: ${messageOf(error)}`),
      fix: "make it writable, or set another SKEIN_HOME",
      cause: error,
    });
  }
}

/**
 * The error of a daemon that failed: `error: …` as of any command, or `Error: …` from Node itself. Null if it did not fail: other lines are log
 * entries, `{…}`, and warnings of Node, `(node:1) …`.
 */
function errorIn(all: readonly string[]): string | null {
  const lines = all.filter((line) => !/^[{(]/.test(line));
  const said = lines.findLast((line) => /^\w*error: /i.test(line)) ?? lines.at(-1);
  return said === undefined ? null : safeLine(said.replace(/^error: /, ""));
}

export const unreachable = (why: string, paths: Paths): Failure =>
  new Failure("the daemon could not be started", {
    exit: "unreachable",
    code: "daemon_unreachable",
    why,
    fix: `check its log: skein daemon logs (${paths.daemonLog})`,
  });
