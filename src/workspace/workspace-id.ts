// A workspace's identity is its canonical path; worktrees of one repository also share a repoId.
import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readRegularFile } from "../home/index.ts";

/** SHA-256 (hex) of the path without trailing slashes; "/" stays "/". */
export function workspaceId(path: string): string {
  const normalized = path.replace(/(?<!\/)\/+$/, "") || "/";
  return createHash("sha256").update(normalized).digest("hex");
}

/** The id of the repository of a root, or null if there is none. */
export function repoId(root: string): string | null {
  try {
    const directories = gitDirectories(root);
    return directories && workspaceId(realpathSync(directories.common));
  } catch {
    return null;
  }
}

/**
 * Where Git keeps what it knows of a root: `own` has the index, `common` the objects. A `.git` file names a directory; a worktree's leads to the
 * shared one, a submodule's is separate. Throws if there is none.
 */
export function gitDirectories(root: string): { own: string; common: string } | null {
  const git = join(root, ".git");
  if (statSync(git).isDirectory()) return { own: git, common: git };
  const named = /^gitdir:[ \t]*(\S.*)/.exec(textOf(git))?.[1];
  if (named === undefined) return null;
  const own = resolve(root, named.trimEnd());
  try {
    return { own, common: resolve(own, textOf(join(own, "commondir")).trimEnd()) };
  } catch {
    return { own, common: own };
  }
}

/** Anybody may have created the repository: only one line with a path is read. */
const MAX_BYTES = 16 * 1024;

const textOf = (path: string): string => readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8");
