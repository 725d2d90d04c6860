#!/usr/bin/env node
// Where the process starts, and the only file that may end it: checks Node, then hands over to the CLI or the daemon.
// Loaded by whatever Node the machine has, so nothing here may need a new one before the check.
import * as nodeModule from "node:module";
import { compileCacheIn } from "./compile-cache.ts";

const needed = { major: 22, minor: 16 };

/** A umask that takes its own files from the owner (777) would leave nothing that could be opened again. */
const OTHERS = 0o077;

async function start(): Promise<void> {
  process.umask(process.umask(OTHERS) & OTHERS);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < needed.major || (major === needed.major && minor < needed.minor)) {
    const { runOnOwnNode } = await import("./old-node.ts");
    return runOnOwnNode({ program: import.meta.filename, needed: `${needed.major}.${needed.minor}` });
  }

  const compileCache = process.env.NODE_COMPILE_CACHE || compileCacheIn(process.env);
  if (compileCache) nodeModule.enableCompileCache(compileCache);

  if (process.argv[2] === "__daemon") {
    const { endRuns, runDaemon } = await import("./daemon/index.ts");
    if (process.argv[3] === "--end-runs") return endRuns(process.argv.slice(4));
    await runDaemon({ endsAgents: process.argv[3] === "--end-agents" });
    return;
  }
  if (process.argv[2] === "__recover") {
    const { runRecover } = await import("./daemon/index.ts");
    process.exitCode = runRecover(process.argv.slice(3));
    return;
  }
  let done: Done | null = null;
  process.stdout.on("error", (error) => endUnwritten(error, done));
  process.stderr.on("error", (error) => endUnwritten(error, done));
  const { main, processIo } = await import("./cli/index.ts");
  const noteDone = (text: string, isEnough: boolean): void => {
    done = { text, isEnough };
  };
  process.exitCode = await main(process.argv.slice(2), Object.assign(processIo(), { noteDone }));
}

interface Done {
  readonly text: string;
  readonly isEnough: boolean;
}

/** A reader that has seen enough (`skein sessions | head`) is not an error. Nor is what was done undone by an output that can't be written. */
function endUnwritten(error: NodeJS.ErrnoException, done: Done | null): never {
  if (error.code === "EPIPE") process.exit(0);
  if (done === null) fail(error);
  console.error(`the output can't be written (${error.message}); ${done.text}`);
  process.exit(done.isEnough ? 0 : 1);
}

function fail(error: unknown): never {
  const wantsStack = process.argv.includes("--verbose") || process.env.SKEIN_DEBUG === "1";
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    wantsStack && error instanceof Error ? error.stack : `error: ${message.replaceAll(/(?<!\s)\s*\n\s*/g, " ")}`,
  );
  process.exit(1);
}

process.on("uncaughtException", fail);
start().catch(fail);
