// The directory that a session belongs to: the repository's root, or the directory itself.
import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isTrustedOwner } from "../home/index.ts";

/** The nearest parent directory with a `.git` (a directory, or a file in a worktree), or null outside a repository. */
export function findGitRoot(start: string): string | null {
  let current = resolve(start);
  for (;;) {
    if (holdsRepository(current)) return current;
    const parent = dirname(current);
    if (parent === current) return null;
    current = parent;
  }
}

/**
 * In a directory that everyone can write, such as /tmp, anybody can create `.git`: it counts only if the directory's owner, the user or root
 * created it.
 */
function holdsRepository(directory: string): boolean {
  const git = join(directory, ".git");
  if (!existsSync(git)) return false;
  try {
    const { uid } = lstatSync(git);
    return isTrustedOwner(uid) || uid === statSync(directory).uid;
  } catch {
    // It was removed meanwhile.
    return false;
  }
}
