// Makes sure that a daemon answers: finds it, waits for one that somebody else is starting, or starts it, silently.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isListening, unixTransport } from "../../client/index.ts";
import { daemonArguments, type Paths } from "../../home/index.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { safeLine } from "../render/safe-text.ts";
import { requireTrustedHome } from "../require-home.ts";
import { readLogFrom, sizeOf } from "./daemon-log.ts";
import { takeStartLock } from "./start-lock.ts";

const PATIENCE_MS = 15_000;
const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 250;

export interface Home {
  readonly io: Pick<Io, "env" | "program" | "now">;
  readonly paths: Paths;
}

/** Resolves to whether it had to be started here; throws a Failure when no daemon came up. */
export async function ensureDaemon({ io, paths }: Home): Promise<{ started: boolean }> {
  const isUp = (): Promise<boolean> => isListening(unixTransport(paths.socket));
  const until = io.now() + PATIENCE_MS;
  prepareHome(paths);
  for (let pollMs = FIRST_POLL_MS; io.now() < until; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 2)) {
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

/** A daemon that ends well right away found another one at work, which may be on its way out: then it is tried again. */
async function startDaemon({ io, paths, isUp, until }: Start): Promise<void> {
  while (io.now() < until) {
    const logStart = sizeOf(paths.daemonLog);
    const child = orUnreachable(paths, () => spawnDaemon(io, paths));
    let pollMs = FIRST_POLL_MS;
    while (child.exitCode === null && child.signalCode === null && io.now() < until) {
      await sleep(pollMs);
      if (await isUp()) return;
      pollMs = Math.min(LONGEST_POLL_MS, pollMs * 1.5);
    }
    if (child.exitCode !== 0 && child.exitCode !== null) throw unreachable(lastWords(paths, logStart), paths);
    await sleep(LONGEST_POLL_MS);
    if (await isUp()) return;
  }
  throw unreachable("it did not answer in time", paths);
}

/** `words`: what it is told besides being a daemon. */
export function spawnDaemon(io: Home["io"], paths: Paths, ...words: string[]): ChildProcess {
  const log = openSync(paths.daemonLog, "a", 0o600);
  // Called from inside an agent, it would carry that run's marker, and end with it.
  const { SKEIN_RUN: _, ...env } = io.env;
  try {
    const child = spawn(process.execPath, [...daemonArguments(io.program), ...words], {
      cwd: paths.home,
      detached: true,
      env: { ...env, SKEIN_HOME: paths.home },
      stdio: ["ignore", log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function prepareHome(paths: Paths): void {
  requireTrustedHome(paths);
  try {
    mkdirSync(paths.home, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Failure("the daemon could not be started", {
      exit: "unreachable",
      code: "daemon_unreachable",
      why: safeLine(`${paths.home} can't be made: ${(error as Error).message}`),
      fix: "make the directory, or name another one with SKEIN_HOME",
    });
  }
  // Somebody may have been faster.
  requireTrustedHome(paths);
}

/** What a full, read-only or closed home refuses is said as such. */
function orUnreachable<T>(paths: Paths, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Failure("the daemon could not be started", {
      exit: "unreachable",
      code: "daemon_unreachable",
      why: safeLine(`${paths.home} can't be written: ${(error as Error).message}`),
      fix: "make it writable, or name another one with SKEIN_HOME",
      cause: error,
    });
  }
}

/** The daemon's last words are those of any failed command, `error: …`, or of Node itself, `Error: …`. */
export function lastWords(paths: Paths, from: number): string {
  const lines = readLogFrom(paths.daemonLog, from);
  const said = lines.findLast((line) => /^\w*error: /i.test(line)) ?? lines.at(-1) ?? "it ended without a word";
  return safeLine(said.replace(/^error: /, ""));
}

export const unreachable = (why: string, paths: Paths): Failure =>
  new Failure("the daemon could not be started", {
    exit: "unreachable",
    code: "daemon_unreachable",
    why,
    fix: `look at its log: skein daemon logs (${paths.daemonLog})`,
  });
