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
  return pathsIn(text)
    .filter((path) => !path.startsWith("-"))
    .some((path) => !isInside(resolvePath(path, where), where) || hasDotName(path));
}

const hasDotName = (path: string): boolean =>
  path.split("/").some((part) => part.startsWith(".") && part !== "." && part !== "..");
