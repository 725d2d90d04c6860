// The directory that a session belongs to: the repository's root, or the directory itself.
import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isTrustedOwner } from "../home/index.ts";

/** The nearest directory upwards that has a `.git` (directory, or file in a worktree), or null outside a repository. */
export function findGitRoot(start: string): string | null {
  let current = resolve(start);
  for (;;) {
    if (holdsRepository(current)) return current;
    const parent = dirname(current);
    if (parent === current) return null;
    current = parent;
  }
}

/** In a directory that all may write, as /tmp, anybody can make `.git`: only whoever has the directory, we and root make a repository of it. */
function holdsRepository(directory: string): boolean {
  const git = join(directory, ".git");
  if (!existsSync(git)) return false;
  try {
    const { uid } = lstatSync(git);
    return isTrustedOwner(uid) || uid === statSync(directory).uid;
  } catch {
    // It went away meanwhile.
    return false;
  }
}
