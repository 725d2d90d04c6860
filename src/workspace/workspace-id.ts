// A workspace's identity is its canonical path; worktrees of one repository share a repoId besides.
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** SHA-256 (hex) of the path without trailing slashes; "/" stays "/". */
export function workspaceId(path: string): string {
  const normalized = path.replace(/\/+$/, "") || "/";
  return createHash("sha256").update(normalized).digest("hex");
}

/** The id of the repository that a root belongs to, or null when there is none. */
export function repoId(root: string): string | null {
  const git = join(root, ".git");
  try {
    return workspaceId(realpathSync(statSync(git).isDirectory() ? git : commonDirectory(root, git)));
  } catch {
    return null;
  }
}

/** A worktree's `.git` file names its own git directory, which names the one that all share. */
function commonDirectory(root: string, gitFile: string): string {
  const own = resolve(
    root,
    readFileSync(gitFile, "utf8")
      .replace(/^gitdir:/, "")
      .trim(),
  );
  try {
    return resolve(own, readFileSync(join(own, "commondir"), "utf8").trim());
  } catch {
    return dirname(own);
  }
}
