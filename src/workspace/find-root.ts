// The directory that a session belongs to: the repository's root, or the directory itself.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The nearest directory upwards that has a `.git` (directory, or file in a worktree), or null outside a repository. */
export function findGitRoot(start: string): string | null {
  let current = resolve(start);
  for (;;) {
    if (existsSync(join(current, ".git"))) return current;
    const parent = dirname(current);
    if (parent === current) return null;
    current = parent;
  }
}
