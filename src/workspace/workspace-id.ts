// A workspace's identity is its canonical path; worktrees of one repository share a repoId besides.
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** SHA-256 (hex) of the path without trailing slashes; "/" stays "/". */
export function workspaceId(path: string): string {
  const normalized = path.replace(/\/+$/, "") || "/";
  return createHash("sha256").update(normalized).digest("hex");
}

/** The id of the repository that a root belongs to, or null when there is none. */
export function repoId(root: string): string | null {
  const git = join(root, ".git");
  try {
    const shared = statSync(git).isDirectory() ? git : commonDirectory(root, readFileSync(git, "utf8"));
    return shared === null ? null : workspaceId(realpathSync(shared));
  } catch {
    return null;
  }
}

/** A `.git` file names a git directory; that of a worktree names the one that all share, that of a submodule stands alone. */
function commonDirectory(root: string, gitFile: string): string | null {
  const named = /^gitdir:[ \t]*(.+)/.exec(gitFile)?.[1];
  if (named === undefined) return null;
  const own = resolve(root, named.trimEnd());
  try {
    return resolve(own, readFileSync(join(own, "commondir"), "utf8").trimEnd());
  } catch {
    return own;
  }
}
