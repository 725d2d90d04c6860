// The files of a directory as a Git tree, in a store of Skein's own: what Git knows of and would take, as it is on the disk now.
import { lstat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ProgramFailed } from "../../system/processes.ts";
import type { GitStore } from "./git-store.ts";
import { asBytes, asText, inRoot } from "./paths-as-bytes.ts";

export type TakenTree =
  | { readonly kind: "taken"; readonly tree: string; readonly left: readonly string[] }
  | { readonly kind: "too_large" }
  | { readonly kind: "too_slow" };

/** A larger file is left out. */
const MAX_FILE_BYTES = 8_000_000;
/** If more has changed since the last tree, there is none. */
const MAX_FILES = 20_000;
const MAX_BYTES = 512_000_000;
const MAX_LISTED_BYTES = 16_000_000;
const MAX_LEFT = 20;

interface Part {
  /** Only what is below this directory of the repository; "" = everything. */
  readonly directory: string;
  /** But nothing of this one, which is Skein's own; null if it is elsewhere. */
  readonly secret: string | null;
}

export async function takeTree(git: GitStore, { directory, secret }: Part, timeoutMs: number): Promise<TakenTree> {
  const deadline = performance.now() + timeoutMs;
  const left = (): number => Math.max(1, deadline - performance.now());
  try {
    const prefix = asBytes(directory);
    const own = secret === null ? [] : [`:(top,exclude,literal)${secret}`];
    const within = [prefix === "" ? ":/" : `:(top,literal)${directory}`, ...own];
    const list = ["ls-files", "-z", "--modified", "--others", "--exclude-standard", "--", ...within];
    const listed = await git.run(list, { encoding: "latin1", timeoutMs: left(), maxBytes: MAX_LISTED_BYTES });
    const changed = [...new Set(listed.split("\0").filter(Boolean))];
    const found = await largeAmong(git.root, changed);
    if (found === null) return { kind: "too_large" };
    // A repository that is not a submodule: Git would look into it, or fail if it has no commit.
    const leftOut = [...changed.filter((path) => path.endsWith("/")), ...found];
    if (changed.length > leftOut.length) {
      const submodules = await submodulesIn(git, left());
      const secrets = secret === null ? [] : [asBytes(secret)];
      const apart = [...leftOut, ...submodules, ...secrets].map(
        (path) => `:(top,exclude,literal)${path.replace(/\/$/, "")}`,
      );
      const wanted = [prefix === "" ? ":/" : `:(top,literal)${prefix}`, ...apart];
      const file = join(git.directory, "pathspecs");
      await writeFile(file, wanted.map((one) => `${one}\0`).join(""), "latin1");
      const add = ["add", "--all", "--ignore-errors", `--pathspec-from-file=${file}`, "--pathspec-file-nul"];
      await git.run(add, { timeoutMs: left() }).catch((error) => {
        if (!(error instanceof ProgramFailed) || !isOfSomeFiles(error)) throw error;
      });
      const moved = changed.filter((path) => submodules.has(path));
      if (moved.length > 0)
        await git.run(["update-index", "--remove", "-z", "--stdin"], {
          stdin: moved.map((path) => `${path}\0`).join(""),
          encoding: "latin1",
          timeoutMs: left(),
        });
    }
    const tree = (await git.run(["write-tree", "--missing-ok"], { timeoutMs: left(), isAlone: true })).trim();
    return { kind: "taken", tree, left: leftOut.slice(0, MAX_LEFT).map(asText) };
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (error.reason === "timeout") return { kind: "too_slow" };
    if (error.reason === "too_long") return { kind: "too_large" };
    throw error;
  }
}

/** Some files could not be read, or were removed meanwhile: these are left as they were. Of a file that can't be written there would be an old version. */
const isOfSomeFiles = ({ reason, code, stderr }: ProgramFailed): boolean =>
  reason === "ended" && code === 1 && !stderr.includes("failed to insert into database");

/** Git would look into a submodule with the config that is in there, except here: only its commit is read. */
async function submodulesIn(git: GitStore, timeoutMs: number): Promise<ReadonlySet<string>> {
  const staged = await git.run(["ls-files", "-z", "--stage"], { encoding: "latin1", timeoutMs });
  return new Set(
    staged.split("\0").flatMap((line) => (line.startsWith("160000 ") ? [line.slice(line.indexOf("\t") + 1)] : [])),
  );
}

/** Those that are too large; null if all of them together are. */
async function largeAmong(root: string, paths: readonly string[]): Promise<string[] | null> {
  if (paths.length > MAX_FILES) return null;
  const large: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const found = await lstat(inRoot(root, path)).catch(() => null);
    if (!found?.isFile()) continue;
    if (found.size > MAX_FILE_BYTES) large.push(path);
    else bytes += found.size;
    if (bytes > MAX_BYTES) return null;
  }
  return large;
}
