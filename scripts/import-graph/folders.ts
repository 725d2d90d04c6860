// Which folders import which, and whether any reaches itself that way.
import { dirname, join } from "node:path";

/** What is needed to know of a file: its path from the repository's root, and what it imports. */
export interface ImportingFile {
  readonly path: string;
  readonly imports: readonly { readonly specifier: string }[];
}

/** Folder → the folders beside it that it imports. */
export type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

/** For each folder, which of its sub-folders import which others: `src/log` → `sqlite` → … */
export function folderImports(files: readonly ImportingFile[]): ReadonlyMap<string, FolderImports> {
  const imports = new Map<string, Map<string, Set<string>>>();
  for (const { path, imports: ofFile } of files)
    for (const { specifier } of ofFile.filter((one) => one.specifier.startsWith("."))) {
      const [from, to] = [path.split("/"), join(dirname(path), specifier).split("/")];
      const fork = from.findIndex((part, index) => part !== to[index]);
      const [folder, targetFolder] = [from[fork] ?? "", to[fork] ?? ""];
      if (fork >= from.length - 1 || fork >= to.length - 1) continue;
      const parent = from.slice(0, fork).join("/");
      const siblings = imports.get(parent) ?? new Map<string, Set<string>>();
      imports.set(parent, siblings.set(folder, (siblings.get(folder) ?? new Set()).add(targetFolder)));
    }
  return imports;
}

/** Sub-folders that reach themselves over others, each folder's in a line. */
export function cyclesIn(files: readonly ImportingFile[]): string[] {
  return [...folderImports(files)].flatMap(([parent, siblings]) => {
    const reaches = (folder: string, goal: string, seen = new Set<string>()): boolean =>
      [...(siblings.get(folder) ?? [])].some(
        (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      );
    const cyclic = [...siblings.keys()].filter((folder) => reaches(folder, folder));
    return cyclic.length === 0 ? [] : [`${parent}: ${cyclic.toSorted().join(", ")} import each other`];
  });
}
