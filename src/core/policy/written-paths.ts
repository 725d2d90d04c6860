// Programs that write files. The wildcards of a rule stand for paths in the workspace without names that begin with a dot, as in rules about paths:
// .git, .vscode and the home directory have files that other programs run.
import { isInside, resolvePath } from "./path-pattern.ts";
import { pathsIn } from "./paths-in.ts";
import type { PathContext } from "./rule.ts";
import type { Word } from "./shell/reading.ts";

const writers: ReadonlySet<string> = new Set(
  "cp mv ln touch mkdir rmdir rm tee install dd rsync scp truncate chmod chown chgrp tar bsdtar unzip gzip gunzip patch split csplit zip xz unxz bzip2 bunzip2 zstd unlink shred mkfifo mknod rimraf del del-cli trash trash-put".split(
    " ",
  ),
);

export const writesFiles = (program: string): boolean => writers.has(program);

/** Whether, with this word, the program would write outside of the workspace, or where other programs keep their settings. */
export const writesElsewhere = (program: string, word: Word, where: PathContext): boolean =>
  writesFiles(program) && leadsOutside(word, where);

export function leadsOutside({ text, isTilde }: Word, where: PathContext): boolean {
  if (isTilde) return true;
  return (
    pathsIn(text)
      // A flag; but `-/../x` is a path behind `--`.
      .filter((path) => !path.startsWith("-") || path.includes("/"))
      .some((path) => !isInside(resolvePath(path, where), where) || hasDotName(path))
  );
}

/**
 * Files that other programs run or obey later: hooks, tasks of editors, settings of shells, of package managers and of agents. Also joined to a
 * flag, as in `-o.git/hooks/x`.
 */
const runsLater =
  /(?:^|[^\w.-]|(?<![\w.\-/~*?\\])-[\w-]*)\.(?:git|gitmodules|hg|svn|husky|githooks|github|gitlab-ci|circleci|vscode|idea|zed|devcontainer|claude|codex|gemini|opencode|copilot|cursor|pi|mcp|envrc|direnv|npmrc|yarnrc|yarn|pnpmfile|mise|cargo|bashrc|bash_profile|profile|zshrc|zshenv|zprofile|ssh)(?![\w-])/i;

/** Whether a word names such a file or directory in the workspace. Only a program that certainly does not write may get it. */
export const namesWhatRunsLater = (word: string): boolean => runsLater.test(word);

const hasDotName = (path: string): boolean =>
  path.split("/").some((part) => part.startsWith(".") && part !== "." && part !== "..");
