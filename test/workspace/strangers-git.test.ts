// Anybody can make `.git` in a directory that all may write, as /tmp: it makes no repository of what others have below.
import { chownSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { locateWorkspace } from "../../src/workspace/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

const STRANGER = 12_002;
const isRoot = process.getuid?.() === 0;

/** A directory with `.git` in it and another one below, each with its owner; null = ours. */
function madeBy({ above, git }: { above: number | null; git: number | null }) {
  const root = realpathSync(tempDir());
  const below = join(root, "below");
  mkdirSync(join(root, ".git"));
  mkdirSync(below);
  if (git !== null) chownSync(join(root, ".git"), git, git);
  if (above !== null) chownSync(root, above, above);
  return { root, below };
}

const pathOf = (typed: string): string => {
  const located = locateWorkspace({ typed, cwd: "/", projectRoots: [] });
  return located.kind === "found" ? located.workspace.path : located.kind;
};

test.runIf(isRoot)("a repository that somebody else made in a directory that is not theirs is none", () => {
  const { below } = madeBy({ above: null, git: STRANGER });
  expect(pathOf(below)).toBe(below);
});

test.runIf(isRoot)("one that belongs to whoever has the directory is one, also for others", () => {
  const { root, below } = madeBy({ above: STRANGER, git: STRANGER });
  expect(pathOf(below)).toBe(root);
});

test("one of one's own is one", () => {
  const { root, below } = madeBy({ above: null, git: null });
  expect(pathOf(below)).toBe(root);
});
