// Programs of a name on a PATH, in the order in which a shell would find them.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

export function programsOn(name: string, path: string): string[] {
  const places = new Set(path.split(delimiter).filter(isAbsolute));
  return [...places].map((directory) => join(directory, name)).filter(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
