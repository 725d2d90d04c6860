// Creates and removes the directory of a run.
import { lstatSync } from "node:fs";
import { chmod, lstat, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { SkeinError } from "../../core/index.ts";
import { absent, SYSTEM_PATH } from "../../system/index.ts";
import { bootId, runProgram } from "../../system/processes.ts";
import { forbidStart, type RunFiles, readNumber, runFiles } from "./run-files.ts";
import { type RunSpec, saveCommand } from "./run-spec.ts";
import { hasKeeper } from "./watch-keeper.ts";

const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

/** Creates the directory; safe to repeat, and without effect on a run that has started. */
export async function prepareRun(spec: RunSpec): Promise<void> {
  const files = runFiles(spec.dir);
  if (await exists(files.keeper)) return;
  await mkdir(files.dir, { recursive: true, mode: PRIVATE_DIRECTORY });
  await chmod(files.dir, PRIVATE_DIRECTORY);
  const make = (path: string) => writeFile(path, "", { flag: "a", mode: PRIVATE_FILE });
  const makeStdin =
    spec.stdin.kind === "file"
      ? [makeFifos([files.alive]), writeFile(files.prompt, spec.stdin.bytes, { mode: PRIVATE_FILE })]
      : [makeFifos([files.alive, files.pipe]), make(files.in)];
  await Promise.all([make(files.out), make(files.err), ...makeStdin]);
  const { argv, cwd, env, output, session } = spec;
  await saveCommand(files, { argv, cwd, env, boot: bootId(), session, ...(output ? { output } : {}) });
}

/** Removes the files of a run that has ended; refuses while its keeper lives. */
export async function removeRun(dir: string): Promise<void> {
  const files = runFiles(dir);
  const found = await lstat(dir).catch(absent);
  if (!found) return;
  // The agent has replaced it: it contains nothing of a run.
  if (!found.isDirectory()) return rm(dir, { force: true });
  if (await isRunning(files)) throw new SkeinError("run_active", `The run in ${dir} has not ended; stop it first.`);
  // First, so that an interrupted removal leaves nothing that could start again.
  await rm(files.spec, { force: true });
  // A process of a run whose end nobody observed may still write its last file.
  await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}

async function isRunning(files: RunFiles): Promise<boolean> {
  if (await forbidStart(files)) return false;
  return (await readNumber(files.exit)) === null && isKept(files);
}

/**
 * Without its FIFO, or with another file in its place, a keeper can't be detected, and no keeper could hold it. The caller has ended what lives.
 */
function isKept(files: RunFiles): boolean {
  return lstatSync(files.alive, { throwIfNoEntry: false })?.isFIFO() === true && hasKeeper(files);
}

/** Node has no call for it. */
async function makeFifos(paths: string[]): Promise<void> {
  const found = await Promise.all(paths.map(exists));
  const missing = paths.filter((_, index) => !found[index]);
  if (missing.length === 0) return;
  const env = { PATH: `${SYSTEM_PATH}:${process.env.PATH ?? ""}` };
  await runProgram("mkfifo", ["-m", "600", ...missing], { env });
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(absent)) !== null;
}
