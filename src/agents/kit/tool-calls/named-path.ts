// The file that a tool's path means: surrounding blanks are ignored, file URLs become paths, and `~` is kept, because only the judge knows the
// homes.
import { resolve } from "node:path";
import { fileOfUrl, isFileUrl } from "./file-url.ts";

export function namedPath(cwd: string, said: string): string {
  const path = said.trim();
  if (path.startsWith("~")) return path;
  // A URL that names no file here leads to an unknown place, certainly outside the workspace.
  if (isFileUrl(path)) return fileOfUrl(path) ?? `/${path}`;
  return resolve(cwd, path);
}
