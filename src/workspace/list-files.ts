// The files of a directory, for choosing one: those that Git knows or would take, else what a bounded walk finds. Nothing outside of it is looked at.
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { findProgram, safePath } from "../system/index.ts";
import { runProgram } from "../system/processes.ts";
import { gitEnvironment } from "./git-environment.ts";

export interface FileList {
  /** Relative to the directory, each once. A link is a file: nobody follows it. */
  readonly paths: readonly string[];
  /** There are more than were looked at. */
  readonly isCut: boolean;
}

const MAX_FILES = 100_000;
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** What nobody means, where no `.gitignore` says so. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

export async function listFiles(root: string): Promise<FileList> {
  return (await listedByGit(root)) ?? (await foundByWalk(root));
}

/** Null where Git does not know the directory, or fails. What the repository's config says to run is not run. */
async function listedByGit(root: string): Promise<FileList | null> {
  const git = await findProgram("git", { PATH: safePath(process.env, root) });
  if (git.kind === "missing") return null;
  const args = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", root];
  const env = gitEnvironment(process.env);
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  try {
    const printed = await runProgram(git.path, [...args, ...listing], {
      env,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    const paths = [...new Set(printed.split("\0"))].filter((path) => path !== "");
    return { paths: paths.slice(0, MAX_FILES), isCut: paths.length > MAX_FILES };
  } catch {
    return null;
  }
}

/** Directory by directory, so that a cut list has what is near the top. */
async function foundByWalk(root: string): Promise<FileList> {
  const deadline = performance.now() + TIMEOUT_MS;
  const paths: string[] = [];
  const waiting = [""];
  for (let directory = waiting.shift(); directory !== undefined; directory = waiting.shift()) {
    for await (const { name, isDirectory } of entriesOf(join(root, directory))) {
      if (paths.length >= MAX_FILES || performance.now() > deadline) return { paths, isCut: true };
      const path = directory === "" ? name : `${directory}/${name}`;
      if (!isDirectory) paths.push(path);
      else if (!SKIPPED.has(name)) waiting.push(path);
    }
  }
  return { paths, isCut: false };
}

/** What can't be read has none. */
async function* entriesOf(directory: string): AsyncGenerator<{ name: string; isDirectory: boolean }> {
  try {
    for await (const entry of await opendir(directory)) yield { name: entry.name, isDirectory: entry.isDirectory() };
  } catch {
    // It was removed meanwhile, or is not for us.
  }
}
