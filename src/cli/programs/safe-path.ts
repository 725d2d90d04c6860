// Where programs are looked for when something is run in or for a directory that somebody else may have filled: never in it.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";

/** The PATH without its relative parts, and without what lies in the directory. */
export function safePath(path: string | undefined, directory: string): string {
  const isInside = (part: string): boolean => !relative(directory, part).startsWith("..");
  return (path ?? "")
    .split(delimiter)
    .filter((part) => isAbsolute(part) && !isInside(part))
    .join(delimiter);
}

/** Null when no program is called so. */
export function findOnPath(program: string, path: string): string | null {
  const places = path.split(delimiter).filter(Boolean);
  return places.map((place) => join(place, program)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
