// Where programs are, on a PATH. Relative entries never count: they would mean another place in each directory, and what lies there is anybody's.
import { accessSync, constants, statSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, relative } from "node:path";
import { orNull } from "../files.ts";

/** The system's own directories. An agent can write to those on the user's PATH. */
export const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

export type FoundProgram =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly tried: readonly string[] };

/** `command` is a name for PATH, or an absolute path. What is there but can't be executed is not found. */
export async function findProgram(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FoundProgram> {
  const tried = isAbsolute(command) ? [command] : candidates(command, env.PATH ?? "");
  for (const path of tried) if (await isProgram(path)) return { kind: "found", path };
  return { kind: "missing", tried: tried.length > 0 ? tried : [`${command} on an empty PATH`] };
}

/** All programs of that name, in the order in which a shell would find them. For the command line: it may wait for a disk. */
export const programsOn = (name: string, path: string): string[] => candidates(name, path).filter(isProgramSync);

/** The PATH without its relative parts, and without what lies in the directory, which somebody else may have filled. */
export function safePath(path: string | undefined, directory: string): string {
  const isInside = (part: string): boolean => !relative(directory, part).startsWith("..");
  return directoriesIn(path ?? "")
    .filter((part) => !isInside(part))
    .join(delimiter);
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
