// Finds programs on a PATH. Relative entries are ignored: they would mean a different place in each directory, with files that anyone may have
// put there.
import { accessSync, constants, statSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import { orNull } from "../files.ts";

/** The system's own directories, which an agent can't write, unlike some on the user's PATH. */
export const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

export type FoundProgram =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly tried: readonly string[] };

/** `command` is a name to search on PATH, or an absolute path. A file that can't be executed does not count. */
export async function findProgram(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FoundProgram> {
  const tried = isAbsolute(command) ? [command] : candidates(command, env.PATH ?? "");
  for (const path of tried) if (await isProgram(path)) return { kind: "found", path };
  return { kind: "missing", tried: tried.length > 0 ? tried : [`${command} on an empty PATH`] };
}

/** All programs with this name, in the order of PATH. Only for the command line: it blocks on slow disks. */
export const programsOn = (name: string, path: string): string[] => candidates(name, path).filter(isProgramSync);

/**
 * The PATH without relative entries and without entries in this directory, whose content others may have created. If the directory contains the
 * person's home, its entries stay: they are the person's own programs. Never empty, because a shell would then search the current directory.
 */
export function safePath({ PATH = "", HOME }: Readonly<Record<string, string | undefined>>, directory: string): string {
  const holdsHome = HOME !== undefined && isAbsolute(HOME) && isWithin(directory, HOME);
  const safe = directoriesIn(PATH).filter((part) => holdsHome || !isWithin(directory, part));
  return safe.join(delimiter) || SYSTEM_PATH;
}

function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

const directoriesIn = (path: string): string[] => path.split(delimiter).filter(isAbsolute);

const candidates = (name: string, path: string): string[] =>
  [...new Set(directoriesIn(path))].map((directory) => join(directory, name));

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const isProgramSync = (path: string): boolean =>
  orNull(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  }) ?? false;
