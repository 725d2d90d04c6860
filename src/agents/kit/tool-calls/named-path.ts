// Which file an agent's tool means by a path: blanks around it don't count, file URLs are paths, and a `~` stays as it is: the judge knows the homes.
import { resolve } from "node:path";
import { fileOfUrl, isFileUrl } from "./file-url.ts";

export function namedPath(cwd: string, said: string): string {
  const path = said.trim();
  if (path.startsWith("~")) return path;
  // Nobody can tell where a URL leads that names no file here: surely not into the workspace.
  if (isFileUrl(path)) return fileOfUrl(path) ?? `/${path}`;
  return resolve(cwd, path);
}
